import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { isOperatorError } from './operator-errors.ts';
import type { RunningBoard } from './running-board.ts';

/** The process exits within this time after a signal: Docker and others kill it after ten seconds. */
const EXIT_MS = 9500;

/** Starts the board, or a worker if the primary process has forked this process. If the start fails, nothing is left running. */
async function start(): Promise<RunningBoard> {
  // By default V8 lets garbage grow to six times the live heap under load. This limit costs next to no time.
  setFlagsFromString('--heap-growing-percent=50');
  // See docs/decisions/0040-new-objects-are-young.md.
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (cluster.isWorker) return (await import('./workers/worker.ts')).startWorker();
  if (existsSync('.env')) loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  // The primary process does not load the application.
  if (config.WORKERS > 1) return (await import('./workers/primary.ts')).startPrimary({ config, log });
  return (await import('./single-process.ts')).startSingleProcess({ config, log });
}

/** Prints one line for errors that the operator can fix, the stack for all other errors, and exits with 1. */
function fail(error: unknown): never {
  process.stderr.write(`${isOperatorError(error) ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** Starts the board, which serves until SIGTERM or SIGINT. Resolves after the start. Exits with 1 if the start fails. */
export async function serveUntilSignal(): Promise<void> {
  surviveOutputErrors();
  const started = start();
  let isStopping = false;

  /** Stops the board at the first signal; a board that is starting finishes its start first. Further signals are ignored. */
  function stopOnce(): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(exitLate, EXIT_MS).unref();
    void started.then(({ stop }) => stop()).then(() => process.exit(0), fail);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
  await started.catch(fail);
}

/** Ignores errors of standard output and standard error, such as a full disk or a closed pipe: they would end the board. */
function surviveOutputErrors(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Leaves the embedded PostgreSQL running if it did not stop in time: the next start finds it. */
function exitLate(): never {
  process.stderr.write('the board did not shut down in time\n');
  process.exit(1);
}
