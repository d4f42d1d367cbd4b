import type { Logger } from '../logger.ts';
import type { WorkerSlot } from './worker-slot.ts';

interface RestartOptions {
  /** The slots whose worker serves. */
  readonly slots: () => readonly WorkerSlot[];
  readonly isStopping: () => boolean;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Replaces all workers, one after the other. */
export class RollingRestarts {
  readonly #options: RestartOptions;
  #lastRestart = Promise.resolve();
  /** Number of restarts that run or wait: at most one of each. */
  #openRestarts = 0;

  constructor(options: RestartOptions) {
    this.#options = options;
  }

  start(): void {
    // A restart that waits has not begun, so a further one is not needed.
    if (this.#openRestarts > 1) return;
    this.#openRestarts += 1;
    this.#lastRestart = this.#lastRestart.then(() => this.#run()).finally(() => (this.#openRestarts -= 1));
  }

  async #run(): Promise<void> {
    const { slots, isStopping, log } = this.#options;
    if (isStopping()) return;
    log.info('the workers are restarted');
    for (const slot of slots()) {
      const isRestarted = await slot.restart();
      if (isStopping()) return;
      if (!isRestarted) {
        log.error('the restart has ended early: the remaining workers are not replaced');
        return;
      }
    }
    log.info('the workers have been restarted');
  }
}
