import type { Operation } from '../../../schema/contract.ts';
import type { LiveState } from './live-state.ts';

/** The definition of the stream of a live page. */
export interface LivePage {
  /** The path template of the page, followed by `/live`. */
  readonly path: string;
  readonly operation: Operation;
  /** Topics whose news the page shows. Viewers of pages with equal topics share one listener and its reads. */
  readonly topicsOf: (data: unknown) => readonly string[];
  readonly stateOf: (data: unknown) => LiveState;
  /** Minimum milliseconds from news to the read: longer than the data is cached. Default 0. */
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
