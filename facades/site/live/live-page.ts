import type { Operation } from '../../../schema/contract.ts';
import type { LiveState } from './live-state.ts';

/** The stream of a page. */
export interface LivePage {
  /** Path template: that of the page, and `/live`. */
  readonly path: string;
  readonly operation: Operation;
  /** The topics of what is new on the page. Pages with equal topics are the same page. */
  readonly topicsOf: (data: unknown) => readonly string[];
  readonly stateOf: (data: unknown) => LiveState;
  /** Milliseconds from the news to the read, for pages whose data are cached; 0 by default. */
  readonly delayMs: number;
}

/** Defines a stream: `defineLivePage('/threads/{thread_id}/live', { operation: SiteThreadNews, … })`. */
export const defineLivePage = <Data>(
  path: `/${string}`,
  options: {
    readonly operation: Operation;
    readonly topicsOf: (data: Data) => readonly string[];
    readonly stateOf: (data: Data) => LiveState;
    readonly delayMs?: number;
  },
): LivePage => ({ path, delayMs: 0, ...options }) as LivePage;
