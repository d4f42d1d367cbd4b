import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from '../../../src/commands/read-lines.ts';

test('a line that is too long is refused before its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lines-'));
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const reading = Array.fromAsync(readLines(pipe));
  const writer = createWriteStream(pipe).on('error', () => undefined);
  writer.write('x'.repeat(1024 * 1024 + 1));

  await expect(reading).rejects.toThrow('line 1: is longer than 1048576 bytes');

  writer.destroy();
  await rm(folder, { recursive: true });
});
