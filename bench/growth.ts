// Compares read latency of a small and a large board, for the same requests.
import { join } from 'node:path';
import { type Environment, openEnvironmentOn } from './environment/environment.ts';
import type { Command } from './command.ts';
import { openFixtures, vacuumAndCheckpoint } from './environment/fixtures.ts';
import { GENERATORS } from './load/generators.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measurement, measure, summarizeMeasurements, totalCpuTime } from './measurement/measure.ts';
import { markdownList, markdownTable, writeDocument } from './report.ts';
import { type OperationName, requests } from './cases/requests.ts';
import { readTableSizes, type TableSize } from './measurement/table-sizes.ts';
import { warmUp } from './measurement/warm-up.ts';
import { formatNumber } from './measurement/statistics.ts';
import { type Database, sql } from '../prisma/client.ts';

const SMALL_POSTS = 10_000;

/** All operations that read records. */
const READS: readonly OperationName[] = [
  'posts',
  'thread',
  'fact',
  'facts',
  'feed',
  'inquiries',
  'search',
  'nested',
  'board',
  'feeds',
  'mcp-search',
];

/** Maximum ratio of the latencies, large board/small board. */
const MAX_GROWTH = 1.5;
/** Maximum p99 of the search on the large board. */
const MAX_SEARCH_MS = 60;

const withoutResponseCache = join(import.meta.dirname, 'environment/without-response-cache.ts');

/** A board with a given number of posts. */
interface SizedBoard extends AsyncDisposable {
  readonly environment: Environment;
  /** Measures an operation whose responses are computed for each request, not cached. */
  measure(name: OperationName, connections: number): Promise<Measurement>;
}

/**
 * Measures a board of 10 000 posts and a board of `command.posts` posts in turn. Prints the results and writes
 * GROWTH.md.
 */
export async function measureGrowth(command: Command): Promise<void> {
  const { folder, port, print } = command;
  const smallFolder = folder === null ? null : join(folder, 'small');
  await using small = await openSizedBoard({
    ...command,
    posts: SMALL_POSTS,
    folder: smallFolder,
    // The site of the large board listens on `port + 1`.
    port: port + 2,
  });
  await using large = await openSizedBoard(command);
  const reads = READS.filter((read) => command.only.includes(read));
  const rows: string[][] = [];
  for (const name of reads) {
    const row = toRow(name, await measureInTurn([small, large], { name, connections: 1 }, command));
    const [, smallMs, largeMs, ratio] = row;
    print(`growth ${name} ${ratio} (${smallMs} ms, ${largeMs} ms)`);
    rows.push(row);
  }
  const [, search] = await measureInTurn([small, large], { name: 'search', connections: 16 }, command);
  print(`search-p99 16 ${formatNumber(search.p99)}`);
  await writeDocument('GROWTH.md', [
    `# Read latency at ${SMALL_POSTS} and at ${command.posts} posts`,
    'Written by `npm run bench -- --growth`: two boards, measured in turn, at 1 connection; medians. Each response is computed: the board’s response cache is off.',
    markdownList(await describeMachine(large.environment.fixtures.database)),
    markdownTable(
      ['operation', 'p50 ms, small', 'p50 ms, large', 'ratio', `≤ ${MAX_GROWTH}`, 'CPU ratio'],
      rows,
    ),
    `Search at 16 connections, large: p99 ${formatNumber(search.p99)} ms (at most ${MAX_SEARCH_MS}).`,
    '## Size on disk, large',
    sizeTable(await readTableSizes(large.environment.fixtures.database), command.posts),
  ]);
}

/** A table of sizes with their sum; `posts` is the number of posts that the sizes are divided by. */
function sizeTable(sizes: readonly TableSize[], posts: number): string {
  const total = (bytes: (size: TableSize) => number) => sizes.reduce((sum, size) => sum + bytes(size), 0);
  const all: TableSize = {
    name: 'all',
    rows: total(({ rows }) => rows),
    tableBytes: total(({ tableBytes }) => tableBytes),
    indexBytes: total(({ indexBytes }) => indexBytes),
  };
  return markdownTable(
    ['table', 'rows', 'table MB', 'indexes MB', 'bytes per post of the board'],
    [...sizes, all].map(({ name, rows, tableBytes, indexBytes }) => [
      ...[name, String(rows), formatNumber(tableBytes / 1e6), formatNumber(indexBytes / 1e6)],
      formatNumber((tableBytes + indexBytes) / posts),
    ]),
  );
}

async function openSizedBoard(command: Command): Promise<SizedBoard> {
  await using stack = new AsyncDisposableStack();
  const fixtures = stack.use(await openFixtures(command));
  await addFacts(fixtures.database, command.posts / 10);
  const environment = stack.use(
    await openEnvironmentOn(fixtures, {
      port: command.port,
      // Starts no peers.
      only: [],
      boardNodeOptions: ['--import', withoutResponseCache],
    }),
  );
  const running = stack.move();
  return {
    environment,
    measure: (name, connections) => {
      const load = { requests: requests[name](environment.sample), connections, seconds: command.seconds };
      const generate = GENERATORS[command.generator];
      return measure(environment.board, { ...load, generate, postmasterPid: fixtures.postmasterPid });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function measureInTurn(
  [small, large]: readonly [SizedBoard, SizedBoard],
  { name, connections }: { readonly name: OperationName; readonly connections: number },
  { rounds, generator }: Command,
): Promise<readonly [Measurement, Measurement]> {
  for (const { environment } of [small, large]) {
    const side = { server: environment.board, requests: requests[name](environment.sample) };
    await warmUp(side, { generate: GENERATORS[generator], cpuMs: 2500 });
  }
  const pairs: [Measurement, Measurement][] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push([await small.measure(name, connections), await large.measure(name, connections)]);
  return [
    summarizeMeasurements(pairs.map(([ofSmall]) => ofSmall)),
    summarizeMeasurements(pairs.map(([, ofLarge]) => ofLarge)),
  ];
}

function toRow(name: OperationName, [small, large]: readonly [Measurement, Measurement]): string[] {
  const ratio = large.p50 / small.p50;
  const cpuRatio = totalCpuTime(large) / totalCpuTime(small);
  const verdict = ratio <= MAX_GROWTH ? 'yes' : '**no**';
  return [
    name,
    formatNumber(small.p50),
    formatNumber(large.p50),
    ratio.toFixed(2),
    verdict,
    cpuRatio.toFixed(2),
  ];
}

const INSERT_BATCH_SIZE = 5000;

/** Copies facts with earlier timestamps until there are `count`. The seed creates half as many. */
async function addFacts(database: Database, count: number): Promise<void> {
  const [row] = await database.rows<{ count: number }>(sql`select count(*)::int as count from facts`);
  for (let left = count - (row?.count ?? 0); left > 0; left -= INSERT_BATCH_SIZE) {
    await database.rows(sql`
      insert into facts (id, statement, tags, channel_slug, decay_after, created_by, via, created_at)
      select uuidv7(), statement, tags, channel_slug, decay_after, created_by, via,
        created_at - random() * interval '1 hour'
      from facts order by random() limit ${Math.min(left, INSERT_BATCH_SIZE)}`);
  }
  await vacuumAndCheckpoint(database);
}
