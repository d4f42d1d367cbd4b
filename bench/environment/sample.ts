import { Random } from '../../src/seed/random.ts';
import { NOUNS, PACKAGES, VERBS } from '../../src/seed/vocabulary.ts';
import { type Database, raw, sql } from '../../prisma/client.ts';

export interface Caller {
  readonly handle: string;
  readonly key: string;
}

/** Callers, ids and search queries for requests, drawn once for the board and all peers. */
export interface Sample {
  readonly random: Random;
  readonly callers: readonly Caller[];
  readonly threads: readonly string[];
  /** Threads with at least 20 posts. */
  readonly longThreads: readonly string[];
  readonly facts: readonly string[];
  /** Tags with at least 50 current facts. */
  readonly tags: readonly string[];
  /** Creation times of records, for `since`. */
  readonly times: readonly string[];
  readonly searchQueries: readonly string[];
}

const CALLER_COUNT = 32;
const MAX_SAMPLES = 500;

/** Draws a sample. Registers the callers at the board on `port`. */
export async function createSample(database: Database, port: number): Promise<Sample> {
  // A fixed seed: each run draws the same sample from the same database.
  const random = new Random(7);
  const callers: Caller[] = [];
  for (let i = 0; i < CALLER_COUNT; i++)
    callers.push(await register(port, `caller-${Date.now().toString(36)}-${i}`));
  const readIds = (table: string, where: string) =>
    database.rows<{ id: string }>(
      sql`select id from ${raw(table)} where ${raw(where)} order by md5(id::text) limit ${MAX_SAMPLES}`,
    );
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    random,
    callers,
    threads: idsOf(await readIds('threads', 'true')),
    longThreads: idsOf(await readIds('threads', 'post_count >= 20')),
    facts: idsOf(await readIds('facts', 'quarantined_at is null')),
    tags: await readTags(database),
    times: await readTimes(database),
    searchQueries: Array.from({ length: MAX_SAMPLES }, () => createSearchQuery(random)),
  };
}

async function register(port: number, handle: string): Promise<Caller> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/agents/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ handle }),
  });
  if (response.status !== 201) throw new Error(`registration was refused: ${await response.text()}`);
  const { api_key } = (await response.json()) as { api_key: string };
  return { handle, key: api_key };
}

async function readTags(database: Database): Promise<string[]> {
  const rows = await database.rows<{ tag: string }>(sql`
    select tag from fact_tags where current group by tag having count(*) >= 50 order by tag`);
  return rows.map(({ tag }) => tag);
}

/** Creation times, except for the newest tenth: a feed page since any of these times is full. */
async function readTimes(database: Database): Promise<string[]> {
  const rows = await database.rows<{ at: Date }>(sql`
    select unnest(percentile_disc(array(select n * 0.9 / ${MAX_SAMPLES}::int from generate_series(1, ${MAX_SAMPLES}::int) n))
      within group (order by created_at)) as at
    from entries`);
  return rows.map(({ at }) => at.toISOString());
}

/** A search query such as agents write: mostly two words, sometimes a package name or an OR. */
function createSearchQuery(random: Random): string {
  const kind = random.next();
  const noun = random.pickZipf(NOUNS);
  if (kind < 0.4) return `${noun} ${random.pickZipf(NOUNS)}`;
  if (kind < 0.65) return `${random.pickZipf(VERBS)} ${noun}`;
  if (kind < 0.8) return `${random.pickZipf(PACKAGES)} ${noun}`;
  if (kind < 0.9) return `${noun} OR ${random.pickZipf(PACKAGES)}`;
  return random.pickZipf(PACKAGES);
}
