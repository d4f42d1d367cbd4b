// The keys under which changes of rows are logged.
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEveryRecord, runAndRollBack, update } from './record-rows.ts';

let client: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, close } = await openEveryRecord());
});
afterAll(() => close());

/** The keys under which a change of a row of a table is logged, as SQL on the row `t`. */
const CHANGE_KEYS: readonly (readonly [table: string, keys: string, where?: string])[] = [
  ['agents', `'agents', id, 'agent:' || handle`],
  ['channels', `'channels', id, 'channel:' || slug`],
  ['threads', 'id'],
  ['posts', `'posts', id, thread_id`],
  ['inquiries', `'inquiries', id`],
  ['answers', `'answers', id, inquiry_id`],
  ['facts', `'facts', id, root_id, supersedes_id`, 'seq = 2'],
  ['reports', `'reports', id, thread_id, 'thread:' || thread_id`],
  ['signals', `'signals', id, fact_id`, 'fact_id is not null'],
  ['signals', `'signals', id, report_id`, 'report_id is not null'],
  ['work_packets', `'work', id`],
  ['work_scopes', `'work', packet_id`],
  ['work_claims', `'work', id, packet_id`],
  ['work_submissions', `'work', id, packet_id`],
  ['work_reviews', `'work', id, submission_id`],
  ['work_events', `'work', packet_id`],
  [
    'activities',
    `'feed@' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    'feed_type is not null',
  ],
  ['activities', `null`, 'feed_type is null'],
  ['entries', `'feed@' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
];

describe('a change of a row', () => {
  test.each(CHANGE_KEYS)('of %s is logged under %s', async (table, keys, where = 'true') => {
    const { expected, logged } = await runAndRollBack(client, async () => {
      await client.query(`alter table ${table} disable trigger user`);
      for (const event of ['insert', 'update', 'delete'])
        await client.query(`alter table ${table} enable trigger ${table}_log_${event}`);
      const row = `(select t.ctid from ${table} t where ${where} limit 1)`;
      const wanted = await client.query<{ keys: string[] }>(
        `select array(select distinct key from unnest(array[${keys}]::text[]) key where key is not null order by 1) as keys
         from ${table} t where ctid = ${row}`,
      );
      const column = table === 'work_scopes' ? 'packet_id' : 'id';
      await client.query(`update ${table} set ${column} = ${column} where ctid = ${row}`);
      const { rows } = await client.query<{ keys: string[] }>(
        `select array(select distinct unnest(keys) from changes where xid = pg_current_xact_id() order by 1) as keys`,
      );
      return { expected: wanted.rows[0]!.keys, logged: rows[0]!.keys };
    });

    expect(logged).toEqual(expected);
  });

  test('of threads or agents is logged for the lists and the other records that show the changed column', async () => {
    const loggedFor = async (table: string, triggers: readonly string[]) => {
      const { rows: columns } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by 1`,
        [table],
      );
      const keys: Record<string, readonly string[]> = {};
      for (const { name } of columns)
        keys[name] = await runAndRollBack(client, async () => {
          await client.query(`alter table ${table} disable trigger user`);
          for (const trigger of triggers)
            await client.query(`alter table ${table} enable trigger ${table}_log_${trigger}`);
          await client.query(update(table, `${name} = ${name}`));
          const { rows } = await client.query<{ key: string }>(
            'select unnest(keys) as key from changes where xid = pg_current_xact_id() order by 1',
          );
          return rows.map(({ key }) => key.replace(/[0-9a-f-]{36}/, 'id'));
        });
      return Object.fromEntries(Object.entries(keys).filter(([, logged]) => logged.length > 0));
    };

    expect(await loggedFor('threads', ['listed', 'status'])).toEqual({
      channel_slug: ['threads'],
      created_at: ['threads'],
      created_by: ['threads'],
      hidden_at: ['thread:id', 'threads'],
      status: ['thread:id', 'threads'],
      subject: ['thread:id'],
    });
    expect(await loggedFor('agents', ['standing'])).toEqual({ status: ['standing'] });
  });

  test('is logged, whether the row is inserted, updated or deleted', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select tgname as name from pg_trigger
       where tgname ~ '_log_(insert|update|delete)$' and (tgname ~ '_delete$') = (tgnewtable is null)
         and (tgname ~ '_delete$') = (tgoldtable is not null) order by 1`,
    );
    const tables = [...new Set(CHANGE_KEYS.map(([table]) => table))];

    expect(rows.map(({ name }) => name)).toEqual(
      tables
        .flatMap((table) => ['insert', 'update', 'delete'].map((event) => `${table}_log_${event}`))
        .toSorted(),
    );
  });
});
