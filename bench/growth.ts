// Compares read latency of a small and a large board, for the same requests.
import { join } from 'node:path';
import { type Environment, openEnvironmentOn } from './environment/environment.ts';
import type { Command } from './command.ts';
import { openFixtures, vacuumAndCheckpoint } from './environment/fixtures.ts';
import { GENERATORS } from './load/generators.ts';
import type { LoadGenerator } from './load/load.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measurement, measure, medianMeasurement, totalCpuTime } from './measurement/measure.ts';
import { markdownList, markdownTable, writeDocument } from './report.ts';
import { type OperationName, requests } from './cases/requests.ts';
import { warmUp } from './measurement/warm-up.ts';
import { formatNumber } from './measurement/statistics.ts';
import { type Database, sql } from '../prisma/client.ts';

const SMALL = 10_000;

/** Operations that list or search records. Discovery reads no records. */
const READS: readonly OperationName[] = [
  ...(['posts', 'thread', 'fact', 'facts', 'feed', 'inquiries', 'search'] as const),
  ...(['nested', 'board', 'feeds', 'mcp-search'] as const),
];

const MAX_GROWTH = 1.5;
const MAX_SEARCH_MS = 60;

/** A board of a given size, with its sample of requests. */
interface Stage extends AsyncDisposable {
  readonly environment: Environment;
  /** Measures an operation while background transactions keep responses from being reused. */
  measure(name: OperationName, connections: number): Promise<Measurement>;
}

/**
 * Measures a board of 10 000 posts and a board of `command.posts` posts in turn. Prints the results and writes
 * GROWTH.md.
 */
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
    `# Read latency at ${SMALL} and at ${command.posts} posts`,
    'Written by `npm run bench -- --growth`: two boards, measured in turn, at 1 connection; medians. Background transactions keep responses from being reused.',
    markdownList(await describeMachine(large.environment.fixtures.database)),
    markdownTable(
      ['operation', 'p50 ms, small', 'p50 ms, large', 'ratio', `≤ ${MAX_GROWTH}`, 'CPU ratio'],
      rows,
    ),
    `Search at 16 connections, large: p99 ${formatNumber(search.p99)} ms (at most ${MAX_SEARCH_MS}).`,
  ]);
}

async function openStage(command: Command): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const fixtures = stack.use(await openFixtures(command));
  await addFacts(fixtures.database, command.posts / 10);
  const environment = stack.use(await openEnvironmentOn(fixtures, { port: command.port, only: [] }));
  const generate: LoadGenerator = async (load) => {
    using ending = new DisposableStack();
    ending.use(endSharing(fixtures.database));
    return await GENERATORS[command.generator](load);
  };
  const running = stack.move();
  return {
    environment,
    measure: (name, connections) => {
      const load = { requests: requests[name](environment.sample), connections, seconds: command.seconds };
      return measure(environment.board, { ...load, generate, postmasterPid: fixtures.postmasterPid });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function measureInTurn(
  [small, large]: readonly [Stage, Stage],
  { name, connections }: { readonly name: OperationName; readonly connections: number },
  { rounds, generator }: Command,
): Promise<readonly [Measurement, Measurement]> {
  for (const { environment } of [small, large]) {
    const side = { server: environment.board, requests: requests[name](environment.sample) };
    await warmUp(side, { generate: GENERATORS[generator], enough: 2500 });
  }
  const found: [Measurement, Measurement][] = [];
  for (let round = 0; round < rounds; round++)
    found.push([await small.measure(name, connections), await large.measure(name, connections)]);
  return [medianMeasurement(found.map(([one]) => one)), medianMeasurement(found.map(([, other]) => other))];
}

const TICK_MS = 1;

/** Commits empty transactions continuously: the board reuses a response only until the next transaction. */
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
  const verdict = ratio <= MAX_GROWTH ? 'yes' : '**no**';
  return [name, formatNumber(small.p50), formatNumber(large.p50), ratio.toFixed(2), verdict, work.toFixed(2)];
}

const AT_ONCE = 5000;

/** Adds copies of facts, with other timestamps, until there are `wanted`. The seed makes half as many. */
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
