import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPassphrase } from '../../../src/backup/passphrase.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

test('a passphrase is the first line of a file; fewer than twelve characters and a missing file are refused', async () => {
  await using folder = await openFolder();
  const file = join(folder.path, 'passphrase');
  const read = async (content: string) => {
    await writeFile(file, content);
    return readPassphrase(file);
  };

  expect([await read('twelve chars\n'), await read('twelve chars\r\nmore')]).toEqual(
    Array(2).fill('twelve chars'),
  );
  await expect(read('only eleven\nand more')).rejects.toThrow('must have at least 12 characters');
  expect(() => readPassphrase(join(folder.path, 'none'))).toThrow(
    `--passphrase-file: ENOENT: no such file or directory, open '${join(folder.path, 'none')}'`,
  );
});
