// How reads fare as the board grows: the board alone, the same questions, at each size.
import { join } from 'node:path';
import { type Environment, openEnvironmentOn } from './environment/environment.ts';
import type { Command } from './command.ts';
import { openFixtures, vacuumAndCheckpoint } from './environment/fixtures.ts';
import { type LoadGenerator, GENERATORS } from './load/load.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measurement, measure, medianMeasurement, totalCpuTime } from './measurement/measure.ts';
import { markdownList, markdownTable, writeDocument } from './report.ts';
import { type OperationName, requests } from './cases/requests.ts';
import { warmUp } from './measurement/warm-up.ts';
import { formatNumber } from './measurement/statistics.ts';
import { type Database, sql } from '../prisma/client.ts';

const SMALL = 10_000;

/** What lists and searches: discovery reads nothing, writes are no reads. */
const READS: readonly OperationName[] = [
  ...(['posts', 'thread', 'fact', 'facts', 'feed', 'inquiries', 'search'] as const),
  ...(['nested', 'board', 'feeds', 'mcp-search'] as const),
];

const MOST_GROWTH = 1.5;
const MOST_SEARCH_MS = 60;

/** A board of some size, and what is asked of it. */
interface Stage extends AsyncDisposable {
  readonly arena: Environment;
  /** So many connections at a time, while nothing of what is answered can be told again. */
  measure(name: OperationName, connections: number): Promise<Measurement>;
}

/** Measures a board of 10 000 posts and one of as many as are asked for, in turn; tells, and writes GROWTH.md. */
export async function measureGrowth(command: Command): Promise<void> {
  const { folder, port, print } = command;
  const home = folder === null ? null : join(folder, 'small');
  await using small = await openStage({ ...command, posts: SMALL, folder: home, port: port + 2 });
  await using large = await openStage(command);
  const reads = READS.filter((read) => command.only.includes(read));
  const rows: string[][] = [];
  for (const name of reads) {
    const row = toRow(name, await measureInTurn([small, large], { name, connections: 1 }, command));
    print(`growth ${name} ${row[3]} (${row[1]} ms, ${row[2]} ms)`);
    rows.push(row);
  }
  const [, search] = await measureInTurn([small, large], { name: 'search', connections: 16 }, command);
  print(`search-p99 16 ${formatNumber(search.p99)}`);
  await writeDocument('GROWTH.md', [
    `# How reads fare from ${SMALL} posts to ${command.posts}`,
    'Written by `npm run bench -- --growth`: two boards, in turn, at 1 connection; medians. So much is written meanwhile that hardly an answer is shared.',
    markdownList(await describeMachine(large.arena.fixtures.database)),
    markdownTable(
      ['operation', 'p50 ms, small', 'p50 ms, large', 'ratio', `≤ ${MOST_GROWTH}`, 'CPU ratio'],
      rows,
    ),
    `Search at 16 connections, large: p99 ${formatNumber(search.p99)} ms (at most ${MOST_SEARCH_MS}).`,
  ]);
}

async function openStage(command: Command): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const ground = stack.use(await openFixtures(command));
  await addFacts(ground.database, command.posts / 10);
  const arena = stack.use(await openEnvironmentOn(ground, { port: command.port, only: [] }));
  const generate: LoadGenerator = async (load) => {
    using ending = new DisposableStack();
    ending.use(endSharing(ground.database));
    return await GENERATORS[command.generator](load);
  };
  const running = stack.move();
  return {
    arena,
    measure: (name, connections) => {
      const load = { requests: requests[name](arena.sample), connections, seconds: command.seconds };
      return measure(arena.board, { ...load, generate, postmaster: ground.postmasterPid });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface Asked {
  readonly name: OperationName;
  readonly connections: number;
}

async function measureInTurn(
  [small, large]: readonly [Stage, Stage],
  { name, connections }: Asked,
  { rounds, generator }: Command,
): Promise<readonly [Measurement, Measurement]> {
  for (const { arena } of [small, large]) {
    const side = { server: arena.board, requests: requests[name](arena.sample) };
    await warmUp(side, { generate: GENERATORS[generator], enough: 2500 });
  }
  const found: [Measurement, Measurement][] = [];
  for (let round = 0; round < rounds; round++)
    found.push([await small.measure(name, connections), await large.measure(name, connections)]);
  return [medianMeasurement(found.map(([one]) => one)), medianMeasurement(found.map(([, other]) => other))];
}

const TICK_MS = 1;

/** Commits transactions that write nothing, one after the other: an answer is told again only between two of them. */
function endSharing(database: Database): Disposable {
  let isAsking = false;
  const tick = async () => {
    if (isAsking) return;
    isAsking = true;
    await database.rows(sql`select pg_current_xact_id()::text`).catch(() => undefined);
    isAsking = false;
  };
  const timer = setInterval(() => void tick(), TICK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function toRow(name: OperationName, [small, large]: readonly [Measurement, Measurement]): string[] {
  const ratio = large.p50 / small.p50;
  const work = totalCpuTime(large) / totalCpuTime(small);
  const verdict = ratio <= MOST_GROWTH ? 'yes' : '**no**';
  return [name, formatNumber(small.p50), formatNumber(large.p50), ratio.toFixed(2), verdict, work.toFixed(2)];
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
  await vacuumAndCheckpoint(database);
}
