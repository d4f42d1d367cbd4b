import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBoard } from '../environment/board.ts';
import type { Command } from '../command.ts';
import { readCpuTime, readDatabaseCpuTime } from '../measurement/cpu.ts';
import { type Fixtures, openFixtures } from '../environment/fixtures.ts';
import { GENERATORS, type Load, type LoadResult } from '../load/load.ts';
import { type OperationName, requests } from '../cases/requests.ts';
import { createSample } from '../environment/sample.ts';
import { formatNumber } from '../measurement/statistics.ts';
import { warmUp } from '../measurement/warm-up.ts';
import { formatSummary } from './print-summary.ts';
import { type CpuProfile, cutProfile, summarizeProfile } from './summary.ts';

const root = join(import.meta.dirname, '../..');

/** The monotonic clock of the system, which a profile's times are of: microseconds. */
const now = () => Number(process.hrtime.bigint() / 1000n);

/** Loads the board with one operation under V8's profiler; leaves the profile of that time and says what is in it. */
export async function profileOperation(name: OperationName, command: Command): Promise<void> {
  await using ground = await openFixtures(command);
  const folder = join(ground.folder, 'profiles');
  await mkdir(folder, { recursive: true });
  const { from, until } = await loadBoard(ground, { name, folder, command });
  const file = (await readdir(folder))
    .filter((one) => one.endsWith('.cpuprofile'))
    .toSorted()
    .at(-1);
  if (file === undefined) throw new Error('the board left no profile');
  const whole = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const profile = cutProfile(whole, from, until);
  const kept = `${name}.cpuprofile`;
  await writeFile(kept, JSON.stringify(profile));
  for (const line of formatSummary(summarizeProfile(profile, root))) command.print(line);
  command.print(`\nleft ${kept}: Chrome’s developer tools (Performance, load) and speedscope show it`);
}

interface Profiling {
  readonly name: OperationName;
  readonly folder: string;
  readonly command: Command;
}

/** When the operation began to be measured, and when it was done. */
async function loadBoard(ground: Fixtures, { name, folder, command }: Profiling) {
  const { port, seconds, generator, print } = command;
  const connections = command.connections.at(-1) ?? 64;
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  await using board = await startBoard(ground, port, { nodeOptions });
  const sample = await createSample(ground.database, port);
  const load: Load = { port, connections, seconds, requests: requests[name](sample) };
  const run = GENERATORS[generator];
  await warmUp({ server: board, requests: load.requests }, { generate: run, enough: 4000 });
  const before = await spentBy(board.pid, ground);
  const from = now();
  const outcome = await run(load);
  const until = now();
  const after = await spentBy(board.pid, ground);
  print(
    describe(name, connections, {
      outcome,
      board: after.board - before.board,
      database: after.database - before.database,
    }),
  );
  return { from, until };
}

const spentBy = async (pid: number, { postmasterPid: postmaster }: Fixtures) => ({
  board: await readCpuTime(pid),
  database: await readDatabaseCpuTime(postmaster),
});

interface Measured {
  readonly outcome: LoadResult;
  readonly board: number;
  readonly database: number;
}

const describe = (name: string, connections: number, { outcome, board, database }: Measured) =>
  `${name} at ${connections}: ${formatNumber(outcome.responsesPerSecond)} requests/s, ${outcome.failures} failed; ` +
  `CPU ms per request: board ${formatNumber(board / outcome.responses)} (under the profiler), ` +
  `database ${formatNumber(database / outcome.responses)}\n`;
