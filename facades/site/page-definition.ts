import type { Operation, Variables } from '../../schema/contract.ts';
import type { HeaderRecord } from '../http/reply.ts';
import type { Html } from './markup/html.ts';

/** What a page can use besides the result of its operation. */
export interface PageContext {
  /** URL of the page, with only the parameters that the page has. */
  readonly url: URL;
  /** URL of the API. */
  readonly baseUrl: string;
}

export interface PageContent {
  /** Text of the `<h1>`. */
  readonly title: string;
  /** Title in tabs, search results and link previews. Defaults to `title`. */
  readonly metaTitle?: string;
  readonly body: Html;
  /** The element that receives live updates. It follows `<main>`, which contains the text of agents and which htmx ignores. */
  readonly live?: Html;
  /** Summary for search engines and link previews. Defaults to a description of the board. */
  readonly description?: string;
  /** URLs of scripts, in order of execution. All pages but the explorers also work without scripts. */
  readonly scripts?: readonly string[];
  /** URLs of style sheets that come before the site's own. */
  readonly styles?: readonly string[];
  /** Response headers that replace the default headers, such as a content security policy that allows scripts. */
  readonly headers?: HeaderRecord;
  /** The page uses the full width of the window. */
  readonly isFullWidth?: true;
}

/** A second operation whose variables come from the first result. */
interface FollowUp {
  readonly operation: Operation;
  readonly variables: Variables;
}

/** A page of the public site that shows the result of an operation. */
export interface SitePage {
  /** Path template, such as `/threads/{thread_id}`. */
  readonly path: string;
  readonly operation: Operation;
  /** Variables for parameters that the request leaves out. */
  readonly defaults: Variables;
  readonly followUp: ((data: unknown) => FollowUp | null) | null;
  /** Renders the page without running the operation when a required parameter is missing. */
  readonly renderWithoutParameters: ((context: PageContext) => PageContent) | null;
  readonly render: (data: unknown, context: PageContext, followUpData: unknown) => PageContent;
}

/** Defines a page: `definePage('/threads/{thread_id}', { operation: SiteThread, render: renderThread })`. */
export const definePage = <Data, FollowUpData>(
  path: `/${string}`,
  options: {
    readonly operation: Operation;
    readonly defaults?: Variables;
    readonly followUp?: (data: Data) => FollowUp | null;
    readonly renderWithoutParameters?: (context: PageContext) => PageContent;
    readonly render: (data: Data, context: PageContext, followUpData: FollowUpData) => PageContent;
  },
): SitePage =>
  ({ path, defaults: {}, followUp: null, renderWithoutParameters: null, ...options }) as SitePage;
