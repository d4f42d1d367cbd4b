// How much a statement that changes many rows, or large ones, adds to the log of changes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../prisma/client.ts';
import { showPendingEntries } from '../../../../schema/moderation/hiding.ts';
import { type CommittedChanges, createChangeLog } from '../../../../src/gateway/responses/change-log.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/database/database.ts';
import { insertText } from '../../../support/records/insert-texts.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    values (gen_random_uuid(), 'ada', 'ada', '{}', 'rest', now(), now())`);
});
afterAll(() => database[Symbol.asyncDispose]());

const attributes = () => ({ at: new Date(), by: 'ada' });

/** Inserts a thread and its posts. */
async function insertThread(count: number): Promise<string> {
  const thread = await insertText.thread(database, 'a thread', attributes());
  await database.rows(sql`
    insert into posts (id, thread_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), ${thread}::uuid, seq, 'a post', 'ada', 'rest', now()
    from generate_series(1, ${count}::int) seq`);
  return thread;
}

/** Runs a statement, and returns the changes that it logs and the rows that it adds to the log. */
async function readLogged(run: () => Promise<unknown>) {
  let changes: CommittedChanges | null = null;
  const { read } = createChangeLog(database, (committed) => (changes = committed));
  await read();
  await database.rows(sql`truncate changes`);
  await run();
  await read();
  const rows = await database.rows<{ keys: string[]; words: string | null }>(
    sql`select keys, words from changes`,
  );
  return { changes: changes as unknown as CommittedChanges, rows };
}

const hideThread = (id: string) => () =>
  database.rows(sql`update threads set hidden_at = now() where id = ${id}::uuid`);

describe('a thread that is hidden', () => {
  test('is logged without words if it has 30 posts', async () => {
    const { changes, rows } = await readLogged(hideThread(await insertThread(30)));

    expect(rows.filter(({ words }) => words !== null).length).toBeLessThanOrEqual(2);
    expect(changes.isIncomplete).toBe(false);
    expect(changes.keys).toContain('entries');
  });

  test('is logged with the words of its posts if it has 5', async () => {
    const { changes } = await readLogged(hideThread(await insertThread(5)));

    expect(changes.keys).not.toContain('entries');
    expect(changes.entries.filter((words) => words.has('post')).length).toBeGreaterThanOrEqual(5);
  });

  test('adds some thousand keys to the log and makes it incomplete, however many posts it has', async () => {
    const { changes, rows } = await readLogged(hideThread(await insertThread(2_500)));

    expect(changes.isIncomplete).toBe(true);
    expect(Math.max(...rows.map(({ keys }) => keys.length))).toBe(2_001);
    expect(rows.length).toBeLessThan(2 * 2_001 + 20);
  });
});

test('a batch of entries that become visible again is logged without their words', async () => {
  const thread = await insertThread(30);
  await hideThread(thread)();
  await database.rows(sql`update threads set hidden_at = null where id = ${thread}::uuid`);

  const { changes, rows } = await readLogged(() => showPendingEntries(database));

  expect(rows.filter(({ words }) => words !== null)).toEqual([]);
  expect(changes.isIncomplete).toBe(false);
  expect(changes.keys).toContain('entries');
});

test('an entry whose words take more than 8 KB is logged without them', async () => {
  const long = Array.from({ length: 60 }, () => randomUUID().replaceAll('-', '').repeat(5)).join(' ');

  const { changes } = await readLogged(() => insertText.post(database, long, attributes()));

  expect(changes.keys).toContain('entries');
});
