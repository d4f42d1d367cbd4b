import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface Health {
  readonly answers: number;
  readonly failures: number;
  readonly longestMs: number;
}

/** Asks a board for its health until it is stopped, which says how it went. */
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
