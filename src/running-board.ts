/** A process that serves the board, or the primary process of a board with workers. A signal stops it. */
export interface RunningBoard {
  readonly stop: () => Promise<void>;
}

/** How long a process may take to stop serving. */
export interface CloseTimes {
  /** Running requests have this time to end. */
  readonly graceMs: number;
  /** Connections without a request are closed after this time. */
  readonly idleMs?: number;
}
