// Backups that are encrypted with a passphrase.
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveKey } from '../../../src/backup/sealing.ts';
import { flip, MESSAGES, readBytes, writeBytes } from './small-backup.ts';

const PASSPHRASE = 'correct horse battery staple';

describe('an encrypted backup', () => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await writeBytes(PASSPHRASE);
  });

  test('is read with its passphrase, and contains neither its key nor clear text', async () => {
    const [header = ''] = bytes.toString('latin1').split('\n', 1);

    expect(await readBytes(bytes, PASSPHRASE)).toEqual(MESSAGES);
    expect(Object.keys(JSON.parse(header) as object)).toEqual(['format', 'version', 'salt']);
    expect(['pepper', 'agents', 'ada'].filter((text) => bytes.includes(text))).toEqual([]);
  });

  test('is refused with another passphrase, and without one', async () => {
    await expect(readBytes(bytes, 'correct horse battery stable')).rejects.toThrow(
      /^is damaged at byte \d+, or the passphrase is wrong$/,
    );
    await expect(readBytes(bytes)).rejects.toThrow('is encrypted: --passphrase-file is required');
  });

  test('is refused if its header or a frame was changed', async () => {
    for (const position of [bytes.indexOf('"}') - 2, bytes.length - 1])
      await expect(readBytes(flip(bytes, position), PASSPHRASE)).rejects.toThrow('is damaged');
  });
});

test('the key of an encrypted backup is derived from the decoded bytes of its salt, as in earlier versions', async () => {
  const header = { format: 'agent-board backup', version: 1, salt: 'AAECAwQFBgcICQoLDA0ODw' } as const;

  expect((await deriveKey(header, PASSPHRASE)).toString('hex')).toBe(
    '1b2946da71f41179e83b99dc33842d15741b87c4121c8c7f3781c1df864fb58b',
  );
});

test('a backup that is not encrypted is refused if a passphrase is given', async () => {
  await expect(readBytes(await writeBytes(), PASSPHRASE)).rejects.toThrow('is not encrypted');
});
