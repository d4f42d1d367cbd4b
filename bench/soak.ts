import { setTimeout as wait } from 'node:timers/promises';
import { openEnvironment } from './environment/environment.ts';
import type { Command } from './command.ts';
import { readResidentMemory } from './measurement/cpu.ts';
import { GENERATORS } from './load/generators.ts';
import type { HttpRequest } from './load/request.ts';
import { describeMachine } from './measurement/machine.ts';
import { markdownList, writeDocument } from './report.ts';
import { operationNames, requests } from './cases/requests.ts';
import type { Sample } from './environment/sample.ts';
import { throwIfStopped } from './stop.ts';
import { median, formatNumber } from './measurement/statistics.ts';

const EVERY_MS = 5000;
const MAX_MB = 300;

/** The maximum of last-quarter memory relative to second-quarter memory; more counts as growth. */
const MAX_GROWTH = 1.1;

/** Loads the board with all operations at once and records its memory. Writes SOAK.md. */
export async function soak(seconds: number, command: Command): Promise<void> {
  await using environment = await openEnvironment({ ...command, only: [] });
  const { port, generator, print } = command;
  const connections = command.connections.at(-1) ?? 64;
  const load = GENERATORS[generator]({ port, connections, seconds, requests: mix(environment.sample) });
  // The rejection is handled where `load` is awaited.
  load.catch(() => undefined);
  const sizes: number[] = [];
  for (let at = EVERY_MS; at <= seconds * 1000; at += EVERY_MS) {
    await wait(EVERY_MS);
    throwIfStopped();
    sizes.push(await readResidentMemory(environment.board.pid));
    print(`rss ${at / 1000} ${formatNumber(sizes.at(-1) ?? NaN)}`);
  }
  const result = await load;
  const quarter = (n: number) => median(sizes.slice((sizes.length * n) / 4, (sizes.length * (n + 1)) / 4));
  const [early, late, most] = [quarter(1), quarter(3), Math.max(...sizes)];
  const found = [
    `at the end ${formatNumber(late)} MB, at most ${formatNumber(most)} MB: ${most <= MAX_MB ? 'within' : '**not within**'} ${MAX_MB} MB`,
    `${(late / early).toFixed(2)} times what it was in the second quarter: ${late / early <= MAX_GROWTH ? 'flat' : '**growing**'}`,
    `${formatNumber(result.responsesPerSecond)} answers/s at ${connections} connections, ${result.failures} failed`,
  ];
  for (const line of found) print(line);
  await writeDocument('SOAK.md', [
    `# Memory of the board in ${seconds} s of mixed load`,
    'Written by `npm run bench -- --soak`.',
    markdownList([...(await describeMachine(environment.fixtures.database)), ...found]),
  ]);
  if (result.failures > 0) process.exitCode = 1;
}

/** All operations in turn, reads and writes. */
function mix(sample: Sample): readonly HttpRequest[] {
  const lists = operationNames.map((name) => requests[name](sample));
  return (lists[0] ?? []).flatMap((_request, i) => lists.map((one) => one[i] as HttpRequest));
}
