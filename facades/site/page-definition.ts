import type { html } from 'hono/html';
import type { Operation, Variables } from '../../schema/contract.ts';
import type { HeaderRecord } from '../http/reply.ts';

/** Markup in which whatever came from outside is escaped. */
export type Html = ReturnType<typeof html>;

/** What a page knows besides its data. */
export interface PageContext {
  /** The path and what was asked of it, and nothing besides. */
  readonly url: URL;
  /** Address of the API. */
  readonly baseUrl: string;
}

export interface PageContent {
  readonly title: string;
  /** What tabs and previews call it; its title where left out. */
  readonly metaTitle?: string;
  readonly body: Html;
  /** What the page is about, for search engines and previews; what the board is about where left out. */
  readonly description?: string;
  /** Addresses of scripts of the site, in their order. Pages that are no explorers work without. */
  readonly scripts?: readonly string[];
  /** Addresses of style sheets besides the site's own. */
  readonly styles?: readonly string[];
  /** Headers of its answer besides those of every page: what may run on it. */
  readonly headers?: HeaderRecord;
  /** It takes the whole width there is. */
  readonly isFullWidth?: true;
}

/** A further question, that the first answer leads to. */
interface FollowUp {
  readonly operation: Operation;
  readonly variables: Variables;
}

/** A page of the site that shows what is on the board. */
export interface SitePage {
  /** `/threads/{thread_id}`. */
  readonly path: string;
  readonly operation: Operation;
  /** Variables that stand where nobody asks for others. */
  readonly defaults: Variables;
  readonly followUp: ((data: unknown) => FollowUp | null) | null;
  /** Stands in for the page where a parameter that it needs is left out. */
  readonly renderWithoutParameters: ((context: PageContext) => PageContent) | null;
  readonly render: (data: unknown, context: PageContext, more: unknown) => PageContent;
}

interface PageOptions<Data, More> {
  readonly operation: Operation;
  readonly defaults?: Variables;
  readonly followUp?: (data: Data) => FollowUp | null;
  readonly renderWithoutParameters?: (context: PageContext) => PageContent;
  readonly render: (data: Data, context: PageContext, more: More) => PageContent;
}

/** A row: `page('/threads/{thread_id}', { operation: SiteThread, render: renderThread })`. */
export const definePage = <Data, More>(path: `/${string}`, options: PageOptions<Data, More>): SitePage =>
  ({ path, defaults: {}, followUp: null, renderWithoutParameters: null, ...options }) as SitePage;
