import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PoolConfig } from 'pg';
import { type Database, openDatabase, sql } from '../../prisma/client.ts';
import { attachEmbedded } from '../../prisma/embedded.ts';
import { MigrationError, readPendingMigrations } from '../../prisma/migrate.ts';
import { checkPepper } from '../../schema/identity/pepper-check.ts';
import type { Config } from '../config.ts';
import { type Finding, fail, ok, describeError, warn } from './finding.ts';

interface Examined {
  readonly config: Config;
  readonly hasPepper: boolean;
  readonly now: () => Date;
}

/** Looks at the database as it is: nothing is made, and nothing migrated. */
export async function checkDatabase(examined: Examined): Promise<readonly Finding[]> {
  const { DATABASE_URL, DATA_DIR } = examined.config;
  if (DATABASE_URL) return examineServer(examined, { connectionString: DATABASE_URL });
  if (!existsSync(join(resolve(DATA_DIR), 'postgres'))) return [];
  try {
    const embedded = await attachEmbedded(DATA_DIR);
    try {
      return await examineServer(examined, embedded.connection);
    } finally {
      await embedded.close();
    }
  } catch (error) {
    return [fail('database', describeError(error), `look into ${join(resolve(DATA_DIR), 'postgres.log')}`)];
  }
}

async function examineServer(examined: Examined, connection: PoolConfig): Promise<readonly Finding[]> {
  const database = openDatabase(connection);
  try {
    const version = await readVersion(database);
    const migrations = await examineMigrations(connection);
    const clock = await examineClock(database, examined);
    const pepper = migrations.level === 'ok' ? await examinePepper(database, examined) : [];
    return [ok('database', `PostgreSQL ${version}`), migrations, clock, ...pepper];
  } catch (error) {
    const remedy = examined.config.DATABASE_URL
      ? 'see that DATABASE_URL is right and the server runs'
      : 'see its log';
    return [fail('database', describeError(error), remedy)];
  } finally {
    await database.close();
  }
}

async function readVersion(database: Database): Promise<string> {
  const [row] = await database.rows<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return row?.version ?? '';
}

async function examineMigrations(connection: PoolConfig): Promise<Finding> {
  try {
    const { names } = await readPendingMigrations(connection);
    if (names.length === 0) return ok('migrations', 'all applied');
    const detail = `${names.length} not applied yet, the first is ${names[0] ?? ''}`;
    return warn('migrations', detail, 'the next start applies them');
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return fail('migrations', error.message, 'run the version of the board that this database belongs to');
  }
}

const SKEW_WARN_MS = 1000;
const SKEW_FAIL_MS = 30_000;

async function examineClock(database: Database, { now }: Examined): Promise<Finding> {
  const asked = now().getTime();
  const [row] = await database.rows<{ at: Date }>(sql`select clock_timestamp() as at`);
  const halfway = (asked + now().getTime()) / 2;
  const skew = Math.round((row?.at.getTime() ?? NaN) - halfway);
  const detail = `the database is ${Math.abs(skew)} ms ${skew < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(skew) < SKEW_WARN_MS) return ok('clock', detail);
  const remedy = 'let both machines keep their time by NTP';
  return Math.abs(skew) < SKEW_FAIL_MS ? warn('clock', detail, remedy) : fail('clock', detail, remedy);
}

/** The pepper against keys that were made under it. */
async function examinePepper(
  database: Database,
  { config: { KEY_PEPPER: pepper }, hasPepper }: Examined,
): Promise<readonly Finding[]> {
  if (!hasPepper) return [];
  const verdict = await checkPepper(database, pepper);
  if (verdict === null) return [ok('pepper', 'no key of the last day tells whether it is the right one')];
  if (verdict) return [ok('pepper', 'it is the one that stored keys were made with')];
  const remedy =
    'set KEY_PEPPER to the one that this database was used with: no key opens the board as it is';
  return [fail('pepper', 'stored keys were made with another', remedy)];
}
