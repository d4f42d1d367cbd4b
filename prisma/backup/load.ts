import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, escapeIdentifier, type ClientBase, type ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migration-history.ts';
import { readDefinitions, readTables } from './catalog.ts';
import { SESSION_SETTINGS } from './dump.ts';
import { LoadError } from './load-error.ts';
import type { BackupManifest, BackupMessage } from './message.ts';
import { advanceTransactionId } from './transaction-ids.ts';
import { assertNoOtherMigrations, assertUnused } from './assert-loadable.ts';

interface LoadEvents {
  /** Called when all rows are loaded. If it throws, the transaction is rolled back. */
  readonly beforeCommit?: () => void;
  /** Called after the commit. An error or an interruption from then on leaves all rows in the database. */
  readonly afterCommit?: () => void;
}

/**
 * Loads a backup into a database that has no records, in one transaction: if it fails or the process is killed before the
 * commit, the database still has no records. After the commit, the migrations that the backup does not have are applied.
 * Returns the names of the tables and sequences of other programs, which are left out. Throws LoadError.
 */
export async function loadDatabase(
  connection: ClientConfig,
  backup: AsyncIterable<BackupMessage>,
  { beforeCommit, afterCommit }: LoadEvents = {},
): Promise<readonly string[]> {
  const messages = backup[Symbol.asyncIterator]();
  const firstMessage = await messages.next();
  if (firstMessage.done === true || firstMessage.value.kind !== 'manifest')
    throw new LoadError('the backup has no manifest');
  const { manifest } = firstMessage.value;
  await assertKnownMigrations(manifest);
  const client = new Client({ ...connection, application_name: 'agent-board restore' });
  // A lost connection is reported by the next statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION_SETTINGS);
    await assertUnused(client);
    // The rows fit the tables of the version that wrote them. Other migrations change tables and rows together. The name of such a
    // migration may come before the last one of the backup: a version can add a migration between two of an earlier version.
    await migrate(connection, undefined, { only: new Set(manifest.migrations.map(({ name }) => name)) });
    await assertNoOtherMigrations(client, manifest);
    await advanceTransactionId(client, BigInt(manifest.nextTransactionId));
    await client.query('begin');
    const omitted = await loadTables(client, manifest, messages);
    beforeCommit?.();
    await client.query('commit');
    afterCommit?.();
    await migrate(connection);
    await client.query('analyze');
    return omitted;
  } finally {
    await client.end();
  }
}

async function assertKnownMigrations({ migrations }: BackupManifest): Promise<void> {
  const knownChecksums = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const unknownMigration = migrations.find(({ name, checksum }) => knownChecksums.get(name) !== checksum);
  if (!unknownMigration) return;
  throw new LoadError(
    `the backup has migration ${unknownMigration.name}, which this version of the board does not have or has with other content: restore it with the newest version that has run on its database`,
  );
}

/**
 * Loads the rows with triggers disabled, because the backup has the effects of the triggers. Creates indexes and constraints after
 * all rows are loaded: this is faster, and a foreign key may refer to a row that is loaded later. Returns the names of the tables
 * and sequences that are left out.
 */
async function loadTables(
  client: ClientBase,
  { sequences }: BackupManifest,
  messages: AsyncIterator<BackupMessage>,
): Promise<readonly string[]> {
  const tableNames = (await readTables(client)).map(({ name }) => name);
  // `changes` is not in a backup. Empty it too: it logs the rows that migrations inserted, and the backup replaces those rows.
  const emptied = [...tableNames, 'changes'].map(escapeIdentifier);
  await client.query(`lock table ${emptied.join()} in access exclusive mode`);
  await assertUnused(client);
  const definitions = await readDefinitions(client);
  for (const { drop } of definitions.toReversed()) await client.query(drop);
  for (const table of emptied) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${emptied.join()}`);
  const omittedTables = await copyTables(client, messages, tableNames);
  for (const { create } of definitions) await client.query(create);
  for (const table of emptied) await client.query(`alter table ${table} enable trigger user`);
  return [...omittedTables, ...(await setSequences(client, sequences))];
}

/** Sets the sequences that a board has to their values. Returns the names of the sequences that it does not have. */
async function setSequences(
  client: ClientBase,
  sequences: BackupManifest['sequences'],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select sequencename::text as name from pg_sequences where schemaname = current_schema()',
  );
  const knownNames = new Set(rows.map(({ name }) => name));
  for (const { name, value } of sequences.filter((sequence) => knownNames.has(sequence.name))) {
    if (value !== null) await client.query('select setval($1, $2)', [escapeIdentifier(name), value]);
  }
  return sequences.map(({ name }) => name).filter((name) => !knownNames.has(name));
}

/**
 * Copies each table in `tableNames` from the chunks that follow it. Returns the names of other tables, which are not written: they
 * belong to another program, or to the server's catalog if a backup without a passphrase is forged. Throws LoadError if the
 * messages end too early.
 */
async function copyTables(
  client: ClientBase,
  messages: AsyncIterator<BackupMessage>,
  tableNames: readonly string[],
): Promise<readonly string[]> {
  const omitted: string[] = [];
  let current = await messages.next();
  // Yields the chunks of one table, and leaves the message after them in `current`.
  async function* takeChunks() {
    for (current = await messages.next(); current.done !== true; current = await messages.next()) {
      if (current.value.kind !== 'rows') return;
      yield current.value.data;
    }
  }
  while (current.done !== true && current.value.kind === 'table') {
    const { name, columns } = current.value;
    if (!tableNames.includes(name)) {
      omitted.push(name);
      await drain(takeChunks());
      continue;
    }
    const list = columns.map((column) => escapeIdentifier(column)).join();
    const copy = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
    await pipeline(Readable.from(takeChunks(), { objectMode: false }), copy);
  }
  if (current.done === true || current.value.kind !== 'end') throw new LoadError('the backup is incomplete');
  return omitted;
}

async function drain(chunks: AsyncIterator<Buffer, void>): Promise<void> {
  while ((await chunks.next()).done !== true);
}
