// Texts and numbers of commands, and how they read and write lines in chunks.
import { InvalidArgumentError } from 'commander';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { performance } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { createProgress, formatBytes } from '../../../src/backup/progress.ts';
import { DESCRIPTIONS } from '../../../src/commands/descriptions.ts';
import type { Terminal } from '../../../src/commands/command.ts';
import { readLines } from '../../../src/commands/read-lines.ts';
import { runCommandLine } from '../../../src/commands/run.ts';
import { wholeNumber } from '../../../src/commands/whole-number.ts';
import { writeLinesToStdout } from '../../../src/commands/write-lines.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { databaseUrl, runCli } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

afterEach(() => void vi.restoreAllMocks());

test('the description of each command has several paragraphs, each in one line', () => {
  const paragraphs = Object.values(DESCRIPTIONS).map((text) => text.split('\n\n'));

  expect(DESCRIPTIONS.migrate.split('\n')).toEqual([
    'Apply pending migrations and print their names, as serve does at its start.',
    '',
    expect.stringMatching(/^For deployments .* at the same time wait for each other\.$/),
  ]);
  expect(paragraphs.flat().filter((line) => !/^\S.*\.$/.test(line))).toEqual([]);
  expect(paragraphs.filter(({ length }) => length === 1)).toEqual([]);
});

test.each([
  ['0', 0],
  ['10', 10],
  ['007', 7],
  ['11', null],
  ['-1', null],
  ['1.0', null],
  ['1e1', null],
  ['', null],
  [' 1', null],
])('the option %j for a whole number from 0 to 10 is read as %j (null: refused)', (text, expected) => {
  const parse = () => wholeNumber(0, 10)(text);

  if (expected === null)
    expect(parse).toThrow(new InvalidArgumentError('Must be a whole number from 0 to 10'));
  else expect(parse()).toBe(expected);
});

test.each([
  [1, '1 bytes'],
  [1_049, '1.0 KB'],
  [1_050, '1.1 KB'],
  [99_949, '99.9 KB'],
  [100_000, '100 KB'],
  [999_499, '999 KB'],
  [1_000_000, '1.0 MB'],
  [1_500_000_000_000, '1.5 TB'],
  [1e16, '10000 TB'],
])('%i bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

/** A terminal whose outputs are recorded, write by write. */
function createTerminal() {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const open = (written: string[]) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        done();
      },
    });
  return { stdout, stderr, terminal: { stdout: open(stdout), stderr: open(stderr) } as unknown as Terminal };
}

test('progress is printed at most once a second, and formatted only then', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { stderr, terminal } = createTerminal();
  const report = createProgress(terminal);
  const format = vi.fn(() => 'half');
  for (const ms of [999, 1_000, 1_999, 2_000]) {
    now.mockReturnValue(ms);
    report(format);
  }

  expect([stderr, format.mock.calls.length]).toEqual([['half\n', 'half\n'], 2]);
});

test('a backup to a terminal is refused before a database is opened', async () => {
  const { stdout, stderr, terminal } = createTerminal();
  Object.assign(terminal.stdout, { isTTY: true });

  const code = await runCommandLine(['backup'], terminal);

  expect([code, stdout, stderr]).toEqual([
    2,
    [],
    ['--out is required: standard output is a terminal, and a backup is not text\n'],
  ]);
});

test('a backup of an embedded database is refused if its pepper is missing or damaged', async () => {
  await using folder = await openFolder();
  const [DATA_DIR, out] = [folder.data, join(folder.path, 'backup')];
  await mkdir(join(DATA_DIR, 'postgres'), { recursive: true });
  const run = () => runCli(['backup', '--out', out], { DATA_DIR, KEY_PEPPER: '' });
  const results = [await run()];
  await writeFile(join(DATA_DIR, 'pepper'), 'x'.repeat(31));
  results.push(await run());

  const stderr = `DATA_DIR ${DATA_DIR} has no pepper, or a damaged one: set KEY_PEPPER\n`;
  expect(results).toEqual(Array(2).fill({ code: 1, stdout: '', stderr }));
});

test('lines are written in chunks of at least 64 KiB, except the last chunk, and standard output stays open', async () => {
  const { stdout, terminal } = createTerminal();
  const lines = ['x'.repeat(65_534), 'a', 'b', 'y'.repeat(65_533), 'c'];

  await writeLinesToStdout(
    (async function* () {
      yield* lines;
      await Promise.resolve();
    })(),
    terminal,
  );

  expect(stdout.map((chunk) => chunk.length)).toEqual([65_537, 65_536, 2]);
  expect(stdout.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
  expect(terminal.stdout.writableEnded).toBe(false);
});

test('lines are read across chunks, with their numbers, and the last line also if it has no line break', async () => {
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

test('verify names the id that it refuses or does not find, and creator lists a token', async () => {
  await using database = await openTestDatabase(null);
  const run = (...args: string[]) => runCli(args, { DATABASE_URL: databaseUrl(database.connection) });
  const id = '01a1fb67-1800-7000-8000-0000000000aa';

  expect([
    await run('verify'),
    await run('verify', id),
    await run('verify', `${id}0`),
    await run('verify', id.toUpperCase()),
  ]).toEqual([
    { code: 0, stdout: '0 histories with 0 events: 0 broken\n', stderr: '' },
    { code: 1, stdout: '', stderr: `there is no work packet ${id}\n` },
    { code: 2, stdout: '', stderr: `work_id: Must be a UUID (got ${id}0)\n` },
    { code: 1, stdout: '', stderr: `there is no work packet ${id.toUpperCase()}\n` },
  ]);
  await run('creator', 'create', 'ops');
  expect((await run('creator', 'list')).stdout).toMatch(/^active {4}created \S+Z {2}ops\n$/);
});
