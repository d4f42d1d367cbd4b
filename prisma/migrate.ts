import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, type ClientConfig, DatabaseError, escapeIdentifier } from 'pg';
import { connectDirectly } from './connections/direct-client.ts';
import {
  createMigrationsTable,
  hasMigrationsTable,
  type Migration,
  MigrationError,
  type MigrationHistory,
  readHistory,
  readMigrations,
  UnsupportedDatabaseError,
} from './migration-history.ts';
import { lockMigrations, type LockOptions } from './migration-lock.ts';

export { MigrationError, UnsupportedDatabaseError };

export interface MigrateOptions extends LockOptions {
  /** The last migration to apply. Default: all. */
  readonly last?: string | undefined;
  /** The names of the migrations to apply. Default: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Called if a newer version has applied migrations; this version is compatible with them. */
  readonly onNewer?: ((names: readonly string[]) => void) | undefined;
  /** Called if a migration waits for other transactions, before it is tried for the second time. */
  readonly onRetry?: ((name: string) => void) | undefined;
}

/**
 * Applies the pending migrations and returns their names. Processes that start at the same time wait for each other
 * (`lockMigrations`). Writes nothing if no migration is pending, so that a board can start on a read-only database. Throws
 * MigrationError and the error of `lockMigrations`; PoolerError before it takes the lock.
 */
export async function migrate(
  config: ClientConfig,
  folder?: string,
  { last, only, onNewer, onRetry, ...lock }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connect(config);
  try {
    await assertSupported(client);
    await lockMigrations(client, lock);
    if (!(await hasMigrationsTable(client))) await createMigrationsTable(client);
    const { pending, newer } = await readHistory(client, await readMigrations(folder));
    if (newer.length > 0) onNewer?.(newer);
    const wantedMigrations = pending.filter(
      ({ name }) => (last === undefined || name <= last) && (only === undefined || only.has(name)),
    );
    for (const migration of wantedMigrations) await apply(client, migration, onRetry);
    return wantedMigrations.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Returns the history of the database. `pending` has the migrations that `migrate` would apply. `isUnused` is true if no migration
 * has been applied, so that no board has used the database. Changes nothing. Throws MigrationError and PoolerError.
 */
export async function readMigrationHistory(
  config: ClientConfig,
): Promise<MigrationHistory & { readonly isUnused: boolean }> {
  const client = await connect(config);
  try {
    await assertSupported(client);
    const knownMigrations = await readMigrations();
    const unused = { applied: new Set<string>(), pending: knownMigrations, newer: [] };
    const history = (await hasMigrationsTable(client)) ? await readHistory(client, knownMigrations) : unused;
    return { ...history, isUnused: history.applied.size === 0 };
  } finally {
    await client.end();
  }
}

const connect = (config: ClientConfig) =>
  connectDirectly({ application_name: 'agent-board migrate', ...config });

/** Throws UnsupportedDatabaseError if the server is too old, or the database does not store text in UTF-8. */
async function assertSupported(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const { version = 0, encoding = '' } = rows[0] ?? {};
  assertSupportedVersion(version);
  if (encoding === 'UTF8') return;
  throw new UnsupportedDatabaseError(
    `DATABASE_URL: the encoding of the database is ${encoding}; UTF8 is needed`,
  );
}

const MIN_SUPPORTED_MAJOR = 15;

/** Throws UnsupportedDatabaseError if the server is too old. `version` is `server_version_num`, e.g. 150018. */
export function assertSupportedVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= MIN_SUPPORTED_MAJOR) return;
  throw new UnsupportedDatabaseError(
    `DATABASE_URL: the server is PostgreSQL ${major}; ${MIN_SUPPORTED_MAJOR} or newer is needed`,
  );
}

/**
 * Writes queue up behind a migration that waits for a lock. Each wait is therefore short, and writes proceed between two
 * waits.
 */
const LOCK_TIMEOUT_MS = 300;
const RETRY_PAUSE_MS = 700;
const MAX_ATTEMPTS = 60;

/** A lock was not available in time (55P03), or transactions waited for each other (40P01). */
const isLockFailure = (error: unknown): boolean =>
  error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '');

async function apply(
  client: Client,
  migration: Migration,
  onRetry: MigrateOptions['onRetry'],
  attempt = 1,
): Promise<void> {
  const { name, runsInTransaction } = migration;
  try {
    await (runsInTransaction ? applyInTransaction : applyStatement)(client, migration);
  } catch (cause) {
    if (!isLockFailure(cause) || attempt === MAX_ATTEMPTS) {
      const advice = isLockFailure(cause)
        ? ': end the transactions that use its tables, and start again'
        : '';
      throw new MigrationError(`migration ${name} failed: ${(cause as Error).message}${advice}`, { cause });
    }
    if (attempt === 1) onRetry?.(name);
    await wait(RETRY_PAUSE_MS);
    await apply(client, migration, onRetry, attempt + 1);
  }
}

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    // The rollback fails too if the connection is lost. The caller gets the first error.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** If the process ends before the migration is recorded, the next start repeats the statement. */
async function applyStatement(client: Client, migration: Migration): Promise<void> {
  await dropInvalidIndexes(client, migration.sql);
  await client.query(migration.sql);
  await record(client, migration);
}

/** An interrupted `create index concurrently` leaves an invalid index behind. */
async function dropInvalidIndexes(client: Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_index join pg_class on oid = indexrelid
     where not indisvalid and relnamespace = current_schema()::regnamespace and strpos($1, relname) > 0`,
    [statement],
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${escapeIdentifier(name)}`);
}

async function record(client: Client, { name, checksum, phase }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, $4, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name, phase],
  );
}
