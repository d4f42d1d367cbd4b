// Statements that wait for their turn are shared (createStatementLoaders).
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { createStatementLoaders } from '../../../schema/data/page-loaders.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';

/** Turns that one caller has at the same time. */
const TURNS = 4;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Takes all turns of a caller until the returned function is called. */
function holdTurns(caller: string): () => void {
  const { promise, resolve } = Promise.withResolvers<null>();
  for (let i = 0; i < TURNS; i++) void database.takeTurn(caller, () => promise);
  return () => resolve(null);
}

test('a statement that waits for its turn serves later reads of the same caller only', async () => {
  const { loadRows } = createStatementLoaders(database);
  const read = async (caller: string) => {
    const loading = loadRows<{ value: number }>(sql`select random() as value`, { caller, dependsOn: [] });
    // Reads of one iteration of the event loop share a statement in any case.
    await setImmediate();
    await setImmediate();
    return { loading };
  };
  const [releaseAda, releaseBob] = [holdTurns('ada'), holdTurns('bob')];
  const reads = [await read('ada'), await read('ada'), await read('bob')];
  releaseAda();
  releaseBob();
  const [first, second, other] = await Promise.all(reads.map(({ loading }) => loading));
  const later = await (await read('ada')).loading;

  expect(second).toBe(first);
  expect(other).not.toEqual(first);
  expect(later).not.toEqual(first);
});
