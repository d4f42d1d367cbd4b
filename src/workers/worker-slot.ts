import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { killIfHung } from './kill-if-hung.ts';
import type { FailedStarts } from './failed-starts.ts';
import { assertServes, drainWorker, waitUntilReady, type WorkerProcess } from './worker-process.ts';

export interface SlotOptions {
  readonly fork: (number: number) => WorkerProcess;
  /** Settles when the database has been opened or could not be opened. No worker can serve earlier. */
  readonly databaseOpening: Promise<unknown>;
  readonly failedStarts: FailedStarts;
  readonly onServing: (worker: WorkerProcess) => void;
  /** Called before a worker that has been replaced is closed. */
  readonly onDrain: (worker: WorkerProcess) => void;
  /** Called when a worker that served has ended, unless it was replaced, and when a start after `open` has failed. */
  readonly onWorkerEnd: () => void;
  /** Returns whether no worker is to be started any more. */
  readonly isStopping: () => boolean;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** How often each worker is pinged. */
  readonly pingMs?: number | undefined;
}

/** The worker with a number, and its replacements. */
export class WorkerSlot {
  readonly number: number;
  readonly #options: SlotOptions;
  /** The latest worker that has served. */
  #worker: WorkerProcess | undefined;
  /** Restarts and replacements run one after the other, so that one worker is never replaced twice. */
  #lastStep: Promise<unknown> = Promise.resolve();

  constructor(number: number, options: SlotOptions) {
    this.number = number;
    this.#options = options;
  }

  /** Starts the first worker. Throws WorkerError. */
  async open(): Promise<void> {
    const worker = this.#options.fork(this.number);
    await assertServes(worker, this.#options.databaseOpening);
    this.#use(worker);
  }

  /** Starts a new worker, and then closes the old one. Returns false if the new one cannot be started. */
  async restart(): Promise<boolean> {
    const { isRestarted, oldWorker } = await this.#run(async () => {
      const worker = this.#worker;
      return { isRestarted: await this.#start(), oldWorker: worker };
    });
    if (!isRestarted || !oldWorker) return isRestarted;
    this.#options.onDrain(oldWorker);
    // Outside of the step, so that the new worker is replaced at once if it ends meanwhile.
    await drainWorker(oldWorker);
    return true;
  }

  /** Starts a worker. Returns whether it serves. */
  async #start(): Promise<boolean> {
    const { databaseOpening, isStopping, log } = this.#options;
    if (isStopping()) return false;
    const worker = this.#fork();
    if (!worker) return false;
    const details = { worker: this.number, pid: worker.pid };
    const reason = await waitUntilReady(worker, databaseOpening);
    if (reason === null) {
      log.info(details, 'a worker serves');
      this.#use(worker);
      return true;
    }
    if (isStopping()) return false;
    this.#addFailedStart({ ...details, reason });
    return false;
  }

  /** Forks a worker. Returns null if no process can be created, for example for lack of memory. */
  #fork(): WorkerProcess | null {
    try {
      return this.#options.fork(this.number);
    } catch (error) {
      this.#addFailedStart({ worker: this.number, reason: (error as Error).message });
      return null;
    }
  }

  #addFailedStart(details: {
    readonly worker: number;
    readonly pid?: number;
    readonly reason: string;
  }): void {
    const { failedStarts, onWorkerEnd, log } = this.#options;
    log.error(details, 'a worker could not be started');
    failedStarts.add();
    onWorkerEnd();
  }

  #use(worker: WorkerProcess): void {
    const since = performance.now();
    this.#worker = worker;
    this.#options.onServing(worker);
    killIfHung(worker, this.#options.log, this.#options.pingMs);
    void worker.ended.then((reason) => {
      // Measured before the step, which can wait for the start of another worker.
      const servedMs = performance.now() - since;
      return this.#run(() => this.#replace(worker, { reason, servedMs }));
    });
  }

  /** Starts workers until one serves, unless a restart has replaced the worker that has ended. */
  async #replace(
    worker: WorkerProcess,
    { reason, servedMs }: { readonly reason: string; readonly servedMs: number },
  ): Promise<void> {
    const { failedStarts, onWorkerEnd, isStopping, log } = this.#options;
    if (this.#worker !== worker || isStopping()) return;
    log.error({ worker: this.number, pid: worker.pid, reason }, 'a worker has ended: it is replaced');
    failedStarts.addEnd(servedMs);
    onWorkerEnd();
    for (let isServing = false; !isServing && !isStopping();) {
      await pause(failedStarts.pauseMs);
      isServing = await this.#start();
    }
  }

  #run<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#lastStep.then(step);
    this.#lastStep = result;
    return result;
  }
}
