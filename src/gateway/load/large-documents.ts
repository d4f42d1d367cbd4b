import { getHeapStatistics } from 'node:v8';
import { bindToComputation, FairQueue } from '../../../prisma/client.ts';
import type { Context } from '../../../schema/context.ts';

/** Documents that may cost more points are large: their results may have more than 200 000 characters. */
const LARGE_POINTS = 100;

/** Maximum large documents that are executed at once, and the bytes of the heap for each of them in a small heap. */
const MAX_AT_ONCE = 64;
const HEAP_BYTES_PER_DOCUMENT = 32 * 1024 * 1024;

/**
 * Bounds how many large documents are executed at once. A document keeps the lists that it has read while its other lists wait for
 * their turn, and callers take turns: without the bound, hundreds of documents would have their first list in memory before the first
 * of them is complete (docs/decisions/0071-large-results-by-region.md).
 */
export class LargeDocuments {
  readonly #queue: FairQueue;

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    const maxRunning = Math.min(MAX_AT_ONCE, Math.ceil(heapBytes / HEAP_BYTES_PER_DOCUMENT));
    this.#queue = new FairQueue({
      ...{ maxRunning, maxRunningPerCaller: Math.ceil(maxRunning / 2) },
      ...{ maxWaiting: 2_000, maxWaitMs: 5_000 },
    });
  }

  /**
   * Executes a query, a large one in the turn of its caller. Throws `BusyError` after a wait of 5 s. A query that may wait for news
   * has no other large lists (`mayBeKept`).
   */
  run<Result>(
    { reservedPoints, mayWait, queueKey }: Pick<Context, 'reservedPoints' | 'mayWait' | 'queueKey'>,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const isSmall = reservedPoints <= LARGE_POINTS || mayWait;
    return isSmall ? execute() : this.#queue.run(queueKey, bindToComputation(execute));
  }
}
