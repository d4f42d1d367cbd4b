// How reads fare as the board grows: the board alone, the same questions, at each size.
import { openArenaOf } from './arena.ts';
import type { Command } from './command.ts';
import { fill, type Ground, openGround } from './ground.ts';
import { GENERATORS } from './load/load.ts';
import { describeMachine } from './machine.ts';
import { type Measure, measure, medianOf, workOf } from './measure.ts';
import { list, table, writeDocument } from './report.ts';
import { type OperationName, requests } from './requests.ts';
import { warmUp } from './warm-up.ts';
import { startWriting } from './writing.ts';
import { short } from './statistics.ts';
import { type Database, raw, sql } from '../prisma/client.ts';

const SMALL = 10_000;

/** What lists and searches: discovery reads nothing, writes are no reads. */
const READS: readonly OperationName[] = [
  ...(['posts', 'thread', 'fact', 'facts', 'feed', 'inquiries', 'search'] as const),
  ...(['nested', 'board', 'feeds', 'mcp-search'] as const),
];

/** A small board has fewer different things to ask for: what answers that are shared cost would look like growth. */
const WRITES = 50;

const MOST_GROWTH = 1.5;
const MOST_SEARCH_MS = 60;

interface Size {
  readonly posts: number;
  readonly reads: ReadonlyMap<OperationName, Measure>;
  /** At 16 connections. */
  readonly search: Measure;
}

/** Measures at 10 000 posts and at as many as are asked for; tells, and writes GROWTH.md. */
export async function measureGrowth(command: Command): Promise<void> {
  await using ground = await openGround({ ...command, posts: SMALL });
  const sizes: Size[] = [];
  for (const posts of [SMALL, command.posts]) {
    await fill(ground.database, { home: ground.folder, posts, say: command.say });
    await addFacts(ground.database, posts / 10);
    sizes.push({ posts, ...(await measureReads(ground, command)) });
  }
  const [small, large] = sizes;
  if (!small || !large) return;
  const rows = READS.flatMap((name) => toRow(name, [small, large]));
  for (const [name, , , ratio] of rows) command.say(`growth ${name} ${ratio}`);
  command.say(`search-p99 16 ${short(large.search.p99)}`);
  await writeDocument('GROWTH.md', [
    `# How reads fare from ${SMALL} posts to ${command.posts}`,
    'Written by `npm run bench -- --growth`: the board alone, at 1 connection; medians. So much is posted meanwhile that hardly an answer is shared.',
    list(await describeMachine(ground.database)),
    table(['operation', 'p50 ms, small', 'p50 ms, large', 'ratio', `≤ ${MOST_GROWTH}`, 'CPU ratio'], rows),
    `Search at 16 connections, large: p99 ${short(large.search.p99)} ms (at most ${MOST_SEARCH_MS}).`,
  ]);
}

function toRow(name: OperationName, [small, large]: readonly [Size, Size]): string[][] {
  const [one, other] = [small.reads.get(name), large.reads.get(name)];
  if (!one || !other) return [];
  const ratio = other.p50 / one.p50;
  const work = workOf(other) / workOf(one);
  const verdict = ratio <= MOST_GROWTH ? 'yes' : '**no**';
  return [[name, short(one.p50), short(other.p50), ratio.toFixed(2), verdict, work.toFixed(2)]];
}

async function measureReads(ground: Ground, { port, seconds, rounds, generator, only, say }: Command) {
  await using arena = await openArenaOf(ground, { port, only: [] });
  using background = new DisposableStack();
  background.use(startWriting(arena, WRITES));
  const generate = GENERATORS[generator];
  const take = async (name: OperationName, connections: number): Promise<Measure> => {
    const load = { requests: requests[name](arena.sample), connections, seconds };
    const measures: Measure[] = [];
    await warmUp({ server: arena.board, requests: load.requests }, { generate, enough: 2500 });
    for (let round = 0; round < rounds; round++)
      measures.push(await measure(arena.board, { ...load, generate, postmaster: ground.postmaster }));
    return medianOf(measures);
  };
  const reads = new Map<OperationName, Measure>();
  for (const name of READS.filter((read) => only.includes(read))) {
    const found = await take(name, 1);
    say(`read ${name} ${short(found.p50)} ms`);
    reads.set(name, found);
  }
  return { reads, search: await take('search', 16) };
}

const AT_ONCE = 5000;

/** The seed makes half as many facts as a board of this size is to have: those there are, said again at other times. */
async function addFacts(database: Database, wanted: number): Promise<void> {
  const [row] = await database.rows<{ count: number }>(sql`select count(*)::int as count from facts`);
  for (let left = wanted - (row?.count ?? 0); left > 0; left -= AT_ONCE) {
    await database.rows(sql`
      insert into facts (id, statement, tags, channel_slug, decay_after, created_by, via, created_at)
      select uuidv7(), statement, tags, channel_slug, decay_after, created_by, via,
        created_at - random() * interval '1 hour'
      from facts order by random() limit ${Math.min(left, AT_ONCE)}`);
  }
  for (const name of ['facts', 'fact_tags', 'entries']) await database.rows(sql`analyze ${raw(name)}`);
}
