import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CommandError, InterruptedError, type Terminal } from '../../../src/commands/command.ts';
import { assertReplaceable } from '../../../src/commands/write-file.ts';
import { writeLinesToFile as writeLines, writeLinesToStdout } from '../../../src/commands/write-lines.ts';
import { runCli } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';
import { createRecordedTerminal } from '../../support/processes/recorded-terminal.ts';

const discard = new Writable({ write: (_chunk, _encoding, done) => done() });

const createTerminal = (interrupted: Promise<never> = new Promise<never>(() => undefined)): Terminal => ({
  env: {},
  stdout: discard,
  stderr: discard,
  interrupted,
  now: () => new Date(),
});

async function* yieldLines(...lines: readonly (string | (() => Promise<unknown>))[]) {
  for (const line of lines) {
    if (typeof line === 'string') yield line;
    else await line();
  }
}

/** Functions that create a file that is not regular at a path. The key is the description of the file in the error. */
const NON_REGULAR_FILES: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'a symbolic link': async (path) => {
    await writeFile(`${path}.target`, 'kept');
    await symlink(`${path}.target`, path);
  },
  'a FIFO': (path) => Promise.resolve(spawnSync('mkfifo', [path])),
  'a directory': (path) => mkdir(path),
  'a socket': async (path) => {
    const server = createServer().listen(path).unref();
    await once(server, 'listening');
  },
};

/** The kind of a file: the bits S_IFMT of its mode. */
const kindOf = (path: string): number => lstatSync(path).mode & 0o170_000;

describe('the output file', () => {
  test('is written completely, replaces a regular file and has mode 0600', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'out');
    await writeFile(file, 'old', { mode: 0o644 });

    await writeLines(yieldLines('one', 'two'), file, createTerminal());

    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual(['out']);
  });

  test.each(Object.entries(NON_REGULAR_FILES))(
    'is refused if the path is %s, which stays as it was',
    async (kind, create) => {
      await using folder = await openFolder();
      const file = join(folder.path, 'out');
      await create(file);
      const before = [kindOf(file), readdirSync(folder.path)];

      const writing = writeLines(yieldLines('one'), file, createTerminal());

      await expect(writing).rejects.toThrow(CommandError);
      await expect(writing).rejects.toThrow(`--out: ${file} is ${kind}, and only regular files are replaced`);
      expect([kindOf(file), readdirSync(folder.path)]).toEqual(before);
    },
  );

  test('is refused if the path becomes a symbolic link during the write', async () => {
    await using folder = await openFolder();
    const [file, target] = [join(folder.path, 'out'), join(folder.path, 'target')];
    await writeFile(target, 'kept');
    const swap = async () => {
      await symlink(target, `${file}.new`);
      await rename(`${file}.new`, file);
    };

    const writing = writeLines(yieldLines('one', swap, 'two'), file, createTerminal());

    await expect(writing).rejects.toThrow('is a symbolic link');
    expect([readlinkSync(file), readFileSync(target, 'utf8')]).toEqual([target, 'kept']);
    expect(readdirSync(folder.path).toSorted()).toEqual(['out', 'target']);
  });

  test('is not created if a line cannot be read, and its draft is removed', async () => {
    await using folder = await openFolder();
    // As for a database that closes its connection.
    const error = Object.assign(new Error('read ECONNRESET'), { syscall: 'read' });
    const fail = () => Promise.reject(error);

    const writing = writeLines(yieldLines('one', fail), join(folder.path, 'out'), createTerminal());

    await expect(writing).rejects.toBe(error);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('is not created if the command is interrupted, and its draft is removed at once', async () => {
    await using folder = await openFolder();
    const stop = Promise.withResolvers<never>();
    const seen: string[][] = [];

    const writing = writeLines(
      yieldLines(
        'one',
        () => {
          seen.push(readdirSync(folder.path));
          stop.reject(new InterruptedError(130));
          return Promise.resolve();
        },
        () => {
          seen.push(readdirSync(folder.path));
          return Promise.resolve();
        },
      ),
      join(folder.path, 'out'),
      createTerminal(stop.promise),
    );

    // The draft has been removed, so it cannot be renamed.
    await expect(writing).rejects.toThrow('ENOENT');
    expect(seen).toEqual([[expect.stringMatching(/^out\..+\.part$/)], []]);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

test('a device is not replaced', () => {
  expect(() => assertReplaceable('/dev/null')).toThrow('--out: /dev/null is a device');
});

test('export refuses a path that is not a regular file, before it opens the database', async () => {
  await using folder = await openFolder();
  const file = join(folder.path, 'fifo');
  spawnSync('mkfifo', [file]);

  const { code, stderr } = await runCli(['export', '--out', file], {
    DATABASE_URL: 'postgresql://127.0.0.1:1/board',
  });

  expect(code).toBe(1);
  expect(stderr).toBe(
    `--out: ${file} is a FIFO, and only regular files are replaced; omit --out to write to standard output\n`,
  );
});

test('lines are written in chunks of at least 65 536 characters, except the last chunk, and standard output stays open', async () => {
  const { stdout, terminal } = createRecordedTerminal();
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
