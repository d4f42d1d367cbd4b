// The board's command line: `agent-board --help`.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { InterruptedError } from './commands/command.ts';
import { runCommandLine } from './commands/run.ts';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Returns a promise that rejects on the first SIGINT or SIGTERM. A second signal of the same kind ends the process. Also ignores
 * errors of standard output: a reader such as `head` closes its pipe early.
 */
function rejectOnInterrupt(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Not every command waits for the promise: its rejection must not end the process.
  promise.catch(() => undefined);
  for (const [signal, code] of Object.entries(EXIT_CODES))
    process.once(signal, () => reject(new InterruptedError(code)));
  process.stdout.on('error', () => undefined);
  return promise;
}

if (existsSync('.env')) loadEnvFile('.env');

const args = process.argv.slice(2);
// While the board is served, src/serve.ts handles the signals.
const isServing = args[0] === 'serve';

const code = await runCommandLine(args, {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: isServing ? new Promise<never>(() => undefined) : rejectOnInterrupt(),
  now: () => new Date(),
});
// An interrupted command may still be running. Its store is closed, so exit at once.
if (code > 128) process.exit(code);
process.exitCode = code;
