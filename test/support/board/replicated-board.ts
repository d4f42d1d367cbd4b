import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../prisma/client.ts';
import type { TestStandbys } from '../database/standbys.ts';
import { openBoardOn, type TestBoard } from './board.ts';
import { TestClock } from './clock.ts';

/** Opens a board that writes to the primary and reads on its standbys. */
export function openReplicatedBoard(
  { primary, standbys }: TestStandbys,
  clock = new TestClock(),
  /** Called when a computation has chosen a standby. The computation reads after the promise has resolved. */
  onChosen: () => Promise<unknown> = () => Promise.resolve(),
): Promise<TestBoard> {
  const connection = { connectionString: primary.url };
  const database = openDatabase(connection, {
    replicas: { urls: standbys.map(({ url }) => url), maxLagMs: 1_000, onChange: () => undefined },
  });
  const { chooseTarget } = database;
  const testDatabase = Object.assign(database, {
    chooseTarget:
      chooseTarget &&
      (async (...state: Parameters<typeof chooseTarget>) => {
        const target = await chooseTarget(...state);
        if (target) await onChosen();
        return target;
      }),
    connection,
    pooler: null,
    [Symbol.asyncDispose]: () => database.close(),
  });
  return openBoardOn(testDatabase, {}, clock);
}

const replicasOf = ({ database }: TestBoard) => database.usage().replicas;

/** Counts the computations that have chosen a standby. */
export const countStandbyReads = (board: TestBoard): number =>
  replicasOf(board).reduce((sum, { chosen }) => sum + chosen, 0);

/** Waits until reads use `count` standbys. */
export async function waitUntilUsed(board: TestBoard, count = replicasOf(board).length): Promise<void> {
  while (replicasOf(board).filter(({ isUsed }) => isUsed).length !== count) await wait(20);
}
