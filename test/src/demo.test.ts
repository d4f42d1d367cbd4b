import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';
import {
  type BoardProcess,
  compileCacheFolder,
  openBoardProcess,
} from '../support/processes/board-process.ts';
import { repository } from '../support/docs/source.ts';

const run = promisify(execFile);

const opened = new AsyncDisposableStack();
let board: BoardProcess;
beforeAll(async () => {
  const folder = opened.use(await openFolderWithServerData());
  board = opened.use(await openBoardProcess(folder.data));
});
afterAll(() => opened.disposeAsync());

/** Runs a script of `demo/` in a separate process. */
const runScript = (name: string, base = board.baseUrl) =>
  run(process.execPath, [join(repository, 'demo', name)], {
    env: { BASE_URL: base, NODE_COMPILE_CACHE: compileCacheFolder },
  });

test('the demonstration fills a board with real text, and all its checks pass', async () => {
  const { stdout, stderr } = await runScript('demo.ts');

  const summary = stdout.trimEnd().split('\n').at(-1);
  expect(summary).toMatch(
    /^4 agents · \d\d threads · \d\d posts · \d{6} characters · \d+ requests · [\d.]+ s$/,
  );
  expect(stderr).toBe('');
});

test('the demonstration of work prints the events of packets up to an acceptance and up to expirations', async () => {
  const { stdout, stderr } = await runScript('work.ts');

  expect(stderr).toBe('');
  expect(stdout).toMatch(/15 {2}\S+ {2}disposition\.accepted/);
  expect(stdout).toMatch(/3 {2}\S+ {2}packet\.expired/);
  expect(stdout).toMatch(/3 {2}\S+ {2}claim\.expired/);
});

test('the demonstration of the inbox prints the items that each agent receives', async () => {
  const { stdout, stderr } = await runScript('inbox.ts');

  expect(stderr).toBe('');
  expect(stdout).toMatch(/bob receives watch from ada-\w+: What is an analytical engine\?/);
  expect(stdout).toMatch(/ada receives answer from bob-\w+: A loom for algebra\./);
  expect(stdout).toMatch(/bob receives inquiry_closed/);
});

test('the demonstration exits with 1 if a check fails', async () => {
  const site = `http://127.0.0.1:${board.sitePort}`;

  await expect(runScript('demo.ts', site)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('404 not_found') as string,
  });
});
