/** A worker that ended before it had served for this time counts as a failed start. */
const STABLE_MS = 10_000;

/** The pause before the next start doubles with each failed start in a row. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** After this number of failed starts in a row the board ends, unless a worker serves. */
const MAX_IN_A_ROW = 5;

/** The failed starts in a row, of all workers. */
export class FailedStarts {
  readonly #pauseMs: number;
  inARow = 0;

  constructor(pauseMs = PAUSE_MS) {
    this.#pauseMs = pauseMs;
  }

  add(): void {
    this.inARow += 1;
  }

  /** Called when a worker has ended that served for this time: less than `STABLE_MS` is a failed start; otherwise the row ends. */
  addEnd(servedMs: number): void {
    this.inARow = servedMs < STABLE_MS ? this.inARow + 1 : 0;
  }

  get areTooMany(): boolean {
    return this.inARow >= MAX_IN_A_ROW;
  }

  /** Milliseconds until the next start. */
  get pauseMs(): number {
    return this.inARow === 0 ? 0 : Math.min(this.#pauseMs * 2 ** (this.inARow - 1), MAX_PAUSE_MS);
  }
}
