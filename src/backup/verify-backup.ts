import type { BackupManifest, BackupMessage } from '../../prisma/backup/message.ts';
import { BackupFileError } from './read-backup.ts';

/** The manifest of a complete backup, and the numbers of its tables and rows. */
export interface BackupContents {
  readonly manifest: BackupManifest;
  readonly tables: number;
  readonly rows: number;
}

/** Reads all messages of a backup. Throws BackupFileError unless the backup is complete. */
export async function verifyBackup(messages: AsyncGenerator<BackupMessage, void>): Promise<BackupContents> {
  const firstRead = await messages.next();
  if (firstRead.done || firstRead.value.kind !== 'manifest') throw new BackupFileError('is truncated');
  const { manifest } = firstRead.value;
  let lastMessage: BackupMessage = firstRead.value;
  for await (const message of messages) {
    if (lastMessage.kind === 'end') throw new BackupFileError('continues after its end');
    lastMessage = message;
  }
  if (lastMessage.kind !== 'end') throw new BackupFileError('is truncated');
  return { manifest, tables: lastMessage.tables, rows: lastMessage.rows };
}
