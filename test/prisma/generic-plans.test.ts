// Statements that run with nearly every request have generic plans: PostgreSQL plans them once for each connection
// (docs/decisions/0059-reads-by-key-are-planned-once.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { createLoaders } from '../../schema/data/loaders.ts';
import { seqPage } from '../../schema/data/seq-pages.ts';
import { createChangeLog } from '../../src/gateway/responses/change-log.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const ID = '01a1fb67-1800-7000-8000-0000000000aa';

/** PostgreSQL compares the two kinds of plans after five executions. */
const EXECUTIONS = 7;

test.each<readonly [string, (opened: TestDatabase) => () => Promise<unknown>]>([
  ['the log of changes', (opened) => createChangeLog(opened, () => undefined).read],
  ['a record by its id', (opened) => () => createLoaders(opened).complete.factById.load(ID)],
  ['a key with its agent', (opened) => () => createLoaders(opened).complete.credentialByKid.load('a key')],
  [
    'a page of posts',
    (opened) => () =>
      createLoaders(opened).complete.postPage.load(
        { threadId: ID, ...seqPage({ size: 20 }) },
        { seesAll: false, handle: 'ada' },
      ),
  ],
])('%s is read with a generic plan', async (_what, open) => {
  const countPlans = async () => {
    const [row] = await database.rows<{ generic: number }>(
      sql`select coalesce(sum(generic_plans), 0)::int as generic from pg_prepared_statements
        where statement not like '%pg_prepared_statements%'`,
    );
    return row?.generic ?? 0;
  };
  const read = open(database);
  const before = await countPlans();

  for (let i = 0; i < EXECUTIONS; i++) await read();

  expect((await countPlans()) - before).toBe(EXECUTIONS - 5);
});
