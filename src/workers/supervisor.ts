import type { Logger } from '../logger.ts';
import { FailedStarts } from './failed-starts.ts';
import { RollingRestarts } from './rolling-restarts.ts';
import { stopWorker, WorkerError, type WorkerProcess } from './worker-process.ts';
import { WorkerSlot } from './worker-slot.ts';

interface SupervisorOptions {
  readonly workers: number;
  readonly fork: (number: number) => WorkerProcess;
  /** Settles when the database has been opened or could not be opened. No worker can serve earlier. */
  readonly databaseOpening: Promise<unknown>;
  /** Called when a worker begins or ceases to serve. */
  readonly onChange: () => void;
  /** Called once, when no worker serves and none can be started. */
  readonly onFailure: (error: WorkerError) => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** The pause after the first failed start. */
  readonly pauseMs?: number;
  /** How often each worker is pinged. */
  readonly pingMs?: number;
}

/** Keeps a number of workers running. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #slots: readonly WorkerSlot[];
  readonly #restarts: RollingRestarts;
  readonly #failedStarts: FailedStarts;
  /** In the order in which they began to serve. */
  readonly #servingWorkers = new Set<WorkerProcess>();
  /** Workers that do not accept connections any more, but may have requests. */
  readonly #drainingWorkers = new Set<WorkerProcess>();
  readonly #aliveWorkers = new Set<WorkerProcess>();
  #isStopping = false;

  constructor(options: SupervisorOptions) {
    const { workers, databaseOpening, log, pauseMs, pingMs } = options;
    this.#options = options;
    this.#failedStarts = new FailedStarts(pauseMs);
    const slotOptions = {
      ...{ databaseOpening, log, pingMs, failedStarts: this.#failedStarts },
      fork: (number: number) => this.#fork(number),
      onServing: (worker: WorkerProcess) => this.#addServing(worker),
      onDrain: (worker: WorkerProcess) => this.#addDraining(worker),
      onWorkerEnd: () => this.#failIfNoneCanStart(),
      isStopping: () => this.#isStopping,
    };
    this.#slots = Array.from({ length: workers }, (_, i) => new WorkerSlot(i + 1, slotOptions));
    this.#restarts = new RollingRestarts({
      slots: () => this.#slots.filter((slot) => this.serving.some(({ number }) => number === slot.number)),
      isStopping: () => this.#isStopping,
      log,
    });
  }

  get serving(): readonly WorkerProcess[] {
    return [...this.#servingWorkers];
  }

  /** The workers that serve, and those that finish their requests. */
  get active(): readonly WorkerProcess[] {
    return [...this.#servingWorkers, ...this.#drainingWorkers];
  }

  /** Starts all workers. Throws WorkerError if a worker cannot be started. */
  async start(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.open()));
  }

  /** Replaces all workers by new ones, one after the other. */
  restart(): void {
    this.#restarts.start();
  }

  /** Stops all workers. None is started any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#aliveWorkers].map(stopWorker));
  }

  #fork(number: number): WorkerProcess {
    const worker = this.#options.fork(number);
    this.#aliveWorkers.add(worker);
    void worker.ended.then(() => {
      this.#aliveWorkers.delete(worker);
      this.#drainingWorkers.delete(worker);
      if (this.#servingWorkers.delete(worker)) this.#options.onChange();
    });
    return worker;
  }

  #addServing(worker: WorkerProcess): void {
    this.#servingWorkers.add(worker);
    this.#options.onChange();
  }

  #addDraining(worker: WorkerProcess): void {
    if (!this.#servingWorkers.delete(worker)) return;
    this.#drainingWorkers.add(worker);
    this.#options.onChange();
  }

  #failIfNoneCanStart(): void {
    const { inARow, areTooMany } = this.#failedStarts;
    if (this.#isStopping || !areTooMany || this.#servingWorkers.size > 0) return;
    this.#isStopping = true;
    this.#options.onFailure(
      new WorkerError(
        `workers cannot be kept running: ${inARow} starts in a row have failed, and no worker serves`,
      ),
    );
  }
}
