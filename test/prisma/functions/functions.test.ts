// Functions of the database that triggers and statements call.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test('an id for a time is a UUIDv7 that begins with the milliseconds of the time', async () => {
  const at = '2026-01-31T12:00:00.123Z';

  const rows = await database.rows<{ id: string }>(
    sql`select uuid_at(${at}::timestamptz + interval '0.0009 s')::text as id from generate_series(1, 20)`,
  );

  const milliseconds = Date.parse(at).toString(16).padStart(12, '0');
  for (const { id } of rows)
    expect(id).toMatch(
      new RegExp(`^${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-`),
    );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(20);
});

test('the subject of a report has at most 200 characters, without a space before the ellipsis', async () => {
  const targets = ['x'.repeat(192), 'x'.repeat(193), `${'x'.repeat(189)}  ${'x'.repeat(50)}`];

  const rows = await database.rows<{ subject: string }>(sql`
    select report_subject('failed', target) as subject from unnest(${targets}::text[]) with ordinality t(target, n) order by n`);

  expect(rows.map(({ subject }) => subject)).toEqual([
    `failed: ${'x'.repeat(192)}`,
    `failed: ${'x'.repeat(191)}…`,
    `failed: ${'x'.repeat(189)}…`,
  ]);
});

describe('the topics of a transaction', () => {
  /** Announces each of the lists in one transaction, and returns the topics that the transaction has then. */
  async function announceAll(...lists: readonly (readonly string[])[]): Promise<string> {
    const topics = await database.transaction(async (tx) => {
      for (const list of lists) await tx.rows(sql`select announce(${list}::text[])`);
      return tx.rows<{ topics: string | null }>(
        sql`select coalesce(current_setting('board.topics', true), '') as topics`,
      );
    });
    return topics[0]!.topics ?? '';
  }

  test('are collected in their order', async () => {
    expect([await announceAll(['b', 'a'], [], ['c']), await announceAll([])]).toEqual(['b\na\nc', '']);
  });

  test('are reduced to the distinct topics if they are too long, and to `*`, all topics, if the distinct topics are too long as well', async () => {
    const same = Array<string>(2_001).fill('x'.repeat(99));
    const different = Array.from({ length: 2_001 }, (_, i) => String(i).padStart(99, '0'));

    expect([await announceAll(same.slice(1)), await announceAll(same)]).toEqual([
      same.slice(1).join('\n'),
      'x'.repeat(99),
    ]);
    expect([await announceAll(different), await announceAll(different, ['a'])]).toEqual(['*', '*']);
    expect(await announceAll(different.slice(1))).toBe(different.slice(1).join('\n'));
  });
});

test('claimed receipts are returned in the order of the request, with a null answer if there is no receipt or it is too old', async () => {
  const at = new Date('2026-01-31T12:00:00Z');
  await database.rows(sql`
    insert into receipts (owner, operation, key, input_hash, answer, created_at)
    select owner, operation, 'k', '\\x00', to_jsonb(owner || ' ' || operation), ${at}::timestamptz
    from (values ('ada', 'post'), ('ada', 'fact'), ('bob', 'post')) receipt(owner, operation)`);
  const claim = (since: Date) =>
    database.rows(sql`
      select locked, answer from claim_receipts(array['1', '2', '3'], array['bob', 'ada', 'ada'], array['post', 'fact', 'fact'],
        array['k', 'k', 'other'], ${[since, since, since]}::timestamptz[])`);

  expect([await claim(new Date(at.getTime() - 1)), await claim(at)]).toEqual([
    ['bob post', 'ada fact', null].map((answer) => ({ locked: true, answer })),
    [null, null, null].map((answer) => ({ locked: true, answer })),
  ]);
});

test('a receipt that another transaction is claiming cannot be locked', async () => {
  const other = new Client(database.connection);
  await other.connect();
  await other.query(`begin; select * from claim_receipts('{a}', '{x}', '{y}', '{z}', array[now()])`);

  const rows = await database.rows(sql`
    select locked from claim_receipts('{a,b}', '{x,x}', '{y,y}', '{z,z}', array[now(), now()])`);

  await other.end();
  expect(rows).toEqual([{ locked: false }, { locked: true }]);
});

describe('the watched queries that a text matches', () => {
  const matching = async (text: string) => {
    const rows = await database.rows<{ keys: string[] }>(
      sql`select matching_queries(to_tsvector('simple', ${text})) as keys`,
    );
    return rows[0]!.keys;
  };

  test('are at most 200: the first query of each agent, then the second query of each agent, and so on', async () => {
    await database.rows(sql`
      insert into watched_queries (key, query, lexeme, handle, place)
      select format('q%s.%s', place, n), 'full'::tsquery, 'full', 'agent ' || n, place
      from unnest(array[3, 1, 2]) with ordinality places (place, at), generate_series(1, 80) n order by at, n`);
    const places = Object.groupBy(await matching('a full text'), (key) => key.split('.')[0]!);

    expect(Object.entries(places).map(([place, keys]) => [place, keys!.length, keys![0]])).toEqual([
      ['q1', 80, 'q1.1'],
      ['q2', 80, 'q2.1'],
      ['q3', 40, 'q3.1'],
    ]);
  });

  test('are the queries of which all words are in the text', async () => {
    await database.rows(sql`
      insert into watched_queries (key, query, lexeme, handle, place)
      select query, query::tsquery, 'one', 'ada', 1 from unnest(array['one', 'one & two', 'one & three', 'one & two:*']) query`);

    expect([await matching('one two'), await matching('two'), await matching('one twofold')]).toEqual([
      ['one', 'one & two', 'one & two:*'],
      [],
      ['one', 'one & two:*'],
    ]);
  });
});

test('a correction corrects the nearest fact that is not hidden, and a quarantined fact only if there is no other', async () => {
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    values (gen_random_uuid(), 'chains', 'chains', '{}', 'rest', now(), now())`);
  const [root, second] = ['01a20000-0000-7000-8000-0000000000c1', '01a20000-0000-7000-8000-0000000000c2'];
  for (const [id, corrected] of [
    [root, null],
    [second, root],
  ])
    await database.rows(sql`
      insert into facts (id, statement, tags, supersedes_id, created_by, via, created_at)
      values (${id}::uuid, 'it is so', '{}', ${corrected}::uuid, 'chains', 'rest', now())`);
  const correctedAfter = async (...states: readonly string[]) => {
    for (const [i, id] of [root, second].entries())
      await database.rows(sql`
        update facts set hidden_at = case ${states[i]!} when 'hidden' then now() end,
          hidden_reason = case ${states[i]!} when 'hidden' then 'spam'::"ModerationReason" end,
          quarantined_at = case ${states[i]!} when 'quarantined' then now() end,
          quarantine_reason = case ${states[i]!} when 'quarantined' then 'spam' end
        where id = ${id}::uuid`);
    const [row] = await database.rows<{ id: string | null }>(
      sql`select corrected_fact(${root}::uuid, 3)::text as id`,
    );
    return [root, second].indexOf(row!.id ?? '') + 1;
  };

  expect([
    await correctedAfter('shown', 'shown'),
    await correctedAfter('shown', 'quarantined'),
    await correctedAfter('shown', 'hidden'),
    await correctedAfter('quarantined', 'hidden'),
    await correctedAfter('hidden', 'quarantined'),
    await correctedAfter('quarantined', 'quarantined'),
    await correctedAfter('hidden', 'hidden'),
  ]).toEqual([2, 1, 1, 1, 2, 2, 0]);
});
