import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import type { CloseTimes } from '../running-board.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that does not serve after this time is killed. */
const START_MS = 60_000;

/** A worker that ended before it had served for this time counts as a failed start. */
const STABLE_MS = 10_000;

/** The pause before the next start doubles with each failed start in a row. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** After this number of failed starts in a row the board ends, unless a worker serves. */
const MAX_FAILED_STARTS = 5;

/** In a rolling restart a worker closes within these times: others serve meanwhile. */
const DRAIN_TIMES: CloseTimes = { graceMs: 60_000, idleMs: 2_000 };

/** When the board stops. */
const STOP_TIMES: CloseTimes = { graceMs: 7_500 };

/** A worker that has not ended this long after `graceMs` is killed. */
const KILL_MS = 1_300;

/** A worker could not be started. The message is for the operator. */
export class WorkerError extends Error {}

interface SupervisorOptions {
  readonly workers: number;
  readonly fork: (number: number) => WorkerProcess;
  /** Called when other workers serve than before. */
  readonly onChange: () => void;
  /** Called when no worker serves and none can be started. */
  readonly onFailure: (error: WorkerError) => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly pauseMs?: number;
}

/** Keeps a number of workers running. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  /** In the order in which they began to serve. */
  readonly #serving = new Set<WorkerProcess>();
  /** Those that do not accept connections any more, but may have requests. */
  readonly #closing = new Set<WorkerProcess>();
  readonly #alive = new Set<WorkerProcess>();
  /** Numbers of workers that a rolling restart is starting. */
  readonly #restarting = new Set<number>();
  #failedStarts = 0;
  #restarts = Promise.resolve();
  /** Of them, how many have not ended. */
  #openRestarts = 0;
  #isStopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get serving(): readonly WorkerProcess[] {
    return [...this.#serving];
  }

  /** Those that serve, and those that finish their requests. */
  get active(): readonly WorkerProcess[] {
    return [...this.#serving, ...this.#closing];
  }

  /** Starts all workers. Throws WorkerError if one of them cannot be started. */
  async start(): Promise<void> {
    const numbers = Array.from({ length: this.#options.workers }, (_, i) => i + 1);
    const workers = numbers.map((number) => this.#fork(number));
    const failure = await Promise.race([
      Promise.all(workers.map(({ ready }) => ready)).then(() => null),
      ...workers.map(({ ended }) => ended),
    ]);
    if (failure !== null) throw new WorkerError(failure);
    for (const worker of workers) this.#addServing(worker);
  }

  /** Replaces each worker by a new one, one after the other. During a restart, another one waits for its end. */
  restart(): void {
    // One that waits begins later than now, so it suffices.
    if (this.#openRestarts > 1) return;
    this.#openRestarts += 1;
    this.#restarts = this.#restarts.then(() => this.#restartAll()).finally(() => (this.#openRestarts -= 1));
  }

  /** Stops all workers. None is started any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#alive].map((worker) => close(worker, STOP_TIMES)));
  }

  #fork(number: number): WorkerProcess {
    const worker = this.#options.fork(number);
    this.#alive.add(worker);
    void worker.ended.then(() => this.#alive.delete(worker));
    return worker;
  }

  #addServing(worker: WorkerProcess): void {
    const { log, onChange } = this.#options;
    const since = performance.now();
    this.#serving.add(worker);
    onChange();
    void worker.ended.then((reason) => {
      if (!this.#serving.delete(worker)) return;
      onChange();
      if (this.#isStopping) return;
      log.error({ worker: worker.number, pid: worker.pid, reason }, 'a worker has ended: it is replaced');
      this.#failedStarts = performance.now() - since < STABLE_MS ? this.#failedStarts + 1 : 0;
      void this.#replace(worker.number);
    });
  }

  async #replace(number: number): Promise<void> {
    const { onFailure, pauseMs = PAUSE_MS } = this.#options;
    for (let isServing = false; !isServing;) {
      if (this.#failedStarts >= MAX_FAILED_STARTS && this.#serving.size === 0) {
        onFailure(new WorkerError(`workers end at once: ${this.#failedStarts} starts in a row have failed`));
        return;
      }
      const delay = this.#failedStarts === 0 ? 0 : pauseMs * 2 ** (this.#failedStarts - 1);
      await pause(Math.min(delay, MAX_PAUSE_MS));
      if (this.#isStopping || this.#restarting.has(number)) return;
      isServing = await this.#startOne(number);
    }
  }

  /** Starts a worker. Returns whether it serves. */
  async #startOne(number: number): Promise<boolean> {
    const { log } = this.#options;
    const worker = this.#fork(number);
    const { pid } = worker;
    const timer = setTimeout(() => worker.kill(), START_MS).unref();
    const failure = await Promise.race([worker.ready.then(() => null), worker.ended]);
    clearTimeout(timer);
    if (this.#isStopping) return false;
    if (failure === null) {
      log.info({ worker: number, pid }, 'a worker serves');
      this.#addServing(worker);
      return true;
    }
    log.error({ worker: number, pid, reason: failure }, 'a worker could not be started');
    this.#failedStarts += 1;
    return false;
  }

  async #restartAll(): Promise<void> {
    const { log } = this.#options;
    log.info('the workers are restarted');
    for (const worker of this.serving) {
      const isRestarted = await this.#restartOne(worker);
      if (this.#isStopping) return;
      if (!isRestarted) {
        log.error('the restart has ended early: the other workers stay');
        return;
      }
    }
    log.info('the workers have been restarted');
  }

  /** Starts a new worker, and then closes the old one. Returns false if the new one cannot be started. */
  async #restartOne(old: WorkerProcess): Promise<boolean> {
    const { number } = old;
    // It may have ended meanwhile, and is then replaced anyway.
    if (this.#isStopping || !this.#serving.has(old)) return true;
    this.#restarting.add(number);
    const isServing = await this.#startOne(number);
    this.#restarting.delete(number);
    if (!isServing) {
      if (!this.#serving.has(old)) void this.#replace(number);
      return false;
    }
    this.#closing.add(old);
    if (this.#serving.delete(old)) this.#options.onChange();
    await close(old, DRAIN_TIMES);
    this.#closing.delete(old);
    return true;
  }
}

/** Lets a worker finish its requests, and kills it if it does not end in time, or has not begun to serve. */
async function close(worker: WorkerProcess, times: CloseTimes): Promise<void> {
  const timer = setTimeout(() => worker.kill(), times.graceMs + KILL_MS);
  worker.channel.request('close', times).catch(() => worker.kill());
  await worker.ended;
  clearTimeout(timer);
}
