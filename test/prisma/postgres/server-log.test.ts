import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotateLog } from '../../../prisma/postgres/server-log.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

test('the log of the embedded server is copied and emptied once it is too long, and the server continues to append to it', async () => {
  await using folder = await openFolder();
  const log = join(folder.path, 'postgres.log');
  await using server = await open(log, 'a');
  await server.write('old line\n');

  await rotateLog(log, 9);
  const kept = await readFile(log, 'utf8');
  await server.write('x'.repeat(10));
  await rotateLog(log, 9);
  await server.write('new line\n');

  expect(kept).toBe('old line\n');
  expect(await readFile(`${log}.1`, 'utf8')).toBe(`old line\n${'x'.repeat(10)}`);
  expect(await readFile(log, 'utf8')).toBe('new line\n');
});

test('a log that does not exist yet is no error', async () => {
  await using folder = await openFolder();

  await expect(rotateLog(join(folder.path, 'postgres.log'))).resolves.toBeUndefined();
});
