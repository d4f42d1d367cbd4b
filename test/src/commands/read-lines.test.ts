import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

test('a line may have 1 MiB, in any number of chunks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lines-'));
  const file = join(folder, 'file');
  const longest = 'x'.repeat(1024 * 1024);
  await writeFile(file, `${longest}\n\nend`);

  const lines = await Array.fromAsync(readLines(file));

  await rm(folder, { recursive: true });
  expect(lines.map(({ number, text }) => [number, text.length])).toEqual([
    [1, 1024 * 1024],
    [2, 0],
    [3, 3],
  ]);
  expect(lines[0]?.text).toBe(longest);
});
