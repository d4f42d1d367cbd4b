import { toRegion } from '../../schema/contract.ts';
import { passIterations } from './iterations.ts';
import { RegionQueue } from './region-queue.ts';
import type { ResultShares } from './result-shares.ts';
import type { Exchange } from './route.ts';
import type { Admission } from './server/admission.ts';
import { OVERLOADED } from './server/refusals.ts';

/** A read that has waited for longer is refused. */
const MAX_WAIT_MS = 5_000;

/**
 * Iterations of the event loop before each turn, within the bounds of `passIterations`: each accepts one new connection. An
 * iteration takes about 20 µs, but up to 50 ms while clients send many requests (docs/decisions/0064-turns-of-requests.md).
 */
const ITERATIONS_PER_TURN = 10;

/** The client of a request that waits for its turn. */
export type TurnOwner = Pick<Exchange, 'address' | 'connection'>;

/** Counts the time of the main thread for each client. */
export type TimeMeasure = Pick<Admission, 'resume'>;

/** The result of a request that waits for its turn. */
interface WaitingResult {
  /** The size of the result (`sizeOf`): it stays in memory while the request waits. */
  readonly characters: number;
  /** Whether the request has written. False for a read, and for the replay of a write. */
  readonly isFirstWrite?: boolean;
}

/**
 * Resolves when the request may build its response. Rejects with `unavailable` when the client disconnects. A read is also refused
 * if the results of its region take too much memory, and after a wait of 5 s. A write is not: it has been committed, and its
 * result may contain an API key that no other response has. The replay of a write is refused like a read: it can be repeated, and
 * its result may be much larger than that of the write, because the lists of the record are read again.
 */
export type WaitForTurn = (owner: TurnOwner, result: WaitingResult) => Promise<void>;

/**
 * Creates a queue of turns. An iteration of the event loop has at most one turn: otherwise requests that wait for the same read
 * would all build their responses in one iteration. The regions of the clients (an IPv4 /24 or IPv6 /48) take turns, so that
 * requests of one region do not delay requests of other regions. The time to build a response is counted for its client.
 */
export function createResponseTurns(shares: ResultShares, measure: TimeMeasure): WaitForTurn {
  const waiting = new RegionQueue<() => void>();
  let isServing = false;

  async function serve(): Promise<void> {
    isServing = true;
    while (!waiting.isEmpty) {
      await passIterations(ITERATIONS_PER_TURN);
      waiting.take()?.();
    }
    isServing = false;
  }

  return async ({ address, connection }, { characters, isFirstWrite = false }) => {
    const region = toRegion(address);
    if (!isFirstWrite && !shares.hasRoom(region, characters)) throw OVERLOADED;
    const release = shares.add(region, characters);
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const giveUp = () => reject(OVERLOADED);
    const remove = waiting.add(region, () => resolve(undefined));
    const removeEnd = connection?.onEnd(giveUp);
    const timer = isFirstWrite ? undefined : setTimeout(giveUp, MAX_WAIT_MS).unref();
    if (!isServing) void serve();
    try {
      await promise;
      measure.resume(address);
    } finally {
      clearTimeout(timer);
      removeEnd?.();
      remove();
      release();
    }
  };
}
