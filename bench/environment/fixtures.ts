import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { seedBoard } from '../../src/seed/seed-board.ts';
import { type Database, openDatabase, sql } from '../../prisma/client.ts';
import { openEmbedded } from '../../prisma/postgres/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';
import { copyRecords } from './copy-records.ts';

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
  // Statements on a large board take longer than the board allows.
  const database = openDatabase({ ...embedded.connection, statement_timeout: 0, query_timeout: 0 });
  const close = async () => {
    await database.close();
    await embedded.close();
    if (folder === null) await rm(home, { recursive: true, force: true });
  };
  try {
    await migrate(embedded.connection);
    await addRecords(database, { home, posts, print, connection: embedded.connection });
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

/** If the database has at least this many posts, and `posts` is a multiple of their number, records are copied, not generated. */
const MIN_COPIED_POSTS = 1_000_000;

/** Adds records until the database has `posts` posts. The file `posts` stores the number. */
async function addRecords(
  database: Database,
  {
    home,
    posts,
    print,
    connection,
  }: Omit<FixturesOptions, 'folder'> & {
    readonly home: string;
    readonly connection: ClientConfig;
  },
): Promise<void> {
  const countFile = join(home, 'posts');
  const existingPosts = existsSync(countFile) ? Number(await readFile(countFile, 'utf8')) : 0;
  if (existingPosts >= posts) return;
  const start = performance.now();
  if (existingPosts >= MIN_COPIED_POSTS && posts % existingPosts === 0)
    await copyRecords(connection, { factor: posts / existingPosts, print });
  else
    await seedBoard(database, { posts: posts - existingPosts, seed: 1 + existingPosts, until: new Date() });
  await vacuumAndCheckpoint(database);
  await writeFile(countFile, String(posts));
  print(`added ${posts - existingPosts} posts in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Runs VACUUM ANALYZE and CHECKPOINT, so that the server has no maintenance to do during a measurement. */
export async function vacuumAndCheckpoint(database: Database): Promise<void> {
  await database.rows(sql`vacuum analyze`, 'unprepared');
  await database.rows(sql`checkpoint`);
}
