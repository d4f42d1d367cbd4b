import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PoolConfig } from 'pg';
import { type Database, openDatabase, sql } from '../../prisma/client.ts';
import { attachEmbedded } from '../../prisma/postgres/embedded.ts';
import { PoolerError } from '../../prisma/connections/direct-client.ts';
import type { Pooler } from '../../prisma/connections/pooler.ts';
import { MigrationError, readMigrationHistory, UnsupportedDatabaseError } from '../../prisma/migrate.ts';
import { isCompatible, type MigrationHistory } from '../../prisma/migration-history.ts';
import { comparePepper } from '../../schema/identity/pepper-check.ts';
import { formatBytes } from '../backup/progress.ts';
import { InterruptedError } from '../commands/command.ts';
import { type Config, ConfigError } from '../config.ts';
import { openPooler, POOLER_REMEDIES, StoreError } from '../store.ts';
import { divideConnections } from '../workers/connections.ts';
import { checkBackup } from './backup.ts';
import { type Finding, fail, ok, describeError, warn } from './finding.ts';

interface CheckOptions {
  readonly config: Config;
  readonly hasPepper: boolean;
  readonly now: () => Date;
  /** Called after each ten seconds in which the embedded server recovers from its WAL. */
  readonly onRecovering: () => void;
  /** Rejects when the command is interrupted. */
  readonly interrupted: Promise<never>;
}

/**
 * Checks the database without changing it. Returns no findings if the embedded database does not exist yet. Throws InterruptedError,
 * once the embedded database is closed.
 */
export async function checkDatabase(options: CheckOptions): Promise<readonly Finding[]> {
  const { DATABASE_URL, DATA_DIR } = options.config;
  const { onRecovering, interrupted } = options;
  if (DATABASE_URL)
    return Promise.race([checkConfiguredServer(options, { connectionString: DATABASE_URL }), interrupted]);
  if (!existsSync(join(resolve(DATA_DIR), 'postgres'))) return [];
  try {
    const embedded = await attachEmbedded(DATA_DIR, { onRecovering, keepsMode: true });
    try {
      return await Promise.race([checkServer(options, embedded.connection), interrupted]);
    } finally {
      await embedded.close();
    }
  } catch (error) {
    if (error instanceof InterruptedError) throw error;
    return [fail('database', describeError(error), `see ${join(resolve(DATA_DIR), 'postgres.log')}`)];
  }
}

async function checkConfiguredServer(options: CheckOptions, server: PoolConfig): Promise<readonly Finding[]> {
  try {
    if (!options.config.DATABASE_POOLER) return await checkServer(options, server);
    const { connection, pooler } = await openPooler(options.config);
    return [...(await checkServer(options, connection, pooler)), describePooler(pooler)];
  } catch (error) {
    if (error instanceof PoolerError)
      return [fail('database', `DATABASE_URL ${error.message}`, POOLER_REMEDIES.DATABASE_URL)];
    if (error instanceof UnsupportedDatabaseError)
      return [
        fail(
          'database',
          error.message,
          'use another server or database (docs/deploy.md#your-own-postgresql)',
        ),
      ];
    const variable = error instanceof StoreError ? 'this variable' : 'DATABASE_URL';
    const remedy = `check that ${variable} is correct and the server is running`;
    return [fail('database', describeError(error), remedy)];
  }
}

const describePooler = ({ preparesStatements }: Pooler): Finding =>
  ok('pooler', `prepares ${preparesStatements ? 'statements' : 'no statements: they are planned each time'}`);

async function checkServer(
  options: CheckOptions,
  connection: PoolConfig,
  pooler?: Pooler,
): Promise<readonly Finding[]> {
  // Migrations are checked first: `connectDirectly` opens the connection for this check, and detects a pooler that DATABASE_POOLER
  // does not declare.
  const migrations = await checkMigrations(connection);
  const database = openDatabase(connection, { pooler });
  try {
    const { version, bytes } = await readServer(database);
    const clock = await checkClock(database, options);
    const workers = await checkWorkers(database, options);
    const pepper = migrations.level === 'ok' ? await checkPepper(database, options) : [];
    const detail = `PostgreSQL ${version}, ${formatBytes(Number(bytes))}`;
    const backup = await checkBackup(options, database);
    return [ok('database', detail), migrations, clock, ...workers, ...pepper, backup];
  } finally {
    await database.close();
  }
}

