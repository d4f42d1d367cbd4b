// Statements that run with nearly every request get generic plans: after some executions, a connection plans them no more
// (docs/decisions/0059-reads-by-key-are-planned-once.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { createLoaders } from '../../schema/data/loaders.ts';
import { createSeqPage } from '../../schema/data/seq-pages.ts';
import { createChangeLog } from '../../src/gateway/responses/change-log.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const ID = '01a1fb67-1800-7000-8000-0000000000aa';

/** The number of executions with custom plans, after which PostgreSQL compares custom plans with a generic plan. */
const CUSTOM_EXECUTIONS = 5;

test.each<readonly [string, (opened: TestDatabase) => () => Promise<unknown>]>([
  [
    'the log of changes',
    (opened) => {
      const { read } = createChangeLog(opened, () => undefined);
      return async () => {
        await opened.rows(sql`insert into changes (keys) values ('{a key}')`);
        await read();
      };
    },
  ],
  ['a record by its id', (opened) => () => createLoaders(opened).complete.factById.load(ID)],
  ['a key with its agent', (opened) => () => createLoaders(opened).complete.credentialByKid.load('a key')],
  [
    'a page of posts',
    (opened) => () =>
      createLoaders(opened).complete.postPage.load(
        { threadId: ID, ...createSeqPage({ size: 20 }) },
        { seesAll: false, handle: 'ada' },
      ),
  ],
])('%s is read with a generic plan after five executions', async (_what, open) => {
  const countCustomPlans = async () => {
    const [row] = await database.rows<{ custom: number }>(
      sql`select coalesce(sum(custom_plans), 0)::int as custom from pg_prepared_statements`,
    );
    return row?.custom ?? 0;
  };
  const read = open(database);
  const before = await countCustomPlans();

  for (let i = 0; i < CUSTOM_EXECUTIONS + 2; i++) await read();

  expect((await countCustomPlans()) - before).toBe(CUSTOM_EXECUTIONS);
});
