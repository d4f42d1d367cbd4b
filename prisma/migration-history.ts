import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

const SHIPPED_FOLDER = join(import.meta.dirname, 'migrations');

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /**
   * Which older versions work with the migrated database (docs/decisions/0063-rolling-upgrades.md). `expand`: all versions that
   * worked before. `contract after NAME`: those that have the migration NAME. Null: none.
   */
  readonly phase: string | null;
  /** Whether it runs in a transaction. Otherwise it is one statement. */
  readonly runsInTransaction: boolean;
}

/** The history of the database does not match the code's migrations, a migration failed, or the database is unsupported. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The server is too old, or the database does not store text in UTF-8. */
export class UnsupportedDatabaseError extends MigrationError {
  override name = 'UnsupportedDatabaseError';
}

/** Reads the migrations of a folder, by default those of this version of the board, in their order. */
export async function readMigrations(folder = SHIPPED_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names
      .sort()
      .map(async (name) => toMigration(name, await readFile(join(folder, name, 'migration.sql'), 'utf8'))),
  );
}

/** Parses the SQL of a migration. The comments at its start state its phase, and whether it runs outside of a transaction. */
export function toMigration(name: string, sql: string): Migration {
  const header = /^(?:--.*\n)*/.exec(sql)?.[0] ?? '';
  return {
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    phase: /^-- phase: (.+)$/m.exec(header)?.[1] ?? null,
    runsInTransaction: !/^-- transaction: none$/m.test(header),
  };
}

/** The migrations of the database, compared with those of this version. */
export interface MigrationHistory {
  readonly applied: ReadonlySet<string>;
  readonly pending: readonly Migration[];
  /** Names of migrations that a newer version has applied, and with which this version works. */
  readonly newer: readonly string[];
}

/** Prisma's own table, column for column, so that Prisma's command line accepts the database. */
const CREATE_MIGRATIONS_TABLE = `create table _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** Creates the table of the applied migrations. */
export async function createMigrationsTable(client: Client): Promise<void> {
  await client.query(CREATE_MIGRATIONS_TABLE);
}

/**
 * Returns whether the table of the applied migrations exists. A read-only server refuses `create table if not exists` even for a
 * table that exists.
 */
export async function hasMigrationsTable(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_tables where schemaname = current_schema() and tablename = '_prisma_migrations'`,
  );
  return rowCount === 1;
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly phase: string | null;
  readonly isFinished: boolean;
}

/** Compares the database with the migrations of this version. Throws MigrationError if the version does not work with it. */
export async function readHistory(client: Client, known: readonly Migration[]): Promise<MigrationHistory> {
  // In `logs`, Prisma stores the output of failed migrations. The board stores the phase of its migrations there.
  const { rows } = await client.query<AppliedMigration>(
    `select migration_name as name, checksum, logs as phase, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null order by migration_name`,
  );
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  for (const migration of rows) assertAcceptable(migration, checksums);
  const applied = new Set(rows.map(({ name }) => name));
  return {
    applied,
    pending: known.filter(({ name }) => !applied.has(name)),
    newer: [...applied].filter((name) => !checksums.has(name)),
  };
}

/** Whether a version with the migrations `known` works after an unknown migration with this phase. */
export const isCompatible = (phase: string | null, known: { has(name: string): boolean }): boolean =>
  phase === 'expand' || known.has(phase?.replace(/^contract after /, '') ?? '');

function assertAcceptable(
  { name, checksum, phase, isFinished }: AppliedMigration,
  checksums: ReadonlyMap<string, string>,
): void {
  if (!isFinished)
    throw new MigrationError(`migration ${name} was started and never finished: repair the database by hand`);
  const expected = checksums.get(name);
  if (expected === checksum) return;
  if (expected !== undefined)
    throw new MigrationError(`migration ${name} was changed after it was applied to this database`);
  if (isCompatible(phase, checksums)) return;
  throw new MigrationError(
    `the database has migration ${name}, which this version of the board does not have: a newer version has used it`,
  );
}
