import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { REMOVE_TIME_LIMITS } from '../connections/direct-client.ts';
import { readTables, type Table } from './catalog.ts';
import type { BackupManifest, BackupMessage } from './message.ts';

/** Maximum bytes of a chunk of rows. */
export const MAX_CHUNK_BYTES = 1024 * 1024;

/**
 * Makes the text of values, and the time that statements, pauses and transactions may take, independent of the configuration of the
 * server, the database and the role. A dump and a load use the same settings.
 */
export const SESSION_SETTINGS = `set time zone 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1;
  ${REMOVE_TIME_LIMITS}`;

/**
 * Reads a database as of one moment, unaffected by later writes, on one connection without a statement timeout. While it
 * runs, the server keeps row versions that VACUUM would otherwise remove.
 */
export async function* dumpDatabase(
  connection: ClientConfig,
  { pepper, takenAt }: Pick<BackupManifest, 'pepper' | 'takenAt'>,
): AsyncGenerator<BackupMessage, void> {
  const client = new Client({ ...connection, application_name: 'agent-board backup' });
  // A lost connection is reported by the next statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION_SETTINGS);
    await client.query('begin isolation level repeatable read, read only');
    yield { kind: 'manifest', manifest: { takenAt, pepper, ...(await readManifest(client)) } };
    const tables = await readTables(client);
    let rows = 0;
    for (const table of tables) rows += yield* dumpTable(client, table);
    yield { kind: 'end', tables: tables.length, rows };
  } finally {
    await client.end();
  }
}

async function readManifest(client: Client): Promise<Omit<BackupManifest, 'pepper' | 'takenAt'>> {
  // The first statement takes the snapshot.
  const { rows } = await client.query<Pick<BackupManifest, 'postgres' | 'nextTransactionId'>>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransactionId",
       current_setting('server_version') as postgres`,
  );
  const [server] = rows;
  if (!server) throw new Error('the server returned no snapshot');
  const { rows: migrations } = await client.query<BackupManifest['migrations'][number]>(
    'select migration_name as name, checksum from _prisma_migrations where rolled_back_at is null order by 1',
  );
  // Sequences are not part of the snapshot. Their values are read later, so no row has a larger one.
  const { rows: sequences } = await client.query<BackupManifest['sequences'][number]>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() order by 1`,
  );
  return { ...server, migrations, sequences };
}

/** Yields a table with its rows; returns their number. */
async function* dumpTable(client: Client, { name, columns }: Table): AsyncGenerator<BackupMessage, number> {
  yield { kind: 'table', name, columns };
  const list = columns.map((column) => escapeIdentifier(column)).join();
  const copy = client.query(copyTo(`copy (select ${list} from ${escapeIdentifier(name)}) to stdout`));
  let parts: Buffer[] = [];
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    parts.push(chunk);
    if (sizeOf(parts) < MAX_CHUNK_BYTES) continue;
    for (const data of splitIntoChunks(Buffer.concat(parts))) yield { kind: 'rows', data };
    parts = [];
  }
  if (parts.length > 0) yield { kind: 'rows', data: Buffer.concat(parts) };
  return copy.rowCount;
}

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Splits bytes into chunks of at most `MAX_CHUNK_BYTES`. */
const splitIntoChunks = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / MAX_CHUNK_BYTES) }, (_, i) =>
    bytes.subarray(i * MAX_CHUNK_BYTES, (i + 1) * MAX_CHUNK_BYTES),
  );
