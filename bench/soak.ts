import { setTimeout as wait } from 'node:timers/promises';
import { openEnvironment } from './environment/environment.ts';
import type { Command } from './command.ts';
import { readResidentMemory } from './measurement/resource-usage.ts';
import { GENERATORS } from './load/generators.ts';
import { describeMachine } from './measurement/machine.ts';
import { markdownList, writeDocument } from './report.ts';
import { mixAllRequests } from './cases/requests.ts';
import { hasFailures } from './measurement/verdict.ts';
import { throwIfStopped } from './stop.ts';
import { median, formatNumber } from './measurement/statistics.ts';

const READ_INTERVAL_MS = 5000;
const MAX_RESIDENT_MB = 300;

/** The maximum ratio of the memory in the last quarter of the time to that in the second quarter. */
const MAX_GROWTH = 1.1;

/** Loads the board with all operations at once and records its memory. Writes SOAK.md. */
export async function soak(seconds: number, command: Command): Promise<void> {
  await using environment = await openEnvironment({ ...command, only: [] });
  const { port, generator, print } = command;
  const connections = command.connections.at(-1) ?? 64;
  const load = GENERATORS[generator]({
    port,
    connections,
    seconds,
    requests: mixAllRequests(environment.sample),
  });
  // The rejection is handled where `load` is awaited.
  load.catch(() => undefined);
  const residentMb: number[] = [];
  for (let at = READ_INTERVAL_MS; at <= seconds * 1000; at += READ_INTERVAL_MS) {
    await wait(READ_INTERVAL_MS);
    throwIfStopped();
    residentMb.push(await readResidentMemory(environment.board.pid));
    print(`rss ${at / 1000} ${formatNumber(residentMb.at(-1) ?? NaN)}`);
  }
  const result = await load;
  const quarter = (n: number) =>
    median(residentMb.slice((residentMb.length * n) / 4, (residentMb.length * (n + 1)) / 4));
  const [secondQuarter, lastQuarter, max] = [quarter(1), quarter(3), Math.max(...residentMb)];
  const growth = lastQuarter / secondQuarter;
  const hasFailed = hasFailures([result]);
  const size = max <= MAX_RESIDENT_MB ? 'within' : '**not within**';
  const change = growth <= MAX_GROWTH ? 'flat' : '**growing**';
  const findings = [
    `median of the last quarter ${formatNumber(lastQuarter)} MB, maximum ${formatNumber(max)} MB: ${hasFailed ? 'failed; the goal is' : size} ${MAX_RESIDENT_MB} MB`,
    `the last quarter has ${growth.toFixed(2)} times the memory of the second quarter: ${hasFailed ? 'failed' : change}`,
    `${formatNumber(result.responsesPerSecond)} responses/s at ${connections} connections, ${result.failures} failed`,
  ];
  for (const line of findings) print(line);
  await writeDocument('SOAK.md', [
    `# Memory of the board in ${seconds} s of mixed load`,
    'Written by `npm run bench -- --soak`.',
    markdownList([...(await describeMachine(environment.fixtures.database)), ...findings]),
  ]);
  if (hasFailed) process.exitCode = 1;
}
