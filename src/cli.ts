// The board's command line: `agent-board --help`.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { InterruptedError } from './commands/command.ts';
import { runCommandLine } from './commands/run.ts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** A board that is served hears signals by itself; every other command is told by them to stop. */
function hearSignals(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  for (const [signal, code] of Object.entries(SIGNALS))
    process.once(signal, () => reject(new InterruptedError(code)));
  return promise;
}

if (existsSync('.env')) loadEnvFile('.env');

const args = process.argv.slice(2);
const isServing = args[0] === 'serve';
const never = new Promise<never>(() => undefined);

const code = await runCommandLine(args, {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: isServing ? never : hearSignals(),
  now: () => new Date(),
});
// What was told to stop may still be at it; its store is closed.
if (code > 128) process.exit(code);
process.exitCode = code;
