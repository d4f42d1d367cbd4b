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

test('a line may have 1 MiB, in several chunks', async () => {
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

test('lines are read across chunks, with their numbers; the last line needs no line break, and a line that is too long is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lines-'));
  const file = join(folder, 'lines');
  const texts = ['a', '', 'é'.repeat(50_000), 'x'.repeat(1024 * 1024), 'b'];
  const read = async (text: string) => {
    await writeFile(file, text);
    return Array.fromAsync(readLines(file));
  };
  const expected = texts.map((text, i) => ({ number: i + 1, text }));

  const [whole, ended, none] = [
    await read(texts.join('\n')),
    await read(`${texts.join('\n')}\n`),
    await read(''),
  ];
  const long = read(`a\n${'x'.repeat(1024 * 1024 + 1)}\nb`);

  await expect(long).rejects.toThrow('line 2: is longer than 1048576 bytes');
  expect([whole, ended, none]).toEqual([expected, expected, []]);
  await rm(folder, { recursive: true });
});
