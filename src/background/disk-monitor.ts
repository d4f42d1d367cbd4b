import { statfs } from 'node:fs/promises';
import type { Logger } from '../logger.ts';

/** Watches the free space of a disk. */
export interface DiskMonitor {
  /** Whether less space is free than the board needs to accept writes. */
  isLow(): boolean;
  /** Bytes that were free when the space was last measured; undefined if it was never measured. */
  freeBytes(): number | undefined;
}

interface DiskMonitorOptions {
  readonly folder: string;
  /** 0 turns the monitor off. */
  readonly minFreeBytes: number;
  readonly log: Logger;
}

const INTERVAL_MS = 10_000;

/** Returns the bytes that the board's user may still write to the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Measures the free space at once and every 10 s. Logs when it falls below the minimum, and when it is sufficient again. */
export async function monitorDisk({
  folder,
  minFreeBytes,
  log,
}: DiskMonitorOptions): Promise<DiskMonitor & { stop(): void }> {
  let isLow = false;
  let free: number | undefined;
  const measure = async () => {
    free = await readFreeBytes(folder);
    const wasLow = isLow;
    isLow = free < minFreeBytes;
    if (isLow && !wasLow) log.error({ folder, free, minFreeBytes }, 'disk space is low: writes are refused');
    if (wasLow && !isLow) log.info({ folder, free }, 'disk space is free again: writes are accepted');
  };
  const measureSafely = () =>
    measure().catch((error: unknown) => log.warn({ err: error }, 'the free disk space cannot be measured'));
  if (minFreeBytes === 0) return { isLow: () => false, freeBytes: () => undefined, stop: () => undefined };
  await measureSafely();
  const timer = setInterval(() => void measureSafely(), INTERVAL_MS).unref();
  return {
    isLow: () => isLow,
    freeBytes: () => free,
    stop: () => clearInterval(timer),
  };
}
