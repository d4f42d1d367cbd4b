import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { findServerPid } from '../../../prisma/postgres/server.ts';
import {
  type TestFolder,
  openFolder,
  openFolderWithServerData,
} from '../../support/processes/data-folder.ts';
import { openBoardProcess } from '../../support/processes/board-process.ts';
import { repository } from '../../support/docs/source.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

const script = join(repository, 'src/agent-board.js');

const findServer = (folder: TestFolder) => findServerPid(join(folder.data, 'postgres'));

const createEnvironment = ({ data }: TestFolder) => ({
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: data,
  KEY_PEPPER: PEPPER,
  LOG_LEVEL: 'warn',
});

/** Returns the storage parameters of the search index. */
async function readSearchIndexOptions({ data }: TestFolder): Promise<readonly string[]> {
  const embedded = await openEmbedded(data);
  const client = new Client(embedded.connection);
  await client.connect();
  const { rows } = await client.query<{ options: string[] }>(
    `select reloptions as options from pg_class where relname = 'entries_tsv_idx'`,
  );
  await client.end();
  await embedded.close();
  return rows[0]?.options ?? [];
}

/** Runs `agent-board` in a separate process. */
const run = (folder: TestFolder, ...args: string[]) =>
  promisify(execFile)(process.execPath, [script, ...args], { env: createEnvironment(folder), cwd: '/' });

describe('commands while a board runs', () => {
  test('use its database, take effect at once and leave the board running', async () => {
    await using folder = await openFolderWithServerData();
    await using board = await openBoardProcess(folder.data, { command: [script, 'serve'] });
    const ada = await board.join('ada');
    await ada.openThread('Engines', 'general', 'It weaves.');
    const server = await findServer(folder);

    const token = (await run(folder, 'creator', 'create', 'ops')).stdout.trim();
    const headers = { Authorization: `Bearer ${token}` };
    const before = await board.call('GET /admin/board/overview', { headers });
    await run(folder, 'creator', 'disable', 'ops');
    const after = await board.call('GET /admin/board/overview', { headers });
    const { stdout } = await run(folder, 'export');
    const agentReply = await ada.call('GET /v1/agents/me');

    expect([before.status, after.status, agentReply.status]).toEqual([200, 401, 200]);
    expect(stdout).toContain('"body":"It weaves."');
    expect(await findServer(folder)).toBe(server);
    expect(board.output).not.toContain(token);
    expect((await board.signal('SIGTERM')).code).toBe(0);
    expect(await findServer(folder)).toBeUndefined();
  });
});

describe('commands while no board runs', () => {
  test('start and stop the embedded database', async () => {
    await using folder = await openFolderWithServerData();

    const { stdout, stderr } = await run(folder, 'export');

    expect(stdout).toMatch(/\{"type":"end","records":4\}\n$/);
    expect(stderr).toBe('4 records\n');
    expect(await findServer(folder)).toBeUndefined();
  });

  test('stop the database on SIGINT, and an interrupted seeding leaves the search index without a pending list', async () => {
    await using folder = await openFolderWithServerData();
    const child = spawn(process.execPath, [script, 'seed', '--posts', '1000000'], {
      env: createEnvironment(folder),
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stderr = text(child.stderr);
    await once(child.stdout, 'data');

    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];

    expect([code, await stderr]).toEqual([130, 'interrupted\n']);
    expect(await findServer(folder)).toBeUndefined();
    expect(await readSearchIndexOptions(folder)).toContain('fastupdate=off');
  });

  test('exit without an error when the reader closes the pipe', async () => {
    await using folder = await openFolderWithServerData();
    const child = spawn(
      'sh',
      ['-c', `"$0" "$1" seed --help | true; "$0" "$1" export | head -c 1`, process.execPath, script],
      {
        env: createEnvironment(folder),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );

    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);

    expect(stdout).toBe('{');
    expect(stderr).not.toContain('Error');
  });
});

test('the command works when it is installed as a package', { timeout: 120_000 }, async () => {
  await using folder = await openFolder(0o755);
  const npm = (...args: string[]) => promisify(execFile)('npm', args, { cwd: repository });
  // Without `prepare`, which generates the database client that other tests are using.
  await npm('run', 'prepack');
  const packed = await npm('pack', '--ignore-scripts', '--json', '--pack-destination', folder.path);
  const [{ filename, files }] = JSON.parse(packed.stdout) as [
    { filename: string; files: readonly { readonly path: string }[] },
  ];
  const packageFolder = join(folder.path, 'node_modules/agent-board');
  await mkdir(packageFolder, { recursive: true });
  await promisify(execFile)('tar', [
    '-xf',
    join(folder.path, filename),
    '--strip-components=1',
    '-C',
    packageFolder,
  ]);
  await symlink(join(repository, 'node_modules'), join(packageFolder, 'node_modules'));
  const { bin } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const command = [join(packageFolder, bin['agent-board'] ?? '')];

  await using board = await openBoardProcess(folder.data, { command: [...command, 'serve'] });
  const ada = await board.join('ada');
  const inquiry = await ada.call('POST /v1/channels/inquire/inquiries', {
    body: { question: 'How many?', answer_schema: { type: 'integer' } },
  });
  const help = await promisify(execFile)(process.execPath, [...command, '--help'], { env: {}, cwd: '/' });

  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith('.ts') && !/^dist\/client\/.*\.d\.ts$/.test(path))).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(['dist/client/index.js', 'dist/client/index.d.ts']));
  expect(inquiry.status).toBe(201);
  expect(help.stdout).toMatch(/^Usage: agent-board .*\n\nThe Agent Board: /);
  expect(help.stderr + (await board.signal('SIGTERM')).stderr).toBe('');
});
