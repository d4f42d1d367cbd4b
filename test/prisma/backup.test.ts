import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase } from '../../prisma/backup/dump.ts';
import { loadDatabase } from '../../prisma/backup/load.ts';
import { LoadError } from '../../prisma/backup/load-error.ts';
import type { BackupManifest, BackupMessage } from '../../prisma/backup/message.ts';
import { advanceTransactionId } from '../../prisma/backup/transaction-ids.ts';
import { sql } from '../../prisma/client.ts';
import { migrate } from '../../prisma/migrate.ts';
import { readMigrations } from '../../prisma/migration-history.ts';
import { openBoardAtSameTime, openBoardWithEveryRecord } from '../support/records/archive.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { readContents } from '../support/database/contents.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '../support/database/database.ts';

const MANIFEST = { pepper: 'a pepper for tests that is long enough', takenAt: '2026-11-26T12:00:00.000Z' };

const dump = ({ connection }: TestDatabase) => dumpDatabase(connection, MANIFEST);

const replay = (messages: readonly BackupMessage[]): AsyncIterable<BackupMessage> => Readable.from(messages);

const withManifest = (
  messages: readonly BackupMessage[],
  change: (manifest: BackupManifest) => Partial<BackupManifest>,
): readonly BackupMessage[] =>
  messages.map((message) =>
    message.kind === 'manifest'
      ? { ...message, manifest: { ...message.manifest, ...change(message.manifest) } }
      : message,
  );

describe('a backup of a board with every kind of record', () => {
  let board: TestBoard;
  let messages: BackupMessage[];
  beforeAll(async () => {
    ({ board } = await openBoardWithEveryRecord());
    // Closing stores the times at which the agents were last seen.
    await board.app.close();
    messages = await Array.fromAsync(dump(board.database));
  });
  afterAll(() => board.database[Symbol.asyncDispose]());

  test('restores the same rows, indexes, constraints, triggers and sequences, empties the log of changes, and analyzes the tables', async () => {
    await using target = await openTestDatabase();
    await target.rows(sql`insert into changes (keys) values (array['of a migration'])`);

    await loadDatabase(target.connection, replay(messages));

    expect(await readContents(target.connection)).toEqual(await readContents(board.database.connection));
    expect(await target.rows(sql`select from changes`)).toEqual([]);
    // Without statistics, the first statements would have the plans of empty tables.
    const analyzed = sql`select distinct tablename from pg_stats where tablename in ('posts', 'entries')`;
    expect(await target.rows(analyzed)).toHaveLength(2);
  });

  test('is refused by a database with records, which stays as it was', async () => {
    await using target = await openBoardAtSameTime(board);
    await target.join('ada');
    const before = await readContents(target.database.connection);

    const loading = loadDatabase(target.database.connection, replay(messages));

    await expect(loading).rejects.toThrow(/^the database is not empty: \w+ has rows$/);
    expect(await readContents(target.database.connection)).toEqual(before);
  });

  test('is refused by a database with tables of another program', async () => {
    await using target = await openEmptyDatabase();
    await target.rows(sql`create table notes as select 'mine' as text`);

    const loading = loadDatabase(target.connection, replay(messages));

    await expect(loading).rejects.toThrow('the database has tables of another program, such as notes');
    expect(await target.rows(sql`select to_regclass('agents') as agents`)).toEqual([{ agents: null }]);
  });

  test.each([
    ['its end is missing', () => messages.slice(0, -1)],
    ['its manifest is repeated', () => messages.toSpliced(2, 0, ...messages.slice(0, 1))],
  ])('changes nothing if %s', async (_name, change) => {
    await using target = await openTestDatabase();
    const before = await readContents(target.connection);

    const loading = loadDatabase(target.connection, replay(change()));

    await expect(loading).rejects.toThrow('the backup is incomplete');
    expect(await readContents(target.connection)).toEqual(before);
  });

  test.each(['pg_description', '_prisma_migrations', 'no_table'])(
    'is restored without the table %s, and the name is returned: the embedded server loads a backup as a superuser',
    async (name) => {
      await using target = await openTestDatabase();
      const forged: BackupMessage[] = [
        { kind: 'table', name, columns: ['description'] },
        { kind: 'rows', data: Buffer.from('forged\n') },
      ];

      const omitted = await loadDatabase(target.connection, replay(messages.toSpliced(1, 0, ...forged)));

      expect(omitted).toEqual([name]);
      expect(await readContents(target.connection)).toEqual(await readContents(board.database.connection));
    },
  );

  test('is restored without a sequence that a board does not have, and the name is returned', async () => {
    await using target = await openTestDatabase();
    const changed = withManifest(messages, ({ sequences }) => ({
      sequences: [{ name: 'notes_id_seq', value: '7' }, ...sequences],
    }));

    const omitted = await loadDatabase(target.connection, replay(changed));

    expect(omitted).toEqual(['notes_id_seq']);
    expect(await readContents(target.connection)).toEqual(await readContents(board.database.connection));
  });

  test('cannot add to the statements that load it: the names of columns are quoted', async () => {
    await using target = await openTestDatabase();
    const forged: BackupMessage = { kind: 'table', name: 'channels', columns: ['slug, title'] };

    const loading = loadDatabase(target.connection, replay(messages.toSpliced(1, 0, forged)));

    await expect(loading).rejects.toThrow('column "slug, title" of relation "channels" does not exist');
  });

  test('is refused if it has a migration that this version does not have', async () => {
    await using target = await openEmptyDatabase();
    const changed = withManifest(messages, () => ({
      migrations: [{ name: '29990101000000_later', checksum: '' }],
    }));

    const loading = loadDatabase(target.connection, replay(changed));

    await expect(loading).rejects.toThrow(
      'the backup has migration 29990101000000_later, which this version',
    );
  });

  test('is refused by a database with a migration that the backup does not have', async () => {
    await using target = await openTestDatabase();
    const older = withManifest(messages, ({ migrations }) => ({ migrations: migrations.slice(0, -1) }));

    await expect(loadDatabase(target.connection, replay(older))).rejects.toThrow(
      /^the database has migration \d+_\w+, which the backup does not have/,
    );
  });
});

