// Entry point of `npm run bench`.
import { inspect } from 'node:util';
import { measureAgents } from './agents/run.ts';
import { readCommand } from './command.ts';
import { isEveryOperation } from './environment/environment.ts';
import { measureGrowth } from './growth.ts';
import { injectFaults } from './live/faults.ts';
import { measureLive } from './live/run.ts';
import { measureSearchRelevance } from './relevance/run.ts';
import { soak } from './soak.ts';
import { listenForStop } from './stop.ts';
import { writeResults } from './report.ts';
import { hasFailed } from './cases/case-result.ts';
import { runBench } from './run.ts';
import { profileOperation } from './profile/profile.ts';

// Ignore EPIPE: `npm run bench | head` closes the pipe early.
process.stdout.on('error', () => undefined);

listenForStop();

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.profile) return profileOperation(command.profile, command);
  if (command.agents) return measureAgents(command);
  if (command.relevance) return measureSearchRelevance(command);
  if (command.live) return measureLive(command);
  if (command.liveFaults) return injectFaults(command.liveFaults, command);
  if (command.growth) return measureGrowth(command);
  if (command.soak) return soak(command.soak, command);
  const results = await runBench(command);
  if (isEveryOperation(command.only) && results.results.length > 0) await writeResults(results, command);
  if (results.results.some(hasFailed)) process.exitCode = 1;
}

await run().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`);
  process.exitCode = 1;
});
