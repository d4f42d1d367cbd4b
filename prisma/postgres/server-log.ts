import { copyFile, stat, truncate } from 'node:fs/promises';

const MAX_BYTES = 4 * 1024 ** 2;

const INTERVAL_MS = 60_000;

/**
 * Copies the server's log to `<log>.1` and empties it, if it has more than `maxBytes`. The log is not renamed, because the server
 * appends to the open file.
 */
export async function rotateLog(log: string, maxBytes = MAX_BYTES): Promise<void> {
  const stats = await stat(log).catch(() => undefined);
  if (stats === undefined || stats.size <= maxBytes) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}

/** Checks the log every minute, so that it cannot fill the disk. Failures are ignored: the next check may succeed. */
export function watchLog(log: string): { stop(): void } {
  const timer = setInterval(() => void rotateLog(log).catch(() => undefined), INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}
