import type { Operation } from '../../../schema/contract.ts';
import type { PageContent, Html, PageContext } from '../page-definition.ts';
import type { ConsoleAction } from './actions/actions.ts';
import type { FieldContext } from './actions/form.ts';

/** What a page of the console knows besides its data. */
export interface ConsolePageContext extends PageContext {
  /** What its forms prove themselves by. */
  readonly csrfToken: string;
  /** It is no page, but what stands in the place of something on one, after that was changed. */
  readonly isFragment: boolean;
}

/** A page of the console, for who is signed in. */
export interface ConsolePage {
  /** `/console/agents/{agent_id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly render: (data: unknown, visit: ConsolePageContext) => PageContent;
}

interface PageOptions<Data> {
  readonly operation: Operation;
  readonly render: (data: Data, visit: ConsolePageContext) => PageContent;
}

/** A row: `consolePage('/console/posts', { operation: ConsolePostsPage, render: renderPosts })`. */
export const defineConsolePage = <Data>(path: `/console${string}`, options: PageOptions<Data>): ConsolePage =>
  ({ path, ...options }) as ConsolePage;

/** Something to be done from a page, and how what it was done to is shown then. */
export interface ConsoleActionRoute {
  readonly action: ConsoleAction;
  readonly operation: Operation;
  readonly renderRecord: (record: unknown, visit: ConsolePageContext) => Html;
  /** Fields of its own, for a form that is shown again. */
  readonly renderFields: ((at: FieldContext) => Html) | null;
}

interface ActionOptions<Data> {
  readonly operation: Operation;
  readonly renderRecord: (record: Data, visit: ConsolePageContext) => Html;
  readonly renderFields?: (at: FieldContext) => Html;
}

/** A row: `action(HIDE_POST, { operation: HidePost, item: postItem })`. */
export const defineActionRoute = <Data>(
  deed: ConsoleAction,
  options: ActionOptions<Data>,
): ConsoleActionRoute => ({ action: deed, renderFields: null, ...options }) as ConsoleActionRoute;
