import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface Health {
  readonly responses: number;
  readonly failures: number;
  readonly longestMs: number;
  readonly ninetiethPercentileMs: number;
}

/** Requests /healthz of a board until `stop` is called, which returns the results. */
export function startHealthCheck(base: string): { stop(): Promise<Health> } {
  const worker = new Worker(new URL('./health-check-worker.ts', import.meta.url), { workerData: base });
  return {
    async stop() {
      worker.postMessage('stop');
      const [health] = (await once(worker, 'message')) as [Health];
      return health;
    },
  };
}
