// The board's command line: `agent-board --help`.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { InterruptedError } from './commands/command.ts';
import { runCommandLine } from './commands/run.ts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Signals tell a command to stop; told again, it is ended. Who reads what it writes may have seen enough. */
function beInterruptible(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  for (const [signal, code] of Object.entries(SIGNALS))
    process.once(signal, () => reject(new InterruptedError(code)));
  process.stdout.on('error', () => undefined);
  return promise;
}

if (existsSync('.env')) loadEnvFile('.env');

const args = process.argv.slice(2);
// A board that is served minds its own signals and streams.
const isServing = args[0] === 'serve';

const code = await runCommandLine(args, {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: isServing ? new Promise<never>(() => undefined) : beInterruptible(),
  now: () => new Date(),
});
// What was told to stop may still be at it; its store is closed.
if (code > 128) process.exit(code);
process.exitCode = code;
