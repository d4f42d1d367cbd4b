// Loads servers before the measurement, so that code is compiled and statements are prepared.
import type { BenchmarkCase, Side } from '../cases/case.ts';
import { readCpuTime } from './resource-usage.ts';
import type { LoadGenerator } from '../load/load.ts';
import { throwIfStopped } from '../stop.ts';

export interface WarmUp {
  /** Processor time that a server uses on all its operations before the first measurement. */
  readonly serverCpuMs: number;
  /** Processor time that a server uses on an operation before that operation is measured. */
  readonly operationCpuMs: number;
}

/** Connections and duration of one load. */
const CONNECTIONS = 32;
const LOAD_SECONDS = 0.4;

/** Ends the warm-up on a machine that is too busy to give the server its processor time. */
const MAX_LOADS = 25;

interface WarmUpOptions {
  readonly generate: LoadGenerator;
  /** Processor time that the server uses on the warm-up, in milliseconds. */
  readonly cpuMs: number;
}

/** Loads a server until it has used `cpuMs` of processor time. */
export async function warmUp({ server, requests }: Side, { generate, cpuMs }: WarmUpOptions): Promise<void> {
  throwIfStopped();
  const end = (await readCpuTime(server.pid)) + cpuMs;
  for (let loads = 0; loads < MAX_LOADS && (await readCpuTime(server.pid)) < end; loads++)
    await generate({ port: server.port, connections: CONNECTIONS, seconds: LOAD_SECONDS, requests });
}

/** Warms up each server with a mix of all its operations. */
export async function warmUpServers(
  cases: readonly BenchmarkCase[],
  generate: LoadGenerator,
  { serverCpuMs: cpuMs }: WarmUp,
) {
  const sides = cases.flatMap(({ board, peers }) => [board, ...peers]);
  for (const [server, serverSides] of Map.groupBy(sides, (side) => side.server)) {
    const lists = serverSides.map(({ requests }) => requests);
    const mixed = (lists[0] ?? []).flatMap((_first, i) => lists.flatMap((list) => list[i] ?? []));
    await warmUp({ server, requests: mixed }, { generate, cpuMs });
  }
}

/** Warms up all sides of one case. */
export async function warmUpCase(
  { board, peers }: BenchmarkCase,
  generate: LoadGenerator,
  { operationCpuMs: cpuMs }: WarmUp,
) {
  for (const side of [board, ...peers]) await warmUp(side, { generate, cpuMs });
}
