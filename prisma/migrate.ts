import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { connectDirectly } from './connections/direct-client.ts';
import { lockMigrations, type LockOptions } from './migration-lock.ts';

const SHIPPED_FOLDER = join(import.meta.dirname, 'migrations');

/** Prisma's own table, column for column, so that Prisma's command line accepts the database. */
const CREATE_MIGRATIONS_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/**
 * The server is too old, the history of the database does not match the code's migrations, or a migration failed and
 * was rolled back.
 */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Applies all pending migrations, or those up to `last`, each in its own transaction, and returns their names. Processes
 * that start at the same time wait for each other, for at most a minute. Throws MigrationError, and PoolerError before it
 * takes a lock.
 */
export async function migrate(
  config: ClientConfig,
  folder = SHIPPED_FOLDER,
  { last, ...lock }: LockOptions & { readonly last?: string | undefined } = {},
): Promise<string[]> {
  const client = await connect(config);
  try {
    assertSupportedVersion(await readVersion(client));
    await lockMigrations(client, lock);
    await client.query(CREATE_MIGRATIONS_TABLE);
    return await applyPending(client, await readMigrations(folder), last);
  } finally {
    await client.end();
  }
}

/**
 * Returns the names of the migrations that `migrate` would apply, in order, and whether no migration has ever been
 * applied (no board has used the database). Changes nothing. Throws MigrationError as `migrate` does.
 */
export async function readPendingMigrations(
  config: ClientConfig,
): Promise<{ readonly names: readonly string[]; readonly isUnused: boolean }> {
  const client = await connect(config);
  try {
    assertSupportedVersion(await readVersion(client));
    const { rows } = await client.query(`select where to_regclass('_prisma_migrations') is not null`);
    const known = await readMigrations(SHIPPED_FOLDER);
    const pending = rows.length === 0 ? known : await findPending(client, known);
    return { names: pending.map(({ name }) => name), isUnused: pending.length === known.length };
  } finally {
    await client.end();
  }
}

const connect = (config: ClientConfig) =>
  connectDirectly({ application_name: 'agent-board migrate', ...config });

const MIN_SUPPORTED_MAJOR = 15;

/** Throws MigrationError if the server is too old. `version` is `server_version_num`, e.g. 150018. */
export function assertSupportedVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= MIN_SUPPORTED_MAJOR) return;
  throw new MigrationError(
    `DATABASE_URL: the server is PostgreSQL ${major}; ${MIN_SUPPORTED_MAJOR} or newer is needed`,
  );
}

async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return rows[0]?.version ?? 0;
}

async function findPending(client: Client, known: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  assertSameHistory(known, applied);
  const appliedNames = new Set(applied.map((migration) => migration.name));
  return known.filter((migration) => !appliedNames.has(migration.name));
}

async function applyPending(client: Client, known: readonly Migration[], last?: string): Promise<string[]> {
  const pending = (await findPending(client, known)).filter(({ name }) => last === undefined || name <= last);
  for (const migration of pending) await apply(client, migration);
  return pending.map((migration) => migration.name);
}

/** Reads the migrations of a folder, by default those of this version of the board, in their order. */
export async function readMigrations(folder = SHIPPED_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null order by migration_name`,
  );
  return rows;
}

function assertSameHistory(known: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const checksums = new Map(known.map((migration) => [migration.name, migration.checksum]));
  for (const { name, checksum, finished } of applied) {
    if (!finished)
      throw new MigrationError(
        `migration ${name} was started and never finished: repair the database by hand`,
      );
    if (!checksums.has(name)) {
      throw new MigrationError(
        `the database has migration ${name}, which this version of the board does not have: a newer version has used it`,
      );
    }
    if (checksums.get(name) !== checksum) {
      throw new MigrationError(`migration ${name} was changed after it was applied to this database`);
    }
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new MigrationError(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
  }
}
