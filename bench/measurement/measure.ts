import { setTimeout as wait } from 'node:timers/promises';
import { readCpuTime, readDatabaseCpuTime } from './cpu.ts';
import type { LoadGenerator, Load, LoadResult } from '../load/load.ts';
import type { Server } from '../environment/server.ts';
import { throwIfStopped } from '../stop.ts';
import { lowerQuartile, median } from './statistics.ts';

/** What came of one load, or the medians of several. */
export interface Measurement {
  readonly responsesPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** Milliseconds of processor time an answer took of the server, and of its database. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

/** Both together. */
export const totalCpuTime = ({ serverCpuMs: server, databaseCpuMs: database }: Measurement): number =>
  server + database;

export interface MeasureOptions extends Omit<Load, 'port'> {
  readonly generate: LoadGenerator;
  readonly postmaster: number;
}

/** With fewer answers for each connection a sample says nothing: it is taken again, twice as long. */
const FEWEST = 4;
const MOST_TRIES = 5;

/** Loads a server for so long, and says how fast it answered and what that cost. */
export async function measure(server: Server, measuring: MeasureOptions): Promise<Measurement> {
  throwIfStopped();
  const { generate, postmaster, ...load } = measuring;
  const before = await restOf(server, postmaster);
  const outcomes: LoadResult[] = [];
  const answered = () => outcomes.reduce((sum, { responses: answers }) => sum + answers, 0);
  while (outcomes.length < MOST_TRIES && answered() < FEWEST * load.connections)
    outcomes.push(
      await generate({ ...load, port: server.port, seconds: load.seconds * 2 ** outcomes.length }),
    );
  const after = await restOf(server, postmaster);
  // When the time is up each connection waits for one more, which the server finishes for nobody.
  const worked = answered() + outcomes.length * load.connections;
  return {
    ...(outcomes.at(-1) as LoadResult),
    failures: outcomes.reduce((sum, { failures }) => sum + failures, 0),
    serverCpuMs: (after.server - before.server) / worked,
    databaseCpuMs: (after.database - before.database) / worked,
  };
}

const PAUSE_MS = 60;
const MOST_PAUSES = 50;

/** What both have spent, once they are at rest: what is still in work would be counted to the next who is measured. */
async function restOf({ pid }: Server, postmaster: number) {
  const spent = async () => ({
    server: await readCpuTime(pid),
    database: await readDatabaseCpuTime(postmaster),
  });
  let [now, total] = [await spent(), -1];
  for (let pause = 0; pause < MOST_PAUSES && now.server + now.database > total; pause++) {
    total = now.server + now.database;
    await wait(PAUSE_MS);
    now = await spent();
  }
  return now;
}

/** Medians; of what was spent the lower quartile, for other work can only add to it; and all failures. */
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
