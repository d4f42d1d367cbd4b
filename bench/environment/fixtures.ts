import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { seedBoard } from '../../src/seed/seed-board.ts';
import { type Database, openDatabase, sql } from '../../prisma/client.ts';
import { openEmbedded } from '../../prisma/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';

/** What everything that is measured stands on: one database, with data, that the board and its peers open alike. */
export interface Fixtures extends AsyncDisposable {
  readonly folder: string;
  readonly url: string;
  readonly pepper: string;
  readonly database: Database;
  /** Process id of the database server. */
  readonly postmasterPid: number;
}

export interface FixturesOptions {
  /** Kept, and used again by the next run; null for one that goes with it. */
  readonly folder: string | null;
  readonly posts: number;
  readonly print: (line: string) => void;
}

/** The board's own embedded server, with room for the peers' connections beside the board's. */
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
    await fill(database, { home, posts, print });
    return {
      folder: home,
      url: `postgresql://board@localhost/board?host=${encodeURIComponent(join(data, 'postgres'))}`,
      pepper: 'a pepper for measuring, which is long enough',
      database,
      postmasterPid: Number.parseInt(await readFile(join(data, 'postgres/postmaster.pid'), 'utf8'), 10),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Filling {
  readonly home: string;
  readonly posts: number;
  readonly print: (line: string) => void;
}

/** Seeds it up to so many posts. */
async function fill(database: Database, { home, posts, print }: Filling): Promise<void> {
  const mark = join(home, 'posts');
  const had = existsSync(mark) ? Number(await readFile(mark, 'utf8')) : 0;
  if (had >= posts) return;
  const begun = performance.now();
  await seedBoard(database, { posts: posts - had, seed: 1 + had, until: new Date() });
  await vacuumAndCheckpoint(database);
  await writeFile(mark, String(posts));
  print(`seeded ${posts - had} posts in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** Leaves nothing for the server to tidy up while it is measured. */
export async function vacuumAndCheckpoint(database: Database): Promise<void> {
  await database.prisma.$executeRawUnsafe('vacuum analyze');
  await database.rows(sql`checkpoint`);
}
