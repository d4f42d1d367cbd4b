import type { BackupManifest, BackupMessage } from '../../prisma/backup/message.ts';
import { BackupFileError } from './read-backup.ts';

/** What a complete backup contains. */
export interface BackupContents {
  readonly manifest: BackupManifest;
  readonly tables: number;
  readonly rows: number;
}

/** Reads all messages of a backup. Throws BackupFileError unless the backup is complete. */
export async function verifyBackup(messages: AsyncGenerator<BackupMessage, void>): Promise<BackupContents> {
  const first = await messages.next();
  if (first.done || first.value.kind !== 'manifest') throw new BackupFileError('is truncated');
  const { manifest } = first.value;
  let last: BackupMessage = first.value;
  for await (const message of messages) {
    if (last.kind === 'end') throw new BackupFileError('continues after its end');
    last = message;
  }
  if (last.kind !== 'end') throw new BackupFileError('is truncated');
  return { manifest, tables: last.tables, rows: last.rows };
}
