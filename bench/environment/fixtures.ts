import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { seedBoard } from '../../src/seed/seed-board.ts';
import { type Database, openDatabase, sql } from '../../prisma/client.ts';
import { openEmbedded } from '../../prisma/postgres/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';

/** The seeded database that the board and its peers use. */
export interface Fixtures extends AsyncDisposable {
  /** The folder of the database and of the servers' logs. */
  readonly folder: string;
  readonly url: string;
  readonly pepper: string;
  readonly database: Database;
  /** Process id of the PostgreSQL server. */
  readonly postmasterPid: number;
}

export interface FixturesOptions {
  /** A folder that is kept and reused by the next run; null for a temporary folder. */
  readonly folder: string | null;
  readonly posts: number;
  readonly print: (line: string) => void;
}

/** Starts the board's embedded PostgreSQL, with enough connections for the peers as well, and seeds it. */
export async function openFixtures({ folder, posts, print }: FixturesOptions): Promise<Fixtures> {
  const home = folder === null ? await mkdtemp(join(tmpdir(), 'bench-')) : resolve(folder);
  const data = join(home, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const embedded = await openEmbedded(data, { settings: { max_connections: '120' } });
  const database = openDatabase(embedded.connection);
  const close = async () => {
    await database.close();
    await embedded.close();
    if (folder === null) await rm(home, { recursive: true, force: true });
  };
  try {
    await migrate(embedded.connection);
    await seedUntil(database, { home, posts, print });
    return {
      folder: home,
      url: `postgresql://board@localhost/board?host=${encodeURIComponent(join(data, 'postgres'))}`,
      pepper: 'a pepper for benchmarks that is long enough',
      database,
      postmasterPid: Number.parseInt(await readFile(join(data, 'postgres/postmaster.pid'), 'utf8'), 10),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Seeds until the database has `posts` posts. The file `posts` stores the number. */
async function seedUntil(
  database: Database,
  {
    home,
    posts,
    print,
  }: { readonly home: string; readonly posts: number; readonly print: (line: string) => void },
): Promise<void> {
  const countFile = join(home, 'posts');
  const existing = existsSync(countFile) ? Number(await readFile(countFile, 'utf8')) : 0;
  if (existing >= posts) return;
  const start = performance.now();
  await seedBoard(database, { posts: posts - existing, seed: 1 + existing, until: new Date() });
  await vacuumAndCheckpoint(database);
  await writeFile(countFile, String(posts));
  print(`seeded ${posts - existing} posts in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Runs VACUUM ANALYZE and CHECKPOINT, so that the server has no maintenance to do during a measurement. */
export async function vacuumAndCheckpoint(database: Database): Promise<void> {
  await database.rows(sql`vacuum analyze`, 'unprepared');
  await database.rows(sql`checkpoint`);
}
