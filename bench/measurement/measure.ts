import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf, cpuOfDatabase } from './cpu.ts';
import type { Generator, Load, Outcome } from '../load/load.ts';
import type { Server } from '../environment/server.ts';
import { assertGoing } from '../stop.ts';
import { lowerQuartile, median } from './statistics.ts';

/** What came of one load, or the medians of several. */
export interface Measure {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** Milliseconds of processor time an answer took of the server, and of its database. */
  readonly server: number;
  readonly database: number;
}

/** Both together. */
export const workOf = ({ server, database }: Measure): number => server + database;

export interface Measuring extends Omit<Load, 'port'> {
  readonly generate: Generator;
  readonly postmaster: number;
}

/** With fewer answers for each connection a sample says nothing: it is taken again, twice as long. */
const FEWEST = 4;
const MOST_TRIES = 5;

/** Loads a server for so long, and says how fast it answered and what that cost. */
export async function measure(server: Server, measuring: Measuring): Promise<Measure> {
  assertGoing();
  const { generate, postmaster, ...load } = measuring;
  const before = await restOf(server, postmaster);
  const outcomes: Outcome[] = [];
  const answered = () => outcomes.reduce((sum, { answers }) => sum + answers, 0);
  while (outcomes.length < MOST_TRIES && answered() < FEWEST * load.connections)
    outcomes.push(
      await generate({ ...load, port: server.port, seconds: load.seconds * 2 ** outcomes.length }),
    );
  const after = await restOf(server, postmaster);
  // When the time is up each connection waits for one more, which the server finishes for nobody.
  const worked = answered() + outcomes.length * load.connections;
  return {
    ...(outcomes.at(-1) as Outcome),
    failures: outcomes.reduce((sum, { failures }) => sum + failures, 0),
    server: (after.server - before.server) / worked,
    database: (after.database - before.database) / worked,
  };
}

const PAUSE_MS = 60;
const MOST_PAUSES = 50;

/** What both have spent, once they are at rest: what is still in work would be counted to the next who is measured. */
async function restOf({ pid }: Server, postmaster: number) {
  const spent = async () => ({ server: await cpuOf(pid), database: await cpuOfDatabase(postmaster) });
  let [now, total] = [await spent(), -1];
  for (let pause = 0; pause < MOST_PAUSES && now.server + now.database > total; pause++) {
    total = now.server + now.database;
    await wait(PAUSE_MS);
    now = await spent();
  }
  return now;
}

/** Medians; of what was spent the lower quartile, for other work can only add to it; and all failures. */
export function medianOf(measures: readonly Measure[]): Measure {
  const of = (name: keyof Measure) => measures.map((one) => one[name]);
  return {
    rate: median(of('rate')),
    p50: median(of('p50')),
    p99: median(of('p99')),
    failures: measures.reduce((sum, { failures }) => sum + failures, 0),
    server: lowerQuartile(of('server')),
    database: lowerQuartile(of('database')),
  };
}
