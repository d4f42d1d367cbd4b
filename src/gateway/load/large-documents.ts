import { getHeapStatistics } from 'node:v8';
import { passIterations } from '../../../facades/http/iterations.ts';
import { bindToComputation, BusyError, FairQueue } from '../../../prisma/client.ts';
import type { Context } from '../../../schema/context.ts';
import { FairShares } from './fair-shares.ts';
import { RegionPlaces } from './region-places.ts';

/** Maximum large documents that are executed at once, and the bytes of the heap for each of them in a small heap. */
const MAX_AT_ONCE = 64;
const HEAP_BYTES_PER_DOCUMENT = 32 * 1024 * 1024;

/** Maximum bytes of the documents that wait for a place, and of their plans, for each place. */
const WAITING_BYTES_PER_PLACE = 4 * 1024 * 1024;

type SizeContext = Pick<Context, 'isLarge'>;
type TurnContext = SizeContext & Pick<Context, 'queueKey' | 'region' | 'keptBytes'>;
type DocumentContext = TurnContext & Pick<Context, 'mayWait' | 'placeAfterWait' | 'runningFields'>;

/**
 * Bounds how many large documents (`DocumentCost.isLarge`) are executed at once. A document keeps the lists that it has read while
 * its other lists wait for their turn, and callers take turns: without the bound, hundreds of documents would have their first list
 * in memory before one is complete (docs/decisions/0071-large-results-by-region.md). A region must leave as many places free as it
 * uses: a document keeps its place while it waits for a slow search, and a few regions must not have all places for seconds.
 */
export class LargeDocuments {
  readonly #queue: FairQueue;
  readonly #waitingBytes: FairShares;
  /** The end of the last pause before a result. */
  #lastPause: Promise<void> = Promise.resolve();

  /** `share` is the part of all places that this object has. */
  constructor(heapBytes = getHeapStatistics().heap_size_limit, share = 1) {
    const maxRunning = Math.ceil(share * Math.min(MAX_AT_ONCE, heapBytes / HEAP_BYTES_PER_DOCUMENT));
    this.#queue = new FairQueue(
      {
        ...{ maxRunning, maxRunningPerCaller: Math.ceil(maxRunning / 2) },
        ...{ maxWaiting: 2_000, maxWaitMs: 5_000 },
      },
      new RegionPlaces(maxRunning),
    );
    this.#waitingBytes = new FairShares(maxRunning * WAITING_BYTES_PER_PLACE);
  }

  /**
   * Creates the places of mutations, half as many. They are separate, because a mutation may wait for locks and checks while it has
   * a place, and must not keep queries from theirs.
   */
  static forMutations(heapBytes?: number): LargeDocuments {
    return new LargeDocuments(heapBytes, 0.5);
  }

  /**
   * Executes a document, a large one in the turn of its caller. Throws `BusyError` if it gets no place within 5 s, or if the
   * documents that wait for a place are too many or take too many bytes (a region must leave as many free as it uses). A document
   * that waits for news gets its place after the news (`placeAfterWait`), also a mutation, which writes without a place: all its
   * results but the one that waits are small (`mayBeKept`).
   */
  run<Result>(context: DocumentContext, execute: () => Promise<Result>): Promise<Result> {
    const executeAndPause = () => this.pauseAfter(context, execute);
    if (context.isLarge && context.mayWait) return this.#runAfterWait(context, executeAndPause);
    return this.runInTurn(context, executeAndPause);
  }

  /** As `run`, for work that contains the execution of a document, and does not wait for news. */
  runInTurn<Result>(context: TurnContext, work: () => Promise<Result>): Promise<Result> {
    return context.isLarge ? this.#begin(context, bindToComputation(work)) : work();
  }

  /**
   * Executes a document. Results of large documents that are complete in the same iteration of the event loop are returned in
   * different iterations: the caller then serializes its result immediately, which takes some 10 ms.
   */
  async pauseAfter<Result>({ isLarge }: SizeContext, execute: () => Promise<Result>): Promise<Result> {
    const result = await execute();
    if (!isLarge) return result;
    this.#lastPause = this.#lastPause.then(() => passIterations());
    await this.#lastPause;
    return result;
  }

  async #begin<Result>(
    { queueKey, region, keptBytes }: TurnContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.#waitingBytes.hasRoom(region, keptBytes)) throw new BusyError();
    const endWait = this.#waitingBytes.add(region, keptBytes);
    const run = () => {
      endWait();
      return work();
    };
    return this.#queue.run(queueKey, run, [region]).finally(endWait);
  }

  async #runAfterWait<Result>(context: DocumentContext, execute: () => Promise<Result>): Promise<Result> {
    const end = Promise.withResolvers<null>();
    let isComplete = false;
    let begun: Promise<void> | undefined;
    context.placeAfterWait.begin = () =>
      (begun ??= new Promise((resolve, reject) => {
        const start = async () => {
          // A field that cannot be null has failed, so the result is complete: it would not contain lists that are read now.
          if (isComplete) throw new BusyError();
          resolve();
          await end.promise;
        };
        this.#begin(context, start).catch(reject);
      }));
    try {
      return await execute();
    } finally {
      isComplete = true;
      // The document keeps its place until the fields that are being resolved have ended: they continue to read.
      void Promise.resolve(context.runningFields?.ended()).then(() => end.resolve(null));
    }
  }
}
