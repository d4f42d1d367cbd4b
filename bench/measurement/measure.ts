import { setTimeout as wait } from 'node:timers/promises';
import { readCpuTime, readDatabaseCpuTime } from './cpu.ts';
import type { LoadGenerator, Load, LoadResult } from '../load/load.ts';
import type { Server } from '../environment/server.ts';
import { throwIfStopped } from '../stop.ts';
import { lowerQuartile, median } from './statistics.ts';

/** The result of one load, or the medians of several. */
export interface Measurement {
  readonly responsesPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** Milliseconds of processor time per response, of the server and of its database. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

/** Processor time per response of server and database together, in milliseconds. */
export const totalCpuTime = ({ serverCpuMs: server, databaseCpuMs: database }: Measurement): number =>
  server + database;

export interface MeasureOptions extends Omit<Load, 'port'> {
  readonly generate: LoadGenerator;
  readonly postmasterPid: number;
}

/** Responses per connection that a sample needs. With fewer it is repeated, twice as long. */
const MIN_RESPONSES_PER_CONNECTION = 4;
const MAX_TRIES = 5;

/** Loads a server and measures throughput, latency and processor time. */
export async function measure(server: Server, options: MeasureOptions): Promise<Measurement> {
  throwIfStopped();
  const { generate, postmasterPid, ...load } = options;
  const before = await restOf(server, postmasterPid);
  const results: LoadResult[] = [];
  const answered = () => results.reduce((sum, { responses: answers }) => sum + answers, 0);
  while (results.length < MAX_TRIES && answered() < MIN_RESPONSES_PER_CONNECTION * load.connections)
    results.push(await generate({ ...load, port: server.port, seconds: load.seconds * 2 ** results.length }));
  const after = await restOf(server, postmasterPid);
  // At the end each connection waits for one more response, which costs processor time and is not counted.
  const worked = answered() + results.length * load.connections;
  return {
    ...(results.at(-1) as LoadResult),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    serverCpuMs: (after.server - before.server) / worked,
    databaseCpuMs: (after.database - before.database) / worked,
  };
}

const PAUSE_MS = 60;
const MAX_PAUSES = 50;

/** Processor time of both, once it no longer rises: work still in progress would count for the next measurement. */
async function restOf({ pid }: Server, postmasterPid: number) {
  const spent = async () => ({
    server: await readCpuTime(pid),
    database: await readDatabaseCpuTime(postmasterPid),
  });
  let [now, total] = [await spent(), -1];
  for (let pause = 0; pause < MAX_PAUSES && now.server + now.database > total; pause++) {
    total = now.server + now.database;
    await wait(PAUSE_MS);
    now = await spent();
  }
  return now;
}

/** Medians of throughput and latency, lower quartiles of processor time, and the sum of the failures. */
export function medianMeasurement(measures: readonly Measurement[]): Measurement {
  const of = (name: keyof Measurement) => measures.map((one) => one[name]);
  return {
    responsesPerSecond: median(of('responsesPerSecond')),
    p50: median(of('p50')),
    p99: median(of('p99')),
    failures: measures.reduce((sum, { failures }) => sum + failures, 0),
    serverCpuMs: lowerQuartile(of('serverCpuMs')),
    databaseCpuMs: lowerQuartile(of('databaseCpuMs')),
  };
}
