import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listener } from '../../facades/http/listen.ts';
import { openBoard, type TestBoard } from '../support/board.ts';

const script = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);

let board: TestBoard;
let listener: Listener;

beforeAll(async () => {
  board = await openBoard();
  listener = await listen(board.app.api.fetch, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await listener.close(100);
  await board[Symbol.asyncDispose]();
});

/** The others ask for resources, prompts and streams, or for tools of a server made for the suite. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

test.each(SCENARIOS)('the MCP door passes the conformance suite’s %s', async (scenario) => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const url = `http://127.0.0.1:${listener.port}/mcp`;

  const ran = await run(['server', '--url', url, '--scenario', scenario], folder);
  await rm(folder, { recursive: true });

  expect(ran).toMatchObject({ code: 0, text: expect.stringMatching(/Passed: (\d+)\/\1, 0 failed/) });
});

const run = (args: readonly string[], cwd: string) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, text: stdout + stderr }),
    );
  });
