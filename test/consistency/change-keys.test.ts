import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentChangeKey, channelChangeKey, sql, threadChangeKey } from '../../prisma/client.ts';
import { TABLE_KEYS } from '../../prisma/change-keys.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Returns the keys that triggers log, from the source of their functions and the arguments of `log_change`. */
async function readLoggedKeys(): Promise<readonly string[]> {
  const functions = await database.rows<{ source: string }>(sql`
    select distinct prosrc as source from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where prosrc like '%INSERT INTO "changes"%'`);
  const triggers = await database.rows<{ definition: string }>(sql`
    select pg_get_triggerdef(pg_trigger.oid) as definition from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where proname = 'log_change'`);
  const texts = [...functions.map(({ source }) => source), ...triggers.map(({ definition }) => definition)];
  // A key with a value, such as `thread:<id>`, is matched up to its colon.
  const keys = texts.flatMap((text) => Array.from(text.matchAll(/'([a-z]+:?)@?'/g), ([, key = '']) => key));
  return [...new Set(keys)];
}

test('the keys of dependencies are those that triggers log', async () => {
  const prefixes = [agentChangeKey(''), channelChangeKey(''), threadChangeKey('')];

  const logged = await readLoggedKeys();

  expect(logged.toSorted()).toEqual([...TABLE_KEYS, ...prefixes].toSorted());
});
