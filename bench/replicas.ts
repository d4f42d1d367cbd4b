// Reads of one board with no, one and two standbys: throughput, and processor time per request of board, primary and standbys.
// `node bench/replicas.ts [--seconds 5] [--rounds 3] [--reads posts,feed,facts,inquiries] [--writes 0] [--posts 20000]
// [--port 5700]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../prisma/client.ts';
import { seedBoard } from '../src/seed/seed-board.ts';
import { openStandbys, type TestServerNode, type TestStandbys } from '../test/support/database/standbys.ts';
import { type OperationName, requests } from './cases/requests.ts';
import { startBoard } from './environment/board.ts';
import { type Fixtures, vacuumAndCheckpoint } from './environment/fixtures.ts';
import { createSample, type Sample } from './environment/sample.ts';
import { startBackgroundWrites } from './measurement/background-writes.ts';
import { chooseDefaultGenerator, GENERATORS } from './load/generators.ts';
import { readCpuTime, readDatabaseCpuTime } from './measurement/resource-usage.ts';
import { median } from './measurement/statistics.ts';
import { markdownTable } from './report.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    posts: { type: 'string', default: '20000' },
    port: { type: 'string', default: '5700' },
    rounds: { type: 'string', default: '3' },
    writes: { type: 'string', default: '0' },
    reads: { type: 'string', default: 'posts,feed,facts,inquiries' },
  },
});
const [seconds, posts, port, rounds, writes] = (
  ['seconds', 'posts', 'port', 'rounds', 'writes'] as const
).map((name) => Number(values[name])) as [number, number, number, number, number];

const CONNECTIONS = 32;
const READS = values.reads.split(',') as OperationName[];
const PEPPER = 'a pepper for benchmarks that is long enough';

/** The board is warm when it has used this much processor time: then its code is compiled. */
const WARM_UP_MS = 6_000;

async function warmUp({ pid, load }: { readonly pid: number; readonly load: () => Promise<unknown> }) {
  while ((await readCpuTime(pid)) < WARM_UP_MS) await load();
}

interface Result {
  readonly perSecond: number;
  readonly failures: number;
  /** Processor time per request, in microseconds: of the board, the primary, and all standbys together. */
  readonly board: number;
  readonly primary: number;
  readonly standbys: number;
}

/** Processor time so far, in milliseconds. */
async function readTimes(boardPid: number, { primary, standbys }: TestStandbys) {
  const ofServer = async (server: TestServerNode) => readDatabaseCpuTime(await server.pid());
  const ofStandbys = await Promise.all(standbys.map(ofServer));
  return {
    board: await readCpuTime(boardPid),
    primary: await ofServer(primary),
    standbys: ofStandbys.reduce((sum, time) => sum + time, 0),
  };
}

/** Loads a board that computes each response and reads on the first `count` standbys. */
async function measureReads(
  { fixtures, servers }: { readonly fixtures: Fixtures; readonly servers: TestStandbys },
  count: number,
  getSample: () => Promise<Sample>,
): Promise<Result> {
  const urls = servers.standbys.slice(0, count).map(({ url }) => url);
  await using board = await startBoard(fixtures, port, {
    nodeOptions: ['--import', join(import.meta.dirname, 'environment/without-response-cache.ts')],
    env: { DATABASE_READ_URLS: urls.join(',') },
  });
  const sample = await getSample();
  const lists = READS.map((name) => requests[name](sample));
  const mixed = (lists[0] ?? []).flatMap((_request, i) => lists.flatMap((list) => list[i] ?? []));
  const generate = GENERATORS[chooseDefaultGenerator()];
  const load = { port, connections: CONNECTIONS, requests: mixed };
  await warmUp({ pid: board.pid, load: () => generate({ ...load, seconds: 1 }) });
  const writing = startBackgroundWrites({ board, sample }, writes);
  const before = await readTimes(board.pid, servers);
  const { responses, responsesPerSecond, failures } = await generate({ ...load, seconds });
  writing[Symbol.dispose]();
  const after = await readTimes(board.pid, servers);
  const perRequest = (name: keyof typeof before) => ((after[name] - before[name]) / responses) * 1000;
  return {
    ...{ perSecond: responsesPerSecond, failures },
    ...{ board: perRequest('board'), primary: perRequest('primary'), standbys: perRequest('standbys') },
  };
}

async function measureAll(servers: TestStandbys): Promise<readonly (readonly Result[])[]> {
  const database = openDatabase({ connectionString: servers.primary.url });
  await seedBoard(database, { posts, seed: 1, until: new Date() });
  await vacuumAndCheckpoint(database);
  const fixtures: Fixtures = {
    ...{ folder, url: servers.primary.url, pepper: PEPPER, database },
    postmasterPid: await servers.primary.pid(),
    [Symbol.asyncDispose]: () => database.close(),
  };
  let sample: Promise<Sample> | undefined;
  const getSample = () => (sample ??= createSample(database, port));
  const results: Result[][] = [[], [], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [count, list] of results.entries())
      list.push(await measureReads({ fixtures, servers }, count, getSample));
  await database.close();
  return results;
}

const MEDIANS = ['perSecond', 'board', 'primary', 'standbys'] as const;

const toRow = (list: readonly Result[], count: number) => [
  count,
  ...MEDIANS.map((name) => Math.round(median(list.map((result) => result[name])))),
  list.reduce((sum, { failures }) => sum + failures, 0),
];

const folder = await mkdtemp(join(tmpdir(), 'bench-replicas-'));
try {
  await using servers = await openStandbys(folder, 2);
  const results = await measureAll(servers);
  const head = ['standbys', 'reads/s', 'board µs', 'primary µs', 'standbys µs', 'failures'];
  process.stdout.write(`${markdownTable(head, results.map(toRow))}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
