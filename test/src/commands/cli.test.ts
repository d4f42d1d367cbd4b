import { spawnSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../../schema/operators/tokens.ts';
import { exportLines, linesAfterHead } from '../../support/records/archive.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { type CommandResult, runCli, databaseUrl, PEPPER } from '../../support/processes/command-line.ts';

const COMMANDS = [
  ...['serve', 'migrate', 'replace-pepper', 'creator', 'documents', 'export', 'import'],
  ...['backup', 'restore', 'seed', 'verify', 'doctor'],
];

describe('help', () => {
  test('lists the commands', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);

    expect([code, stderr]).toEqual([0, '']);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}( [[<]\\S+)* +\\w`, 'm'));
  });

  test.each(COMMANDS)('of %s begins with its usage', async (name) => {
    const { code, stdout, stderr } = await runCli([name, '--help']);

    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: agent-board ${name} `));
  });
});

describe('a usage error', () => {
  test.each([
    [[], /^Usage: agent-board \[options\] \[command\]\n\nThe Agent Board: /],
    [['creator'], /^Usage: agent-board creator \[options\] \[command\]\n/],
  ])('without a command (%j) prints the help', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  test.each([
    [['frobnicate'], "unknown command 'frobnicate' (see agent-board --help)"],
    [['toString'], "unknown command 'toString' (see agent-board --help)"],
    [['exprot'], "unknown command 'exprot'. Did you mean export? (see agent-board --help)"],
    [['export', '--force'], "unknown option '--force' (see agent-board export --help)"],
    [['export', '--ot'], "unknown option '--ot'. Did you mean --out? (see agent-board export --help)"],
    [['export', '--out'], "option '--out <file>' argument missing (see agent-board export --help)"],
    [
      ['export', 'it'],
      "too many arguments for 'export'. Expected 0 arguments but got 1: it. (see agent-board export --help)",
    ],
    [['import'], "missing required argument 'file' (see agent-board import --help)"],
    [['creator', 'steal'], "unknown command 'steal' (see agent-board creator --help)"],
    [['creator', 'creat'], "unknown command 'creat'. Did you mean create? (see agent-board creator --help)"],
    [['creator', 'create'], "missing required argument 'name' (see agent-board creator create --help)"],
    ...['0', '100000001', '1.5'].map((posts): [string[], string] => [
      ['seed', '--posts', posts],
      `option '--posts <n>' argument '${posts}' is invalid. Must be a whole number from 1 to 100000000 (see agent-board seed --help)`,
    ]),
    [['seed', '--until', 'tomorrow'], '--until: must be a time such as 2026-01-31T12:00:00Z'],
    [
      ['doctor', 'who'],
      "too many arguments for 'doctor'. Expected 0 arguments but got 1: who. (see agent-board doctor --help)",
    ],
  ])('%j is reported in one line', async (args, line) => {
    expect(await runCli(args)).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
  });
});

describe('a failure is reported in one line', () => {
  test.each([
    [{ PORT: 'many' }, 'PORT: Must be a whole number from 1 to 65535'],
    [{ DATABASE_URL: 'postgresql://127.0.0.1:1/board' }, 'DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1'],
  ])('with %j', async (env, line) => {
    expect(await runCli(['creator', 'list'], env)).toEqual({ code: 1, stdout: '', stderr: `${line}\n` });
  });
});

describe('the command', () => {
  const opened = new AsyncDisposableStack();
  let board: TestBoard;
  let folder: string;
  let run: (...args: string[]) => Promise<CommandResult>;
  beforeAll(async () => {
    board = opened.use(await openBoard());
    folder = await mkdtemp(join(tmpdir(), 'agent-board-cli-'));
    opened.defer(() => rm(folder, { recursive: true }));
    run = (...args) =>
      runCli(args, { DATABASE_URL: databaseUrl(board.database.connection), BASE_URL: 'http://board.test' });
    const ada = await board.join('ada');
    await ada.openThread('Engines', 'general', 'It weaves.');
  });
  afterAll(() => opened.disposeAsync());

  const overview = async (token: string) =>
    (await board.call('GET /admin/board/overview', { headers: { Authorization: `Bearer ${token}` } })).status;

  test('creator create prints the token once; the token is valid until it is disabled', async () => {
    const created = await run('creator', 'create', 'ops');
    const before = await overview(created.stdout.trim());
    const disabled = await run('creator', 'disable', 'ops');
    const after = await overview(created.stdout.trim());
    const listed = await run('creator', 'list');

    expect(created.stdout).toMatch(/^sba_[\w-]{43}\n$/);
    expect(created.stderr).toBe('operator token “ops”, shown only once:\n');
    expect([created.code, disabled.code, before, after]).toEqual([0, 0, 200, 401]);
    expect(listed.stdout).toMatch(/^disabled {2}created \S+Z {2}disabled \S+Z {2}ops$/m);
    expect(listed.stdout + disabled.stdout + board.log.join('')).not.toContain(created.stdout.trim());
  });

  test('creator disables a token whose name was reserved after its creation', async () => {
    await createOperator(board.database, { pepper: PEPPER, name: 'archive', now: board.clock.now() });

    const disabled = await run('creator', 'disable', 'archive');

    expect([disabled.code, disabled.stderr]).toEqual([0, '']);
  });

  test('creator refuses a taken name, an unknown name and reserved names', async () => {
    await run('creator', 'create', 'twice');

    const duplicate = await run('creator', 'create', 'twice');
    const unknown = await run('creator', 'disable', 'nobody');
    const reserved = [
      await run('creator', 'create', 'environment'),
      await run('creator', 'create', 'Archive'),
    ];

    expect([duplicate.code, duplicate.stderr]).toEqual([
      1,
      'an operator token named “twice” exists already\n',
    ]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'there is no operator token named “nobody” (see creator list)\n',
    ]);
    const refusal = [2, '<name>: “environment” and “archive” are reserved names\n'];
    expect(reserved.map(({ code, stderr }) => [code, stderr])).toEqual([refusal, refusal]);
  });

  test('export writes to standard output or to a file, and another board can import it', async () => {
    const file = join(folder, 'board.ndjson');
    await using other = await openTestDatabase();

    const toStdout = await run('export');
    const toFile = await run('export', '--out', file);
    const env = { DATABASE_URL: databaseUrl(other.connection) };
    const imported = await runCli(['import', file], env);
    const repeated = await runCli(['import', file], env);
    const exported = await runCli(['export'], env);

    const text = await readFile(file, 'utf8');
    expect([toStdout.code, toStdout.stderr, toFile.code, toFile.stdout]).toEqual([0, '7 records\n', 0, '']);
    expect(linesAfterHead(text.split('\n'))).toEqual(linesAfterHead(toStdout.stdout.split('\n')));
    expect(linesAfterHead(text.trimEnd().split('\n'))).toEqual(linesAfterHead(await exportLines(board)));
    expect(imported.stdout).toBe(
      'channel: 0 new, 4 there already\nagent: 1 new, 0 there already\n' +
        'thread: 1 new, 0 there already\npost: 1 new, 0 there already\n',
    );
    expect(repeated.stdout).toBe(imported.stdout.replaceAll('1 new, 0 there', '0 new, 1 there'));
    expect(linesAfterHead(exported.stdout.split('\n'))).toEqual(linesAfterHead(text.split('\n')));
    expect(await readdir(folder)).toEqual(['board.ndjson']);
  });

  test('export names a file that cannot be written, and import a file that cannot be read', async () => {
    const out = await run('export', '--out', join(folder, 'no', 'such'));
    const missing = await run('import', join(folder, 'nothing'));
    const directory = await run('import', folder);

    expect([out.code, missing.code, directory.code]).toEqual([1, 1, 1]);
    expect(out.stderr).toMatch(/^--out: ENOENT: .*\n$/);
    expect(missing.stderr).toMatch(/nothing: ENOENT: .*\n$/);
    expect(directory.stderr).toBe(`${folder} is no regular file: an archive is read several times\n`);
  });

  test('import refuses a pipe, because an archive is read several times', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    // Opened for reading and writing, so that opening it waits for no other process.
    await using writer = await open(pipe, 'r+');
    await writer.write((await exportLines(board)).join('\n'));

    const imported = await run('import', pipe);

    await rm(pipe);
    expect(imported).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `${pipe} is no regular file: an archive is read several times\n`,
    });
  });

  test.each([
    ['a line that is too long', Buffer.alloc(3_000_000, 'x'), 'line 1: is longer than 1048576 bytes'],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'line 1: is not UTF-8'],
    ['a byte order mark', Buffer.from('\ufeff{"type":"archive"}\n'), 'line 1: is not a JSON object'],
    ['no bytes', Buffer.alloc(0), 'line 1: is missing: the archive is truncated'],
  ])('import refuses a file with %s', async (_what, content, fault) => {
    const file = join(folder, 'bad.ndjson');
    await writeFile(file, content);

    const { code, stderr } = await run('import', file);

    await rm(file);
    expect([code, stderr]).toEqual([1, `${file}: ${fault}\n`]);
  });

  test('import prints names of an archive without control characters, and shortened', async () => {
    const file = join(folder, 'hostile.ndjson');
    const [head = ''] = await exportLines(board);
    const name = '\u001b]0;pwned\u0007\u009b31m\u2028';
    const line = (members: object) => `${head}\n${JSON.stringify(members)}\n`;

    const outputs: string[] = [];
    for (const members of [{ type: 'post', [name]: 1 }, { type: name }, { type: name + 'x'.repeat(9999) }]) {
      await writeFile(file, line(members));
      outputs.push((await run('import', file)).stderr);
    }

    await rm(file);
    for (const output of outputs) {
      expect(output.trimEnd()).not.toMatch(/[\p{Cc}\p{Zl}]/u);
      expect(output).toMatch(/: line 2: .{1,600}\n$/);
    }
  });
});