/** Checks that the server allows enough connections. An embedded server is started with as many as the workers need. */
async function checkWorkers(database: Database, { config }: CheckOptions): Promise<readonly Finding[]> {
  if (!config.DATABASE_URL || config.WORKERS === 1) return [];
  try {
    const connections = await divideConnections(database, config);
    return [ok('workers', `${config.WORKERS}, each with up to ${connections} database connections`)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [fail('workers', error.message, 'start fewer workers, or raise max_connections')];
  }
}

async function readServer(database: Database): Promise<{ readonly version: string; readonly bytes: string }> {
  const [row] = await database.rows<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  );
  return row ?? { version: '', bytes: '0' };
}

/** Throws UnsupportedDatabaseError: no other finding about such a database is useful. */
async function checkMigrations(connection: PoolConfig): Promise<Finding> {
  try {
    const history = await readMigrationHistory(connection);
    const [first] = history.pending;
    if (!first) return ok('migrations', `all applied${describeNewer(history)}`);
    const compatibility = history.isUnused ? '' : describePreviousVersion(history);
    const detail = `${history.pending.length} pending, the first is ${first.name}${compatibility}`;
    return warn('migrations', detail, 'the next start applies them');
  } catch (error) {
    if (!(error instanceof MigrationError) || error instanceof UnsupportedDatabaseError) throw error;
    return fail('migrations', error.message, 'run the version of the board that last used this database');
  }
}

const describeNewer = ({ newer }: MigrationHistory): string =>
  newer.length === 0 ? '' : `; a newer version, with which this one works, has added ${newer.join(', ')}`;

/** Describes whether the version that applied the earlier migrations still works after the pending migrations. */
function describePreviousVersion({ applied, pending }: MigrationHistory): string {
  const incompatible = pending.filter(({ phase }) => !isCompatible(phase, applied)).map(({ name }) => name);
  if (incompatible.length === 0) return '; the previous version works with them';
  return `; stop the previous version first, it does not work with ${incompatible.join(', ')}`;
}

const SKEW_WARN_MS = 1000;
const SKEW_FAIL_MS = 30_000;

async function checkClock(database: Database, { now }: CheckOptions): Promise<Finding> {
  const sentAt = now().getTime();
  const [row] = await database.rows<{ at: Date }>(sql`select clock_timestamp() as at`);
  const midpoint = (sentAt + now().getTime()) / 2;
  const skew = Math.round((row?.at.getTime() ?? NaN) - midpoint);
  const detail = `the database is ${Math.abs(skew)} ms ${skew < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(skew) < SKEW_WARN_MS) return ok('clock', detail);
  const remedy = 'synchronize the clocks of both machines by NTP';
  return Math.abs(skew) < SKEW_FAIL_MS ? warn('clock', detail, remedy) : fail('clock', detail, remedy);
}

/** Compares the pepper with the one that the database was used with. */
async function checkPepper(
  database: Database,
  { config: { KEY_PEPPER: pepper }, hasPepper }: CheckOptions,
): Promise<readonly Finding[]> {
  if (!hasPepper) return [];
  const state = await comparePepper(database, pepper);
  if (state === 'same') return [ok('pepper', 'is the one that this database was used with')];
  if (state === 'unstored')
    return [ok('pepper', 'not verifiable yet: the next start of the board stores its MAC')];
  const remedy = 'set KEY_PEPPER to the former pepper; if it is lost, see docs/operate.md#the-pepper';
  return [fail('pepper', 'is not the one that this database was used with', remedy)];
}
