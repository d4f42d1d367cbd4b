// The log of changes: docs/decisions/0052-responses-that-survive-writes.md.
import { randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import {
  type CommittedChanges,
  createChangeLog,
  createChangeLogCleaner,
} from '../../../src/gateway/responses/change-log.ts';
import { openClient, type Query } from '../../support/database/open-client.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { Explainer } from '../../support/database/explain.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

const opened = new AsyncDisposableStack();
let database: TestDatabase;
let [first, second]: [Query, Query] = [] as never;

beforeAll(async () => {
  database = opened.use(await openTestDatabase());
  [first, second] = [
    await openClient(opened, database.connection),
    await openClient(opened, database.connection),
  ];
});
afterAll(() => opened.disposeAsync());

const ENTRY = randomUUID();

const log = (query: Query, ...keys: readonly string[]) =>
  query(sql`insert into changes (keys) values (${keys})`);

/** Returns a function that reads the log, and returns the new keys that begin with `test`, or `incomplete`. */
async function openLog() {
  const none: CommittedChanges = { keys: [], entries: [], isIncomplete: false };
  let changes = none;
  const { read } = createChangeLog(database, (committed) => (changes = committed));
  const next = async () => {
    changes = none;
    await read();
    return changes.isIncomplete
      ? 'incomplete'
      : changes.keys.filter((key) => key.startsWith('test')).toSorted();
  };
  expect(await next()).toBe('incomplete');
  return next;
}

describe('the log of changes', () => {
  test('returns each change that was committed since it was last read, once', async () => {
    const next = await openLog();

    await log(first, 'test a', 'test b');
    await log(second, 'test b');

    expect([await next(), await next()]).toEqual([['test a', 'test b'], []]);
  });

  test('returns the changes of a transaction after its commit, also if later transactions have been committed before', async () => {
    const next = await openLog();

    await first(sql`begin`);
    await log(first, 'test early');
    await log(second, 'test late');
    const beforeCommit = await next();
    await log(second, 'test later');
    await next();
    await first(sql`commit`);

    expect([beforeCommit, await next(), await next()]).toEqual([['test late'], ['test early'], []]);
  });

  test('has no changes of a transaction that was rolled back', async () => {
    const next = await openLog();

    await first(sql`begin`);
    await log(first, 'test undone');
    await next();
    await first(sql`rollback`);

    expect(await next()).toEqual([]);
  });

  test('is read by its index, although it was short when PostgreSQL planned the statement', async () => {
    await using used = await openTestDatabase();
    const { read } = createChangeLog(used, () => undefined);
    const writeAndRead = async (count: number) => {
      await used.rows(
        sql`insert into changes (keys) select array['test'] from generate_series(1, ${count}::int)`,
      );
      await read();
    };
    const countSequentiallyReadRows = async () => {
      await writeAndRead(1);
      const [row] = await used.rows<{ scans: number; rows: number }>(sql`
        select idx_scan::int as scans, seq_tup_read::int as rows from pg_stat_user_tables where relname = 'changes'`);
      return row && row.scans > 0 ? row.rows : null;
    };
    await used.rows(sql`vacuum changes`);
    for (let i = 0; i < 8; i++) await writeAndRead(1);
    await writeAndRead(3_000);

    // PostgreSQL updates these statistics with a delay of up to a second.
    await expect.poll(countSequentiallyReadRows, { interval: 300 }).not.toBeNull();
    expect(await countSequentiallyReadRows()).toBe(0);
  });

  test('reports that it is incomplete after more than 2 000 changes', async () => {
    const next = await openLog();

    await first(sql`insert into changes (keys) select array['test same'] from generate_series(1, 2001)`);

    expect([await next(), await next()]).toEqual(['incomplete', []]);
  });

  test('reports that it is incomplete after more than 20 changed entries', async () => {
    const next = await openLog();
    const change = (count: number) =>
      first(
        sql`insert into changes (keys, words) select array['test same'], 'word' from generate_series(1, ${count})`,
      );

    await change(20);
    const whole = await next();
    await change(21);

    expect([whole, await next()]).toEqual([['test same'], 'incomplete']);
  });

  test('reads the words of at most 21 entries, however many have changed', async () => {
    const entriesRead: number[] = [];
    const rows: typeof database.rows = async (...statement) => {
      const found = await database.rows<{ readonly words?: readonly string[] }>(...statement);
      entriesRead.push(found[0]?.words?.length ?? 0);
      return found as never;
    };
    const { read } = createChangeLog({ ...database, rows }, () => undefined);
    await read();

    await first(
      sql`insert into changes (keys, words) select array['test many'], 'word' from generate_series(1, 500)`,
    );
    await read();

    expect(Math.max(...entriesRead)).toBe(21);
  });

  test('reports that it is incomplete after the server was started again or replaced', async () => {
    const servers = ['first', 'first', 'second', 'second'].map((server) => ({
      snapshot: '9:9:',
      isStandby: false,
      server,
      position: 0,
    }));
    const rows = () => Promise.resolve([servers.shift()] as never);
    const isIncomplete: boolean[] = [];
    const { read } = createChangeLog({ ...database, rows }, (changes) =>
      isIncomplete.push(changes.isIncomplete),
    );

    for (let i = 0; i < 4; i++) await read();

    expect(isIncomplete).toEqual([true, true]);
  });

  test('loses only changes that were committed before the second to last cleaning', async () => {
    const clean = createChangeLogCleaner(database, 0);
    const kept = async () =>
      (await database.rows<{ key: string }>(sql`select unnest(keys) as key from changes order by 1`))
        .map(({ key }) => key)
        .filter((key) => key.startsWith('kept'));
    await first(sql`begin`);
    await log(first, 'kept: in progress');
    await log(second, 'kept: committed');

    await clean();
    await first(sql`commit`);
    await log(second, 'kept: after the first cleaning');
    const afterFirst = await kept();
    await clean();

    expect([afterFirst, await kept()]).toEqual([
      ['kept: after the first cleaning', 'kept: committed', 'kept: in progress'],
      ['kept: after the first cleaning', 'kept: in progress'],
    ]);
  });

  test('has every change of a record under its id, and under the ids of the records that it belongs to', async () => {
    const [thread, post] = [randomUUID(), randomUUID()];
    const keysOf = async (run: () => Promise<unknown>) => {
      let keys: readonly string[] = [];
      const { read } = createChangeLog(database, (committed) => (keys = committed.keys));
      await read();
      await run();
      await read();
      return keys.toSorted();
    };
    await first(sql`
      insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
      values (${randomUUID()}, 'ada', 'ada', '{}', 'rest', now(), now())`);
    await first(sql`
      insert into threads (id, channel_slug, subject, created_by, via, created_at)
      values (${thread}, 'general', 'a thread', 'ada', 'rest', now())`);

    const inserted = await keysOf(() =>
      first(sql`
        insert into posts (id, thread_id, seq, body, created_by, via, created_at)
        values (${post}, ${thread}, 1, 'a post', 'ada', 'rest', '2026-01-02T03:04:05.678Z')`),
    );
    const hidden = await keysOf(() => first(sql`update posts set hidden_at = now() where id = ${post}`));
    const locked = await keysOf(() => first(sql`update threads set status = 'locked' where id = ${thread}`));

    expect(inserted).toEqual(['feed@2026-01-02T03:04:05.678Z', 'posts', post, thread].toSorted());
    expect(hidden).toEqual(expect.arrayContaining(['feed@2026-01-02T03:04:05.678Z', 'posts', post, thread]));
    expect(locked).toEqual(['threads', `thread:${thread}`, thread].toSorted());
  });

  test('has the old and the new lexemes of an entry, unless there are more than 500', async () => {
    const words: string[][] = [];
    const { read } = createChangeLog(database, ({ entries, keys }) =>
      words.push(
        ...entries.map((entry) => [...entry].toSorted()),
        [...keys].filter((key) => key === 'entries'),
      ),
    );
    await read();
    words.length = 0;
    const update = async (text: string) => {
      await first(sql`
        insert into entries (id, type, created_by, created_at, tsv) values (${ENTRY}, 'post', 'ada', now(), to_tsvector('simple', ${text}))
        on conflict (id) do update set tsv = excluded.tsv`);
      await read();
      return words.splice(0);
    };

    const inserted = await update("it's new");
    const updated = await update('newer');
    const long = await update(Array.from({ length: 500 }, (_, i) => `word${i}`).join(' '));

    expect(inserted).toEqual([['it', 'new', 's', '~aada'], []]);
    expect(updated).toEqual(expect.arrayContaining([['it', 'new', 's', '~aada'], ['newer', '~aada'], []]));
    expect(long).toEqual([['newer', '~aada'], ['entries']]);
  });
});

test('a read that ends after a later read returns the position of the changes that the later read has passed on', async () => {
  const stateAt = (position: number) => ({
    snapshot: `${position}:${position}:`,
    isStandby: false,
    server: 'a',
    position,
    rows: 0,
    keys: [],
    words: [],
  });
  const slow = Promise.withResolvers<object[]>();
  const results = [[stateAt(10)], slow.promise, [stateAt(20)], [stateAt(20)]];
  const { read } = createChangeLog(
    { rows: () => Promise.resolve(results.shift()) } as never,
    () => undefined,
  );
  await read();

  const reading = read();
  await immediate();
  await read();
  slow.resolve([stateAt(10)]);

  expect((await reading).position).toBe(20);
});

test.each(['custom', 'generic'] as const)(
  'only new rows of a long log are read before it has been analyzed, with a %s plan',
  async (kind) => {
    await using opened = new AsyncDisposableStack();
    const long = opened.use(await openTestDatabase());
    await long.rows(sql`alter table changes set (autovacuum_enabled = false)`);
    await long.rows(sql`insert into changes (xid, keys)
      select (i % 500 + 3)::text::xid8, array['a key'] from generate_series(1, 50000) i`);
    const [running, committing] = [
      await openClient(opened, long.connection),
      await openClient(opened, long.connection),
    ];
    await running(sql`begin`);
    await log(running, 'in progress');
    await log(committing, 'committed');
    const { read } = createChangeLog(long, () => undefined);
    await read();
    const { sent } = await recordStatements(long, read);
    const explainer = opened.use(await Explainer.open(long.connection));

    const plans = await Promise.all(sent.map((statement) => explainer.explain(statement, kind)));

    const [plan] = plans;
    expect(plan?.scannedTables).toEqual([]);
    expect(plan?.maxRowsRead).toBeLessThan(10);
  },
);
