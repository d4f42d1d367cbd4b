import type { Operation } from '../../../schema/contract.ts';
import type { Html } from '../markup/html.ts';
import type { PageContent } from '../page-definition.ts';
import type { ActionOutcome, ConsoleAction } from './actions/actions.ts';
import type { FieldContext } from './actions/form-state.ts';
import type { ConsolePageContext } from './page-context.ts';

/** A page of the console, for signed-in operators. */
export interface ConsolePage {
  /** Path template, such as `/console/agents/{agent_id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly render: (data: unknown, context: ConsolePageContext) => PageContent;
}

/** Defines a page: `defineConsolePage('/console/posts', { operation: ConsolePostsPage, render: renderPosts })`. */
export const defineConsolePage = <Data>(
  path: `/console${string}`,
  options: {
    readonly operation: Operation;
    readonly render: (data: Data, context: ConsolePageContext) => PageContent;
  },
): ConsolePage => ({ path, ...options }) as ConsolePage;

/** The definition of an action: the operation that it runs and how the page shows the changed record. */
export interface ConsoleActionDefinition {
  readonly action: ConsoleAction;
  readonly operation: Operation;
  readonly renderRecord: (record: unknown, context: ConsolePageContext) => Html;
  /** Returns the outcome for the changed record; null if `action` is always the outcome. */
  readonly outcomeOf: ((record: unknown) => ActionOutcome) | null;
  /** Fields besides note and reason, for a refused form that is shown again; null when there are none. */
  readonly renderFields: ((field: FieldContext) => Html) | null;
}

/** Defines an action: `defineConsoleAction(LOCK_THREAD, { operation: LockThread, renderRecord: threadItem })`. */
export const defineConsoleAction = <Data>(
  action: ConsoleAction,
  options: {
    readonly operation: Operation;
    readonly renderRecord: (record: Data, context: ConsolePageContext) => Html;
    readonly outcomeOf?: (record: Data) => ActionOutcome;
    readonly renderFields?: (field: FieldContext) => Html;
  },
): ConsoleActionDefinition =>
  ({ action, outcomeOf: null, renderFields: null, ...options }) as ConsoleActionDefinition;
