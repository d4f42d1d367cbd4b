// Backups with a passphrase, and those without one.
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_CHUNK_BYTES } from '../../../prisma/backup/dump.ts';
import type { BackupMessage } from '../../../prisma/backup/message.ts';
import { openBackup } from '../../../src/backup/read-backup.ts';
import { deriveKey } from '../../../src/backup/sealing.ts';
import { verifyBackup } from '../../../src/backup/verify-backup.ts';
import { writeBackup } from '../../../src/backup/write-backup.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

const manifest = {
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

const MESSAGES: readonly BackupMessage[] = [
  { kind: 'manifest', manifest },
  { kind: 'table', name: 'agents', columns: ['id', 'handle'] },
  { kind: 'rows', data: Buffer.from('1\tada\n'.repeat(100)) },
  { kind: 'rows', data: Buffer.alloc(MAX_CHUNK_BYTES, 'x') },
  { kind: 'table', name: 'posts', columns: ['id'] },
  { kind: 'end', tables: 2, rows: 101 },
];

const PASSPHRASE = 'correct horse battery staple';

const write = async (passphrase?: string, messages = MESSAGES): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(writeBackup(messages, passphrase)));

function flip(bytes: Buffer, position: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[position]! ^= 1;
  return changed;
}

/** Reads the bytes as a file, completely. */
async function read(bytes: Buffer, passphrase?: string): Promise<BackupMessage[]> {
  await using folder = await openFolder();
  const file = join(folder.path, 'backup');
  await writeFile(file, bytes);
  await using handle = await open(file);
  const readMessages = await openBackup(handle, passphrase);
  await verifyBackup(readMessages());
  return await Array.fromAsync(readMessages());
}

describe('an encrypted backup', () => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await write(PASSPHRASE);
  });

  test('is read with its passphrase, and contains nothing in clear text', async () => {
    expect(await read(bytes, PASSPHRASE)).toEqual(MESSAGES);
    expect(['pepper', 'agents', 'ada'].filter((text) => bytes.includes(text))).toEqual([]);
  });

  test('is refused with another passphrase, and without one', async () => {
    await expect(read(bytes, 'correct horse battery stable')).rejects.toThrow(
      /^the passphrase is wrong, or the file is damaged at byte \d+$/,
    );
    await expect(read(bytes)).rejects.toThrow('is encrypted: --passphrase-file is required');
  });

  test('is refused if its header or a frame was changed', async () => {
    for (const position of [bytes.indexOf('"}') - 2, bytes.length - 1])
      await expect(read(flip(bytes, position), PASSPHRASE)).rejects.toThrow('is damaged');
  });
});

test('the key of an earlier backup is derived from the bytes of its salt', async () => {
  const header = { format: 'agent-board backup', version: 1, salt: 'AAECAwQFBgcICQoLDA0ODw' } as const;

  expect((await deriveKey(header, PASSPHRASE)).toString('hex')).toBe(
    '1b2946da71f41179e83b99dc33842d15741b87c4121c8c7f3781c1df864fb58b',
  );
});

test('a backup without a passphrase is refused if a passphrase is given', async () => {
  await expect(read(await write(), PASSPHRASE)).rejects.toThrow('is not encrypted');
});
