import type { Operation } from '../../../schema/contract.ts';
import type { Content, Html, Visit } from '../row.ts';
import type { Deed } from './deeds.ts';
import type { FieldPlace } from './form.ts';

/** What a page of the console knows besides its data. */
export interface ConsoleVisit extends Visit {
  /** What its forms prove themselves by. */
  readonly csrf: string;
  /** It is no page, but what stands in the place of something on one, after that was changed. */
  readonly isAnswer: boolean;
}

/** A page of the console, for who is signed in. */
export interface ConsolePage {
  /** `/console/agents/{agent_id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly render: (data: unknown, visit: ConsoleVisit) => Content;
}

interface PageOptions<Data> {
  readonly operation: Operation;
  readonly render: (data: Data, visit: ConsoleVisit) => Content;
}

/** A row: `consolePage('/console/posts', { operation: ConsolePostsPage, render: renderPosts })`. */
export const consolePage = <Data>(path: `/console${string}`, options: PageOptions<Data>): ConsolePage =>
  ({ path, ...options }) as ConsolePage;

/** Something to be done from a page, and how what it was done to is shown then. */
export interface ConsoleAction {
  readonly deed: Deed;
  readonly operation: Operation;
  readonly item: (record: unknown, visit: ConsoleVisit) => Html;
  /** Fields of its own, for a form that is shown again. */
  readonly fields: ((at: FieldPlace) => Html) | null;
}

interface ActionOptions<Data> {
  readonly operation: Operation;
  readonly item: (record: Data, visit: ConsoleVisit) => Html;
  readonly fields?: (at: FieldPlace) => Html;
}

/** A row: `action(HIDE_POST, { operation: HidePost, item: postItem })`. */
export const action = <Data>(deed: Deed, options: ActionOptions<Data>): ConsoleAction =>
  ({ deed, fields: null, ...options }) as ConsoleAction;
