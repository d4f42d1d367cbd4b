import { toRegion } from '../../schema/contract.ts';
import { passIterations } from './iterations.ts';
import { RegionQueue } from './region-queue.ts';
import type { Exchange } from './route.ts';
import { OVERLOADED } from './server/refusals.ts';

/** A read that has waited for longer when its turn comes is refused. */
const MAX_WAIT_MS = 5_000;

/**
 * Iterations of the event loop before each turn, within the bounds of `passIterations`: each accepts one new connection. An
 * iteration takes about 20 µs, but up to 50 ms while clients send many requests (docs/decisions/0064-turns-of-requests.md).
 */
const ITERATIONS_PER_TURN = 10;

/** The client of a request that waits for its turn. */
export type TurnOwner = Pick<Exchange, 'address' | 'connection'>;

/**
 * Resolves when the request may build its response. Rejects with `unavailable` if its turn comes after more than 5 s, and when
 * the client disconnects. For a write, it resolves in both cases: the write has been committed, and its result may contain an
 * API key that no other response has.
 */
export type WaitForTurn = (owner: TurnOwner, request?: { readonly isWrite: boolean }) => Promise<void>;

interface WaitingRequest {
  readonly since: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * Creates a queue of turns. An iteration of the event loop has at most one turn: otherwise requests that wait for the same read
 * would all build their responses in one iteration. The regions of the clients (an IPv4 /24 or IPv6 /48) take turns, so that
 * requests of one region do not delay requests of other regions.
 */
export function createTurns(): WaitForTurn {
  const waiting = new RegionQueue<WaitingRequest>();
  let isServing = false;

  async function serve(): Promise<void> {
    isServing = true;
    for (let next = waiting.take(); next; next = waiting.take()) {
      await passIterations(ITERATIONS_PER_TURN);
      if (performance.now() - next.since > MAX_WAIT_MS) next.giveUp();
      else next.start();
    }
    isServing = false;
  }

  return ({ address, connection }, { isWrite } = { isWrite: false }) =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        remove();
        if (isWrite) resolve();
        else reject(OVERLOADED);
      };
      const start = () => {
        removeEnd?.();
        resolve();
      };
      const remove = waiting.add(toRegion(address), { since: performance.now(), start, giveUp });
      const removeEnd = connection?.onEnd(giveUp);
      if (!isServing) void serve();
    });
}
