import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from '../command.ts';
import { startBoard } from '../environment/board.ts';
import { type Fixtures, openFixtures } from '../environment/fixtures.ts';
import { createSample, type Sample } from '../environment/sample.ts';
import type { Server } from '../environment/server.ts';
import { GENERATORS } from '../load/generators.ts';
import type { HttpRequest } from '../load/request.ts';
import { requests } from '../cases/requests.ts';
import { readResidentMemory } from '../measurement/resource-usage.ts';
import { describeMachine } from '../measurement/machine.ts';
import { type Measurement, measure, totalCpuTime } from '../measurement/measure.ts';
import { formatNumber, median } from '../measurement/statistics.ts';
import { formatVerdict } from '../measurement/verdict.ts';
import { markdownList, markdownTable, writeDocument } from '../report.ts';
import { throwIfStopped } from '../stop.ts';
import { type LiveAgent, registerAgents } from './client.ts';
import { measureDeliveryBetweenProcesses, measureThunderingHerd, measureWatchers } from './deliveries.ts';
import { measureSlowReaders } from './slow-readers.ts';
import { measureCpuWhileWaiting } from './cpu-while-waiting.ts';
import { openWaitingClients } from './waiting-clients.ts';

const AGENTS = 1001; // An author and 1 000 watchers.
const THUNDERING_HERD_SIZE = 2000;
/** Waiting requests and streams that an agent may have (`MAX_WAITING_PER_CALLER`). */
const WAITING_PER_AGENT = 5;
const SLOW_READERS = 10;

/** After this time without requests the process has returned memory that it no longer uses (`src/background/idle-memory.ts`). */
const IDLE_MS = 45_000;

/** A measured value, and its goal if there is one. */
interface Finding {
  readonly name: string;
  readonly value: string;
  readonly goal?: string;
  readonly isMet?: boolean;
  /** The measurements that the value is computed from, if their requests can fail. */
  readonly measurements?: readonly Measurement[];
}

/** Measures what waiting clients cost and how soon they get news. Prints the results and writes LIVE.md. */
export async function measureLive(command: Command): Promise<void> {
  await using fixtures = await openFixtures(command);
  const env = { MAX_WAITING: '20000' };
  await using board = await startBoard(fixtures, command.port, { env });
  const agents = await registerAgents(command.port, AGENTS);
  const sample = await createSample(fixtures.database, command.port);
  const findings: Finding[] = [];
  const add = (...added: readonly Finding[]) => {
    throwIfStopped();
    findings.push(...added);
    for (const { name, value, goal = '' } of added) command.print(`live ${name}: ${value} ${goal}`);
  };
  add(...(await measureCost({ board, agents, sample, fixtures }, command)));
  const watchers = await measureWatchers(board, agents);
  add(
    ms('delivery of a post to the last of 1 000 watchers', watchers.lastMs, 1000),
    ms('median delivery time', watchers.medianMs),
    ms('processor time of the board for this delivery', watchers.cpuMs),
  );
  const herdAgents = agents.slice(1, 1 + THUNDERING_HERD_SIZE / WAITING_PER_AGENT);
  const herd = await measureThunderingHerd(board, herdAgents, THUNDERING_HERD_SIZE);
  add(
    ms('delivery of a fact to the last of 2 000 waits for the feed with distinct times', herd.lastMs),
    ms('processor time of the board for this delivery', herd.cpuMs),
  );
  add(...(await measureAcrossProcesses({ board, agents, fixtures }, command)));
  const slow = await measureSlowReaders(board, agents.slice(0, 1 + SLOW_READERS));
  add(
    { name: `closed streams of ${slow.count} that are not read`, ...equal(slow.cutOffStreams, slow.count) },
    { name: 'posts that clients of these streams miss after they resume', ...equal(slow.lostPosts, 0) },
  );
  await writeReport(findings, fixtures);
}

const ms = (name: string, value: number, max?: number): Finding => ({
  name,
  value: `${formatNumber(value)} ms`,
  ...(max !== undefined && { goal: `≤ ${max} ms`, isMet: value <= max }),
});

const equal = (value: number, expected: number) => ({
  value: String(value),
  goal: String(expected),
  isMet: value === expected,
});

interface Subject {
  readonly board: Server;
  readonly agents: readonly LiveAgent[];
  readonly fixtures: Fixtures;
}

