// What is run for the first time is compiled first, and its statements are prepared: nobody is measured at that.
import type { BenchmarkCase, Side } from '../cases/case.ts';
import { readCpuTime } from './cpu.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpRequest } from '../load/request.ts';
import { throwIfStopped } from '../stop.ts';

export interface WarmUp {
  /** Milliseconds of processor time that a server works before anything is measured, at all that it will be asked. */
  readonly server: number;
  /** And at each operation before that is measured. */
  readonly operation: number;
}

const CONNECTIONS = 32;
const SECONDS = 0.4;

/** Where a server gets that little of the machine, waiting longer does not help. */
const MOST_LOADS = 25;

interface Warming {
  readonly generate: LoadGenerator;
  /** Milliseconds of its processor time. */
  readonly enough: number;
}

/** Lets a server work until it has worked so much. */
export async function warmUp({ server, requests }: Side, { generate, enough }: Warming): Promise<void> {
  throwIfStopped();
  const end = (await readCpuTime(server.pid)) + enough;
  for (let loads = 0; loads < MOST_LOADS && (await readCpuTime(server.pid)) < end; loads++)
    await generate({ port: server.port, connections: CONNECTIONS, seconds: SECONDS, requests });
}

/** Each server at everything, a bit of all at a time. */
export async function warmUpServers(
  contests: readonly BenchmarkCase[],
  generate: LoadGenerator,
  { server: enough }: WarmUp,
) {
  const sides = contests.flatMap(({ ours, theirs }) => [ours, ...theirs]);
  for (const [server, asked] of Map.groupBy(sides, (side) => side.server)) {
    const lists = asked.map(({ requests }) => requests);
    const mixed = (lists[0] ?? []).flatMap((_first, i) => lists.map((list) => list[i] as HttpRequest));
    await warmUp({ server, requests: mixed }, { generate, enough });
  }
}

/** Both sides at one operation. */
export async function warmUpCase(
  { ours, theirs }: BenchmarkCase,
  generate: LoadGenerator,
  { operation: enough }: WarmUp,
) {
  for (const side of [ours, ...theirs]) await warmUp(side, { generate, enough });
}
