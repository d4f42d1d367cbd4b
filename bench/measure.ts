import { cpuOf, cpuOfDatabase } from './cpu.ts';
import type { Generator, Load } from './load/load.ts';
import type { Server } from './server.ts';
import { median } from './statistics.ts';

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

export interface Measuring extends Omit<Load, 'port'> {
  readonly generate: Generator;
  readonly postmaster: number;
}

export async function measure(
  server: Server,
  { generate, postmaster, ...load }: Measuring,
): Promise<Measure> {
  const spent = async () => [await cpuOf(server.pid), await cpuOfDatabase(postmaster)] as const;
  const before = await spent();
  const { answers, ...outcome } = await generate({ ...load, port: server.port });
  const after = await spent();
  return { ...outcome, server: (after[0] - before[0]) / answers, database: (after[1] - before[1]) / answers };
}

/** Each figure’s median, and all failures. */
export function medianOf(measures: readonly Measure[]): Measure {
  const of = (name: keyof Measure) => median(measures.map((one) => one[name]));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    failures: measures.reduce((sum, { failures }) => sum + failures, 0),
    server: of('server'),
    database: of('database'),
  };
}
