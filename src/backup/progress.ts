import { printStatus, type Terminal } from '../commands/command.ts';

const INTERVAL_MS = 1000;

/** Returns a function that prints a line to standard error, at most once a second. */
export function createProgress(terminal: Terminal): (format: () => string) => void {
  let lastPrinted = performance.now();
  return (format) => {
    if (performance.now() - lastPrinted < INTERVAL_MS) return;
    lastPrinted = performance.now();
    printStatus(terminal, format());
  };
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a whole number of bytes, such as `1.5 GB`. */
export function formatBytes(bytes: number): string {
  // The first unit in which the rounded value has at most three digits before the point.
  const found = UNITS.findIndex((_, power) => bytes / 1000 ** power < 999.5);
  const power = found < 0 ? UNITS.length - 1 : found;
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}