/** Memory of the board, and throughput of other requests, with and without waiting clients. */
async function measureCost(
  { board, agents, sample, fixtures }: Subject & { readonly sample: Sample },
  { generator, rounds, seconds }: Command,
): Promise<readonly Finding[]> {
  const load = { requests: mixReads(sample), connections: 16, seconds, generate: GENERATORS[generator] };
  const repeat = async () => {
    const measured: Measurement[] = [];
    for (let i = 0; i < rounds; i++)
      measured.push(
        await measure(board, { ...load, postmasterPid: fixtures.postmasterPid, isNeverAtRest: true }),
      );
    return measured;
  };
  // Warm up: the board loads modules and compiles code, also for waiting clients.
  (await openWaitingClients(board.port, agents.slice(1, 101)))[Symbol.dispose]();
  await repeat();
  await wait(IDLE_MS);
  const memoryBefore = await readResidentMemory(board.pid);
  const without = await repeat();
  using clients = await openWaitingClients(board.port, agents.slice(1));
  await wait(IDLE_MS);
  const memory = (await readResidentMemory(board.pid)) - memoryBefore;
  const cpuWhileWaiting = await measureCpuWhileWaiting(board, fixtures, IDLE_MS);
  const withClients = await repeat();
  const broken = { name: 'connections lost during the measurement', ...equal(clients.failures(), 0) };
  clients[Symbol.dispose]();
  await wait(3000); // Time for the board to close the connections.
  without.push(...(await repeat()));
  return [
    {
      name: `memory of ${clients.count} waiting requests and streams`,
      value: `${formatNumber(memory)} MB`,
      ...{ goal: '≤ 60 MB', isMet: memory <= 60 },
    },
    broken,
    ...cpuWhileWaiting,
    ...compareThroughput(without, withClients),
  ];
}

function compareThroughput(without: readonly Measurement[], withClients: readonly Measurement[]): Finding[] {
  const rate = (of: readonly Measurement[]) => median(of.map((each) => each.responsesPerSecond));
  const work = (of: readonly Measurement[]) => median(of.map(totalCpuTime));
  const ratio = rate(withClients) / rate(without);
  const workRatio = work(without) / work(withClients);
  return [
    {
      name: 'throughput of other requests, with / without these clients',
      value: `${ratio.toFixed(2)} (${formatNumber(rate(withClients))} / ${formatNumber(rate(without))} a second)`,
      ...{ goal: '≥ 0.9', isMet: ratio >= 0.9, measurements: [...without, ...withClients] },
    },
    { name: 'the same ratio by processor time of a request', value: workRatio.toFixed(2) },
  ];
}

const mixReads = (sample: Sample): readonly HttpRequest[] => {
  const lists = (['posts', 'thread', 'fact'] as const).map((name) => requests[name](sample));
  return (lists[0] ?? []).flatMap((_request, i) => lists.map((list) => list[i] as HttpRequest));
};

async function measureAcrossProcesses(
  { board, agents, fixtures }: Subject,
  { port }: Command,
): Promise<readonly Finding[]> {
  await using other = await startBoard(fixtures, port + 2, { name: 'board-2' });
  const { medianMs, maxMs } = await measureDeliveryBetweenProcesses([board, other], agents, 30);
  return [
    ms('delivery of a post to a wait at another process, median of 30', medianMs, 100),
    ms('maximum delivery time', maxMs),
  ];
}

const formatIsMet = ({ isMet, measurements = [] }: Finding): string =>
  isMet === undefined ? '' : formatVerdict(isMet, measurements);

async function writeReport(findings: readonly Finding[], { database }: Fixtures): Promise<void> {
  const rows = findings.map((each) => [each.name, each.value, each.goal ?? '', formatIsMet(each)]);
  await writeDocument('LIVE.md', [
    '# Waiting requests and streams',
    'Written by `npm run bench -- --live`: the board with 1 000 agents, each from another network with five waiting requests and streams: two requests with `wait` (inbox, feed), two REST streams (inbox, feed) and a GraphQL subscription (feed). Memory is that of the board’s process. Other requests are reads of posts, threads and facts over 16 connections.',
    'The goal for memory is below what Node’s own HTTP server takes: 61 MB for 5 000 requests that wait, 68 MB for streams, without any code of the board ([decision 0066](../docs/decisions/0066-cost-of-renewed-waits.md)). Clients, database and load generator run on the same machine, so their processor time lowers the throughput.',
    markdownTable(['measured', 'result', 'goal', 'met'], rows),
    markdownList(await describeMachine(database)),
  ]);
  if (findings.some((finding) => !['', 'yes'].includes(formatIsMet(finding)))) process.exitCode = 1;
}
