import { setTimeout as wait } from 'node:timers/promises';
import { readCpuTime, readDatabaseCpuTime, readResidentMemory } from './resource-usage.ts';
import type { LoadGenerator, Load, LoadResult } from '../load/load.ts';
import type { Server } from '../environment/server.ts';
import { throwIfStopped } from '../stop.ts';
import { lowerQuartile, median } from './statistics.ts';

/** The result of one measurement, or a summary of several. */
export interface Measurement {
  readonly responsesPerSecond: number;
  /** Percentiles of the latency, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** Milliseconds of processor time per response, of the server and of its database. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  /** Resident memory of the server after the measurement, in MB. */
  readonly residentMb: number;
}

/** Processor time per response of server and database together, in milliseconds. */
export const totalCpuTime = ({ serverCpuMs: server, databaseCpuMs: database }: Measurement): number =>
  server + database;

export interface MeasureOptions extends Omit<Load, 'port'> {
  readonly generate: LoadGenerator;
  readonly postmasterPid: number;
  /** Whether the server also works without the load. Its processor times never come to rest, so they are read at once. */
  readonly isNeverAtRest?: boolean;
}

/** Runs are added, each twice as long as the one before, until all together have this many responses per connection. */
const MIN_RESPONSES_PER_CONNECTION = 4;
const MAX_RUNS = 5;

/**
 * Loads a server. Throughput and latency are those of the last run, failures and processor time those of all runs.
 */
export async function measure(server: Server, options: MeasureOptions): Promise<Measurement> {
  throwIfStopped();
  const { generate, postmasterPid, isNeverAtRest = false, ...load } = options;
  const readTimes = () => (isNeverAtRest ? readCpuTimes : readCpuTimesAtRest)(server, postmasterPid);
  const before = await readTimes();
  const results: LoadResult[] = [];
  const countResponses = () => results.reduce((sum, { responses }) => sum + responses, 0);
  while (results.length < MAX_RUNS && countResponses() < MIN_RESPONSES_PER_CONNECTION * load.connections)
    results.push(await generate({ ...load, port: server.port, seconds: load.seconds * 2 ** results.length }));
  const after = await readTimes();
  // At the end of a run each connection waits for one more response, which costs processor time and is not counted.
  const handled = countResponses() + results.length * load.connections;
  return {
    ...(results.at(-1) as LoadResult),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    serverCpuMs: (after.server - before.server) / handled,
    databaseCpuMs: (after.database - before.database) / handled,
    residentMb: await readResidentMemory(server.pid),
  };
}

const PAUSE_MS = 60;
const MAX_PAUSES = 50;

/**
 * Processor times of the server and its database, once they no longer increase, or after three seconds: work still in progress
 * would count for the next measurement.
 */
async function readCpuTimesAtRest(server: Server, postmasterPid: number) {
  let [now, total] = [await readCpuTimes(server, postmasterPid), -1];
  for (let pause = 0; pause < MAX_PAUSES && now.server + now.database > total; pause++) {
    total = now.server + now.database;
    await wait(PAUSE_MS);
    now = await readCpuTimes(server, postmasterPid);
  }
  return now;
}

const readCpuTimes = async ({ pid }: Server, postmasterPid: number) => ({
  server: await readCpuTime(pid),
  database: await readDatabaseCpuTime(postmasterPid),
});

/** Medians of throughput and latency, lower quartiles of processor time, the sum of the failures, and the most memory. */
export function summarizeMeasurements(measurements: readonly Measurement[]): Measurement {
  const valuesOf = (name: keyof Measurement) => measurements.map((measurement) => measurement[name]);
  return {
    responsesPerSecond: median(valuesOf('responsesPerSecond')),
    p50: median(valuesOf('p50')),
    p99: median(valuesOf('p99')),
    failures: measurements.reduce((sum, { failures }) => sum + failures, 0),
    serverCpuMs: lowerQuartile(valuesOf('serverCpuMs')),
    databaseCpuMs: lowerQuartile(valuesOf('databaseCpuMs')),
    residentMb: Math.max(...valuesOf('residentMb')),
  };
}