test('the later migrations are applied after a backup of an older version is loaded', async () => {
  await using source = await openEmptyDatabase();
  await using target = await openEmptyDatabase();
  const names = (await readMigrations()).map(({ name }) => name);
  const applied = await migrate(source.connection, undefined, { last: names.at(-2) });
  await source.rows(sql`insert into trusted_documents values ('an id', 'a name', 'a text', now())`);

  await loadDatabase(target.connection, dump(source));

  expect(applied).toEqual(names.slice(0, -1));
  expect(await target.rows(sql`select id from trusted_documents`)).toEqual([{ id: 'an id' }]);
  expect(await target.rows(sql`select migration_name from _prisma_migrations order by 1`)).toEqual(
    names.map((migration_name) => ({ migration_name })),
  );
});

test('a backup without a migration that a later version added before its last one is restored, and the migration is applied', async () => {
  await using source = await openEmptyDatabase();
  await using target = await openEmptyDatabase();
  const names = (await readMigrations()).map(({ name }) => name);
  const olderNames = names.filter((name) => name !== '20261127150000_index_hidden_submissions');
  const applied = await migrate(source.connection, undefined, { only: new Set(olderNames) });
  await source.rows(sql`insert into trusted_documents values ('an id', 'a name', 'a text', now())`);

  await loadDatabase(target.connection, dump(source));

  expect([applied, olderNames.length]).toEqual([olderNames, names.length - 1]);
  expect(await target.rows(sql`select id from trusted_documents`)).toEqual([{ id: 'an id' }]);
  expect(await target.rows(sql`select migration_name from _prisma_migrations order by 1`)).toEqual(
    names.map((migration_name) => ({ migration_name })),
  );
});

test('a backup has no migrations that were rolled back', async () => {
  await using source = await openTestDatabase();
  await source.rows(sql`
    insert into _prisma_migrations (id, migration_name, checksum, started_at, rolled_back_at)
    values ('an id', '29990101000000_undone', '', now(), now())`);

  const { value } = await dump(source).next();

  const { migrations } = (value as Extract<BackupMessage, { kind: 'manifest' }>).manifest;
  expect(migrations.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name));
});

test('a backup has the rows of one moment, and no rows of transactions that commit later', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { thread_id: thread } = await ada.openThread('a thread', 'general', 'in time');
  const messages = dump(board.database);
  const first = await messages.next();
  await ada.post(thread, 'too late');
  await using target = await openTestDatabase();

  await loadDatabase(
    target.connection,
    (async function* () {
      if (!first.done) yield first.value;
      yield* messages;
    })(),
  );

  expect(await target.rows(sql`select body from posts`)).toEqual([{ body: 'in time' }]);
});

test('transaction ids are advanced to the id of the backup, unless this id is too far ahead', async () => {
  await using database = await openEmptyDatabase();
  const client = new Client(database.connection);
  await client.connect();
  const nextId = async () =>
    BigInt(
      (await client.query<{ id: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as id'))
        .rows[0]!.id,
    );
  const target = (await nextId()) + 5_000n;

  await advanceTransactionId(client, target);
  const reached = await nextId();
  await advanceTransactionId(client, target);
  // This id is too far ahead, so the call takes no ids.
  await advanceTransactionId(client, reached + 1_000_000_000n);

  expect(reached).toBeGreaterThanOrEqual(target);
  expect(await nextId()).toBeLessThan(reached + 5_000n);
  await client.end();
});

test.each([
  ['without messages', []],
  ['that does not begin with a manifest', [{ kind: 'end', tables: 0, rows: 0 }]],
] as const)('a backup %s is refused', async (_what, messages) => {
  // Nothing listens on this port: the backup is refused before a connection is opened.
  const loading = loadDatabase({ host: '127.0.0.1', port: 1 }, replay(messages));

  await expect(loading).rejects.toThrow(new LoadError('the backup has no manifest'));
});
