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

/** Formats a number of bytes, such as `1.5 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power] ?? ''}`;
}
