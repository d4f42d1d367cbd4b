// A supervisor of workers that need no processes.
import { Supervisor } from '../../../src/workers/supervisor.ts';
import type { WorkerError, WorkerProcess } from '../../../src/workers/worker-process.ts';
import { TestWorker } from '../../support/processes/test-worker.ts';

/** A long timeout, for a busy machine. */
export const POLL = { timeout: 20_000, interval: 5 };

/** A supervisor of workers that serve at once, until `onFork` does something else. */
export function openSupervisor(workers: number, pingMs?: number) {
  const forked: TestWorker[] = [];
  const failures: string[] = [];
  const errors: string[] = [];
  /** The workers that serve after each change, by their position in `forked`. */
  const changes: (readonly number[])[] = [];
  const control = { onFork: (worker: TestWorker) => worker.serve() };
  const supervisor: Supervisor = new Supervisor({
    workers,
    databaseOpening: Promise.resolve(),
    fork: (number) => {
      const worker = new TestWorker(number);
      forked.push(worker);
      control.onFork(worker);
      return worker;
    },
    onChange: () => changes.push(supervisor.serving.map((worker) => forked.indexOf(worker as TestWorker))),
    onFailure: (error: WorkerError) => failures.push(error.message),
    log: { info: () => undefined, error: (...line: readonly unknown[]) => void errors.push(String(line[1])) },
    pauseMs: 0,
    ...(pingMs !== undefined && { pingMs }),
  });
  return { supervisor, forked, failures, errors, changes, control };
}

/** The sorted numbers of workers. */
export const numbersOf = (workers: readonly WorkerProcess[]) => workers.map(({ number }) => number).sort();
