// Loads servers before the measurement, so that code is compiled and statements are prepared.
import type { BenchmarkCase, Side } from '../cases/case.ts';
import { readCpuTime } from './cpu.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpRequest } from '../load/request.ts';
import { throwIfStopped } from '../stop.ts';

export interface WarmUp {
  /** Milliseconds of processor time that a server uses on all its operations before the first measurement. */
  readonly server: number;
  /** Milliseconds of processor time that a server uses on an operation before that operation is measured. */
  readonly operation: number;
}

const CONNECTIONS = 32;
const SECONDS = 0.4;

/** The most loads of a warm-up: where the machine is too busy, more do not help. */
const MAX_LOADS = 25;

interface WarmUpOptions {
  readonly generate: LoadGenerator;
  /** Milliseconds of the server's processor time. */
  readonly enough: number;
}

/** Loads a server until it has used `enough` processor time. */
export async function warmUp({ server, requests }: Side, { generate, enough }: WarmUpOptions): Promise<void> {
  throwIfStopped();
  const end = (await readCpuTime(server.pid)) + enough;
  for (let loads = 0; loads < MAX_LOADS && (await readCpuTime(server.pid)) < end; loads++)
    await generate({ port: server.port, connections: CONNECTIONS, seconds: SECONDS, requests });
}

/** Warms up each server with a mix of all its operations. */
export async function warmUpServers(
  cases: readonly BenchmarkCase[],
  generate: LoadGenerator,
  { server: enough }: WarmUp,
) {
  const sides = cases.flatMap(({ ours, theirs }) => [ours, ...theirs]);
  for (const [server, asked] of Map.groupBy(sides, (side) => side.server)) {
    const lists = asked.map(({ requests }) => requests);
    const mixed = (lists[0] ?? []).flatMap((_first, i) => lists.map((list) => list[i] as HttpRequest));
    await warmUp({ server, requests: mixed }, { generate, enough });
  }
}

/** Warms up all sides of one case. */
export async function warmUpCase(
  { ours, theirs }: BenchmarkCase,
  generate: LoadGenerator,
  { operation: enough }: WarmUp,
) {
  for (const side of [ours, ...theirs]) await warmUp(side, { generate, enough });
}
