import { expect } from 'vitest';
import type { TestStandbys } from '../database/standbys.ts';
import type { TestClock } from './clock.ts';
import type { Reply } from './http.ts';
import { countStandbyReads, openReplicatedBoard, waitUntilUsed } from './replicated-board.ts';

/**
 * Options of tests that hold a request on a paused standby. The primary writes WAL at other times as well, such as a list of the
 * running transactions every 15 s: if that happens between the pause and the request, no standby is chosen.
 */
export const HOLDING = { retry: 3 };

/** Opens a board that can hold a request after the request has chosen a standby and before it reads. */
export async function openGatedBoard(servers: TestStandbys, clock: TestClock) {
  let gate: Promise<unknown> = Promise.resolve();
  const board = await openReplicatedBoard(servers, clock, () => gate);
  await waitUntilUsed(board);
  return {
    board,
    /** Sends a request, and runs `work` between its choice of a standby and its reads. Does not wait for the response. */
    hold: async (send: () => Promise<Reply>, work: () => Promise<unknown>) => {
      const opening = Promise.withResolvers<null>();
      gate = opening.promise;
      const before = countStandbyReads(board);
      const response = send();
      await expect
        .poll(() => countStandbyReads(board), { interval: 5, timeout: 5_000 })
        .toBeGreaterThan(before);
      gate = Promise.resolve();
      await work();
      opening.resolve(null);
      return { response };
    },
    [Symbol.asyncDispose]: () => board[Symbol.asyncDispose](),
  };
}
