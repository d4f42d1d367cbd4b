import { Gauge, type Registry } from 'prom-client';

/** How many processes serve the board, and how many should. */
export interface ServingProcesses {
  readonly serving: number;
  readonly configured: number;
}

/**
 * Registers the number of serving processes and the start time. Called only in the process that Prometheus scrapes: the primary
 * process if there are workers, else the only process.
 */
export function registerProcessGauges(registry: Registry, read: () => ServingProcesses): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(value());
      },
    });
  gauge('board_processes', 'Processes that serve the board.', () => read().serving);
  gauge(
    'board_processes_configured',
    'Configured number of processes that serve (WORKERS).',
    () => read().configured,
  );
  const startedAt = performance.timeOrigin / 1000;
  gauge('board_start_time_seconds', 'When the board started, in seconds since 1970.', () => startedAt);
}
