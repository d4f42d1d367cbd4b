import { escapeIdentifier, type ClientBase } from 'pg';
import { OMITTED_TABLES } from './catalog.ts';
import { LoadError } from './load-error.ts';
import type { BackupManifest } from './message.ts';

/** Tables that may have rows although no board has written any record. */
const IGNORED_TABLES = [...OMITTED_TABLES, 'channels', 'pepper_check'];

/** Throws LoadError if the database has tables of another program, or rows that a board has written. */
export async function assertUnused(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  const names = rows.map(({ name }) => name);
  if (names.length > 0 && !names.includes('_prisma_migrations'))
    throw new LoadError(`the database has tables of another program, such as ${names[0] ?? ''}`);
  for (const name of names.filter((each) => !IGNORED_TABLES.includes(each))) {
    const { rowCount } = await client.query(`select from ${escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new LoadError(`the database is not empty: ${name} has rows`);
  }
}

/** Throws LoadError if the database has a migration that the backup does not have: the rows of the backup would not fit. */
export async function assertNoOtherMigrations(
  client: ClientBase,
  { migrations }: BackupManifest,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where migration_name <> all($1) limit 1',
    [migrations.map(({ name }) => name)],
  );
  const [other] = rows;
  if (!other) return;
  throw new LoadError(
    `the database has migration ${other.name}, which the backup does not have: restore into an empty database`,
  );
}
