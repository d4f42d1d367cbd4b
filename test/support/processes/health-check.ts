import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BoardProcess } from './board-process.ts';

interface Health {
  readonly responses: number;
  readonly failures: number;
  /**
   * The longest time for which the board's main thread was busy while a check waited: processor time of the reference machine
   * (`measureSlowdown`), so that other processes have no influence.
   */
  readonly longestBusyMs: number;
  readonly ninetiethPercentileMs: number;
}

/** Requests /healthz of a board until `stop` is called, which returns the results. Resolves after the first response. */
export async function startHealthCheck({ baseUrl, pid }: BoardProcess): Promise<{ stop(): Promise<Health> }> {
  const worker = new Worker(new URL('./health-check-worker.ts', import.meta.url), {
    workerData: { baseUrl, pid },
  });
  await once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [health] = (await once(worker, 'message')) as [Health];
      return health;
    },
  };
}
