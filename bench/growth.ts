// Compares reads and writes of boards with few and with many posts, for the same operations.
import { join } from 'node:path';
import type { Command } from './command.ts';
import type { OperationName } from './cases/requests.ts';
import {
  measureInTurn,
  openSizedBoard,
  type SizedBoard,
  type OperationLoad,
} from './environment/sized-board.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measurement, totalCpuTime } from './measurement/measure.ts';
import { formatNumber } from './measurement/statistics.ts';
import { readTableSizes, type TableSize } from './measurement/table-sizes.ts';
import { formatVerdict, hasFailures } from './measurement/verdict.ts';
import { markdownList, markdownTable, writeDocument } from './report.ts';
import { type Database, raw, sql } from '../prisma/client.ts';

/** Boards of these sizes are compared with the board of `--posts` posts, if they are smaller. */
const SMALLER_BOARDS = [10_000, 1_000_000];

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

/** Maximum ratio of the p50 of a read, largest board/smallest board. */
const MAX_GROWTH = 1.5;
/** Maximum p99 of the search on the largest board, in milliseconds. */
const MAX_SEARCH_MS = 60;

const SEARCH: OperationLoad = { name: 'search', connections: 16 };

/** The writes that are measured. */
const WRITES: readonly OperationLoad[] = [
  { name: 'create-post', connections: 1 },
  { name: 'create-post', connections: 64 },
];

/** The measurements of one operation, by board. */
interface Row {
  readonly load: OperationLoad;
  readonly results: readonly Measurement[];
}

/**
 * Measures a board of `command.posts` posts, and those of 10 000 and one million posts that are smaller, in turn. Prints the
 * results and writes GROWTH.md. Writes are measured last, because they add posts.
 */
export async function measureGrowth(command: Command): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const boards: SizedBoard[] = [];
  for (const options of listBoards(command)) boards.push(stack.use(await openSizedBoard(options)));
  const measureRow = async (load: OperationLoad): Promise<Row> => {
    const results = await measureInTurn(boards, load, command.rounds);
    command.print(
      `${prefixOf(results)}growth ${load.name} ${load.connections}: p50 ${listOf(results, 'p50')}, p99 ${listOf(results, 'p99')}`,
    );
    return { load, results };
  };
  const measureRows = async (loads: readonly OperationLoad[]) => {
    const rows: Row[] = [];
    for (const load of loads) if (command.only.includes(load.name)) rows.push(await measureRow(load));
    return rows;
  };
  const reads = await measureRows(READS.map((name) => ({ name, connections: 1 })));
  const search = await measureRow(SEARCH);
  const { database } = boards.at(-1) as SizedBoard;
  const sizes = await readTableSizes(database);
  const writes = await measureRows(WRITES);
  if ([...reads, search, ...writes].some(({ results }) => hasFailures(results))) process.exitCode = 1;
  await writeDocument('GROWTH.md', [
    `# Reads and writes at ${boards.map(({ posts }) => posts).join(', ')} posts`,
    'Written by `npm run bench -- --growth`: boards measured in turn, medians. Each response is computed: the board’s response cache is off. `ratio of p50` and `CPU ratio` compare the largest board with the smallest. [scaling.md](../docs/scaling.md) draws conclusions.',
    markdownList(await describeMachine(database)),
    '## Reads, 1 connection',
    readTable(boards, reads),
    `${prefixOf(search.results)}Search at 16 connections: p99 ${listOf(search.results, 'p99')} ms (at most ${MAX_SEARCH_MS}), p50 ${listOf(search.results, 'p50')} ms.`,
    '## Writes',
    writeTable(boards, writes),
    '## Size on disk, largest board',
    sizeTable(sizes, command.posts),
    '## `vacuum analyze` after these writes, largest board',
    markdownTable(['table', 'seconds'], await timeVacuums(database, sizes.slice(0, 4))),
  ]);
}

/** A smaller board's folder is inside the folder of the largest. The board of 10 000 posts is seeded for each run. */
function listBoards(command: Command): readonly Command[] {
  const { posts: largest, folder, port } = command;
  const smaller = SMALLER_BOARDS.filter((posts) => posts < largest);
  return [...smaller, largest].map((posts, i) => {
    const isKept = folder !== null && posts !== SMALLER_BOARDS[0];
    const keptFolder = isKept && posts < largest ? join(folder, String(posts)) : folder;
    // The site of a board listens on the next port.
    return { ...command, posts, port: port + 2 * i, folder: isKept ? keptFolder : null };
  });
}

const listOf = (results: readonly Measurement[], name: 'p50' | 'p99'): string =>
  results.map((result) => formatNumber(result[name])).join(' · ');

/** Marks figures of measurements in which a request failed. */
const prefixOf = (results: readonly Measurement[]): string => (hasFailures(results) ? 'failed: ' : '');

const headOf = (boards: readonly SizedBoard[], title: string): string =>
  `${title}: ${boards.map(({ posts }) => posts).join(' · ')}`;

function readTable(boards: readonly SizedBoard[], rows: readonly Row[]): string {
  const head = ['operation', headOf(boards, 'p50 ms'), headOf(boards, 'p99 ms')];
  return markdownTable(
    [...head, 'ratio of p50', `≤ ${MAX_GROWTH}`, 'CPU ratio'],
    rows.map(({ load, results }) => {
      const [smallest, largest] = [results[0] as Measurement, results.at(-1) as Measurement];
      const ratio = largest.p50 / smallest.p50;
      const cpuRatio = totalCpuTime(largest) / totalCpuTime(smallest);
      const verdict = formatVerdict(ratio <= MAX_GROWTH, results);
      const percentiles = [listOf(results, 'p50'), listOf(results, 'p99')];
      return [load.name, ...percentiles, ratio.toFixed(2), verdict, cpuRatio.toFixed(2)];
    }),
  );
}

const writeTable = (boards: readonly SizedBoard[], rows: readonly Row[]): string =>
  markdownTable(
    ['operation', 'connections', headOf(boards, 'per second'), 'p50 ms', 'p99 ms', 'CPU ms'],
    rows.map(({ load, results }) => [
      prefixOf(results) + load.name,
      load.connections,
      results.map(({ responsesPerSecond }) => formatNumber(responsesPerSecond)).join(' · '),
      listOf(results, 'p50'),
      listOf(results, 'p99'),
      results.map((result) => formatNumber(totalCpuTime(result))).join(' · '),
    ]),
  );

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

async function timeVacuums(
  database: Database,
  tables: readonly TableSize[],
): Promise<readonly (readonly [string, string])[]> {
  const rows: [string, string][] = [];
  for (const { name } of tables) {
    const start = performance.now();
    await database.rows(sql`vacuum analyze ${raw(name)}`, 'unprepared');
    rows.push([name, formatNumber((performance.now() - start) / 1000)]);
  }
  return rows;
}
