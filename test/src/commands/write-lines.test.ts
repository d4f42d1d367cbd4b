import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CommandError, InterruptedError, type Terminal } from '../../../src/commands/command.ts';
import { assertReplaceable, writeLinesToFile as writeLines } from '../../../src/commands/write-lines.ts';
import { runCli } from '../../support/processes/command-line.ts';

async function openTemporary() {
  const path = await mkdtemp(join(tmpdir(), 'agent-board-output-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });

const terminalOf = (interrupted: Promise<never> = new Promise<never>(() => undefined)): Terminal => ({
  env: {},
  stdout: quiet,
  stderr: quiet,
  interrupted,
  now: () => new Date(),
});

async function* linesOf(...lines: readonly (string | (() => Promise<unknown>))[]) {
  for (const line of lines) {
    if (typeof line === 'string') yield line;
    else await line();
  }
}

/** Makes something at a path that is no regular file, and says what it is. */
const OTHERS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
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

const kindOf = (path: string): number => lstatSync(path).mode & 0o170_000;

describe('a file that lines are written to', () => {
  test('is whole, is replaced where it is a regular file, and is its owner’s alone', async () => {
    await using folder = await openTemporary();
    const file = join(folder.path, 'out');
    await writeFile(file, 'old', { mode: 0o644 });

    await writeLines(linesOf('one', 'two'), file, terminalOf());

    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual(['out']);
  });

  test.each(Object.entries(OTHERS))(
    'is refused where it is %s, which stays as it was',
    async (kind, make) => {
      await using folder = await openTemporary();
      const file = join(folder.path, 'out');
      await make(file);
      const before = [kindOf(file), readdirSync(folder.path)];

      const written = writeLines(linesOf('one'), file, terminalOf());

      await expect(written).rejects.toThrow(CommandError);
      await expect(written).rejects.toThrow(`--out: ${file} is ${kind}, and only regular files are replaced`);
      expect([kindOf(file), readdirSync(folder.path)]).toEqual(before);
    },
  );

  test('is refused where it becomes a symbolic link while lines are written', async () => {
    await using folder = await openTemporary();
    const [file, target] = [join(folder.path, 'out'), join(folder.path, 'target')];
    await writeFile(target, 'kept');
    const swap = async () => {
      await symlink(target, `${file}.new`);
      await rename(`${file}.new`, file);
    };

    const written = writeLines(linesOf('one', swap, 'two'), file, terminalOf());

    await expect(written).rejects.toThrow('is a symbolic link');
    expect([readlinkSync(file), readFileSync(target, 'utf8')]).toEqual([target, 'kept']);
    expect(readdirSync(folder.path).toSorted()).toEqual(['out', 'target']);
  });

  test('leaves nothing of itself where the lines fail', async () => {
    await using folder = await openTemporary();
    const fail = () => Promise.reject(new Error('gone wrong'));

    const written = writeLines(linesOf('one', fail), join(folder.path, 'out'), terminalOf());

    await expect(written).rejects.toThrow('gone wrong');
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('leaves nothing of itself where the command is told to stop', async () => {
    await using folder = await openTemporary();
    const stop = Promise.withResolvers<never>();
    const seen: string[][] = [];

    await writeLines(
      linesOf(
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
      terminalOf(stop.promise),
    ).catch(() => undefined);

    expect(seen).toEqual([[expect.stringMatching(/^out\..+\.part$/)], []]);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

test('a device is no regular file', () => {
  expect(() => assertReplaceable('/dev/null')).toThrow('--out: /dev/null is a device');
});

test('export refuses what is no regular file in one line, before it looks for a board', async () => {
  await using folder = await openTemporary();
  const file = join(folder.path, 'fifo');
  spawnSync('mkfifo', [file]);

  const { code, stderr } = await runCli(['export', '--out', file]);

  expect(code).toBe(1);
  expect(stderr).toBe(
    `--out: ${file} is a FIFO, and only regular files are replaced; omit --out to write to standard output\n`,
  );
});
