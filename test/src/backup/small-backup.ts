// A small backup, and functions that write and read it.
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_CHUNK_BYTES } from '../../../prisma/backup/dump.ts';
import type { BackupMessage } from '../../../prisma/backup/message.ts';
import { openBackup } from '../../../src/backup/read-backup.ts';
import { verifyBackup } from '../../../src/backup/verify-backup.ts';
import { writeBackup } from '../../../src/backup/write-backup.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

export const MANIFEST = {
  takenAt: '2026-11-26T12:00:00.000Z',
  postgres: '18.4',
  migrations: [{ name: '20261121000000_create_board', checksum: 'abc' }],
  nextTransactionId: '1234',
  sequences: [
    { name: 'a_seq', value: '7' },
    { name: 'b_seq', value: null },
  ],
  pepper: 'a pepper for tests that is long enough',
};

export const MESSAGES: readonly BackupMessage[] = [
  { kind: 'manifest', manifest: MANIFEST },
  { kind: 'table', name: 'agents', columns: ['id', 'handle'] },
  { kind: 'rows', data: Buffer.from('1\tada\n'.repeat(100)) },
  { kind: 'rows', data: Buffer.alloc(MAX_CHUNK_BYTES, 'x') },
  { kind: 'table', name: 'posts', columns: ['id'] },
  { kind: 'end', tables: 2, rows: 101 },
];

export const writeBytes = async (passphrase?: string, messages = MESSAGES): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(writeBackup(messages, passphrase)));

/** Returns a copy of the bytes in which one bit of the byte at the position is changed. */
export function flip(bytes: Buffer, position: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[position]! ^= 1;
  return changed;
}

/** Writes the bytes to a file, verifies the file as a backup, and returns its messages. */
export async function readBytes(bytes: Buffer, passphrase?: string): Promise<BackupMessage[]> {
  await using folder = await openFolder();
  const file = join(folder.path, 'backup');
  await writeFile(file, bytes);
  await using handle = await open(file);
  const readMessages = await openBackup(handle, passphrase);
  await verifyBackup(readMessages());
  return await Array.fromAsync(readMessages());
}
