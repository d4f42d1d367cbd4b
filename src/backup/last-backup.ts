// A file in DATA_DIR with the time, size and target of the last backup of the embedded database, for `agent-board doctor`.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const lastBackup = z.object({
  takenAt: z.iso.datetime(),
  bytes: z.int(),
  /** Absolute path; null if the backup was written to standard output. */
  file: z.string().nullable(),
  isEncrypted: z.boolean(),
});

export type LastBackup = z.output<typeof lastBackup>;

const pathIn = (dataDir: string) => join(resolve(dataDir), 'last-backup.json');

/** Replaces the record of the last backup, atomically. Throws the error of the file system. */
export function recordBackup(dataDir: string, backup: LastBackup): void {
  const file = pathIn(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns null if no backup was recorded, or the file is damaged. */
export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return lastBackup.parse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
