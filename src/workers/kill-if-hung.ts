import type { Logger } from '../logger.ts';
import type { WorkerProcess } from './worker-process.ts';

const PING_MS = 5_000;

/** A worker that answers no ping for this number of intervals, 30 s, is killed. */
const MAX_UNANSWERED = 6;

/**
 * Kills a worker that does not answer: its process is stopped, or its main thread works without end. Counts intervals of a timer
 * instead of the time, because the clock continues while the machine or this process is suspended.
 */
export function killIfHung(worker: WorkerProcess, log: Pick<Logger, 'error'>, pingMs = PING_MS): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered === 0) void ping();
    unanswered += 1;
    if (unanswered <= MAX_UNANSWERED) return;
    log.error({ worker: worker.number, pid: worker.pid }, 'a worker does not answer: it is killed');
    clearInterval(timer);
    worker.kill();
  }, pingMs);

  async function ping(): Promise<void> {
    // An error is an answer as well; when the worker has ended, the timer stops.
    await worker.channel.request('ping').catch(() => undefined);
    unanswered = 0;
  }

  void worker.ended.then(() => clearInterval(timer));
}
