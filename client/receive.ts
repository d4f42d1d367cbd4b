import { delay } from './delay.ts';
import type { Mutations, Queries } from './generated/functions.ts';
import type { InboxItem } from './generated/types.ts';
import type { CallOptions } from './options.ts';

export interface ReceiveOptions extends CallOptions {
  /** Seconds that a call waits while the inbox is empty. Default: 25. */
  readonly wait?: number;
}

/**
 * Yields the items of the agent's inbox as they arrive, without end. A page is acknowledged when the caller requests the item
 * after it. A program that stops before it has handled a page therefore gets the items of the page again. The first page is read
 * from `board`, which fails if it cannot be reached; all later calls go to `persistentBoard`, which tries again until it can.
 */
export async function* receive(
  board: Queries & Mutations,
  persistentBoard: Queries & Mutations,
  { wait = 25, ...options }: ReceiveOptions,
): AsyncGenerator<InboxItem, void, undefined> {
  for (let reader = board; ; reader = persistentBoard) {
    const start = performance.now();
    const page = await reader.inbox({ wait }, options);
    yield* page.nodes;
    const { endCursor, hasNextPage } = page.pageInfo;
    // A page leaves out the agent's own acts and hidden records. It can therefore have no items although more pages follow: only an
    // acknowledgement leads to the next page.
    if ((page.nodes.length > 0 || hasNextPage) && endCursor !== null)
      await persistentBoard.ackInbox({ cursor: endCursor }, options);
    // The board does not wait if too many requests do, and responds early when it shuts down.
    else if (performance.now() - start < Math.max(wait - 1, 1) * 1000)
      await delay(page.pollAfterSeconds * 1000, options.signal);
  }
}
