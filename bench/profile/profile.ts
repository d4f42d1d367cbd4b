import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBoard } from '../environment/board.ts';
import type { Command } from '../command.ts';
import { readCpuTime, readDatabaseCpuTime } from '../measurement/resource-usage.ts';
import { type Fixtures, openFixtures } from '../environment/fixtures.ts';
import { GENERATORS } from '../load/generators.ts';
import type { Load, LoadResult } from '../load/load.ts';
import { type OperationName, requests } from '../cases/requests.ts';
import { createSample } from '../environment/sample.ts';
import { startBackgroundWrites } from '../measurement/background-writes.ts';
import { formatNumber } from '../measurement/statistics.ts';
import { warmUp } from '../measurement/warm-up.ts';
import { formatSummary } from './format-summary.ts';
import { type CpuProfile, cutProfile, summarizeProfile } from './summary.ts';

const root = join(import.meta.dirname, '../..');

/** The system's monotonic clock, which V8 profiles use, in microseconds. */
const readClockUs = () => Number(process.hrtime.bigint() / 1000n);

/** Loads the board with one operation under V8's profiler. Writes the profile of the load and prints a summary. */
export async function profileOperation(name: OperationName, command: Command): Promise<void> {
  await using fixtures = await openFixtures(command);
  const folder = join(fixtures.folder, 'profiles');
  await mkdir(folder, { recursive: true });
  const { from, until } = await loadBoard(fixtures, { name, folder, command });
  const file = (await readdir(folder))
    .filter((entry) => entry.endsWith('.cpuprofile'))
    .toSorted()
    .at(-1);
  if (file === undefined) throw new Error('the board wrote no CPU profile');
  const wholeProfile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const profile = cutProfile(wholeProfile, from, until);
  const outputFile = `${name}.cpuprofile`;
  await writeFile(outputFile, JSON.stringify(profile));
  for (const line of formatSummary(summarizeProfile(profile, root))) command.print(line);
  command.print(
    `\nwrote ${outputFile}: open it in Chrome’s developer tools (Performance, load) or in speedscope`,
  );
}

/** Starts, loads and stops the board. Returns when the load began and ended, in microseconds of the monotonic clock. */
async function loadBoard(
  fixtures: Fixtures,
  {
    name,
    folder,
    command,
  }: { readonly name: OperationName; readonly folder: string; readonly command: Command },
) {
  const { port, seconds, generator, print } = command;
  const connections = command.connections.at(-1) ?? 64;
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  await using board = await startBoard(fixtures, port, { nodeOptions });
  const sample = await createSample(fixtures.database, port);
  const load: Load = { port, connections, seconds, requests: requests[name](sample) };
  const run = GENERATORS[generator];
  await warmUp({ server: board, requests: load.requests }, { generate: run, cpuMs: 4000 });
  using background = new DisposableStack();
  background.use(startBackgroundWrites({ board, sample }, command.writes));
  const before = await readCpuTimes(board.pid, fixtures);
  const from = readClockUs();
  const result = await run(load);
  const until = readClockUs();
  const after = await readCpuTimes(board.pid, fixtures);
  print(
    describeResult(name, connections, {
      result,
      board: after.board - before.board,
      database: after.database - before.database,
    }),
  );
  return { from, until };
}

const readCpuTimes = async (pid: number, { postmasterPid }: Fixtures) => ({
  board: await readCpuTime(pid),
  database: await readDatabaseCpuTime(postmasterPid),
});

const describeResult = (
  name: string,
  connections: number,
  {
    result,
    board,
    database,
  }: { readonly result: LoadResult; readonly board: number; readonly database: number },
) =>
  `${name} at ${connections}: ${formatNumber(result.responsesPerSecond)} requests/s, ${result.failures} failed; ` +
  `CPU ms per request: board ${formatNumber(board / result.responses)} (under the profiler), ` +
  `database ${formatNumber(database / result.responses)}\n`;
