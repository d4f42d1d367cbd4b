import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChunks, readLines } from '../../../src/commands/read-lines.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

async function readFileLines(file: string) {
  await using handle = await open(file);
  return await Array.fromAsync(readLines(readChunks(handle)));
}

test('a line that is too long is refused before its end', async () => {
  const chunks = async function* () {
    yield Buffer.alloc(1024 * 1024 + 1, 'x');
    // The next chunk never arrives.
    await new Promise<never>(() => undefined);
  };

  await expect(Array.fromAsync(readLines(chunks()))).rejects.toThrow('line 1: is longer than 1048576 bytes');
});

test('a file can be read again from its beginning', async () => {
  await using folder = await openFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, 'a\nb\n');
  await using handle = await open(file);

  const passes = [
    await Array.fromAsync(readLines(readChunks(handle))),
    await Array.fromAsync(readLines(readChunks(handle))),
  ];

  const lines = [
    { number: 1, text: 'a' },
    { number: 2, text: 'b' },
  ];
  expect(passes).toEqual([lines, lines]);
});

test('a line may have 1 MiB, in several chunks', async () => {
  await using folder = await openFolder();
  const file = join(folder.path, 'file');
  const longest = 'x'.repeat(1024 * 1024);
  await writeFile(file, `${longest}\n\nend`);

  const lines = await readFileLines(file);

  expect(lines.map(({ number, text }) => [number, text.length])).toEqual([
    [1, 1024 * 1024],
    [2, 0],
    [3, 3],
  ]);
  expect(lines[0]?.text).toBe(longest);
});

test('lines are read across chunks, with their numbers; the last line needs no line break, and a line that is too long is refused', async () => {
  await using folder = await openFolder();
  const file = join(folder.path, 'lines');
  const texts = ['a', '', 'é'.repeat(50_000), 'x'.repeat(1024 * 1024), 'b'];
  const read = async (text: string) => {
    await writeFile(file, text);
    return readFileLines(file);
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
});
