import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findServerPid } from '../../prisma/postgres/server.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { type TestFolder, openFolder, openFolderWithServerData } from '../support/processes/data-folder.ts';
import { openBoardProcess, spawnBoardProcess } from '../support/processes/board-process.ts';

const findServer = (folder: TestFolder) => findServerPid(join(folder.data, 'postgres'));

const pollOptions = { timeout: 10_000, interval: 10 };

const TOKEN = /^operator token, shown only once: (sba_[\w-]{32,})$/m;

async function readBodies(agent: TestAgent, threadId: string): Promise<string[]> {
  const bodies: string[] = [];
  for (let path: string | undefined = `/v1/threads/${threadId}/posts`; path !== undefined;) {
    const reply = await agent.call(`GET ${path}`);
    expect(reply.status).toBe(200);
    bodies.push(...(reply.body as { body: string }[]).map((post) => post.body));
    path = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return bodies;
}

test('the first start prints the URLs and the operator token, later starts only the URLs', async () => {
  await using folder = await openFolder();
  await using first = await openBoardProcess(folder.data);
  const ada = await first.join('ada');
  const { thread_id: threadId } = await ada.openThread('Engines', 'general', 'kept');
  await expect.poll(() => first.output, pollOptions).toMatch(TOKEN);
  const token = TOKEN.exec(first.output)?.[1] ?? '';
  const withToken = await first.call('GET /graphql?query={me{id}}', {
    headers: { Authorization: `Bearer ${token}` },
  });
  await first.signal('SIGTERM');

  await using second = await openBoardProcess(folder.data);
  const bodies = await readBodies(ada.at(second), threadId);
  const { stdout, code } = await second.signal('SIGTERM');

  const { sitePort: site, port } = first;
  expect(first.output).toContain(`board http://localhost:${port}\nsite  http://localhost:${site}\n`);
  expect(withToken.body.errors[0].extensions.code).toBe('operation_not_in_scope');
  expect(stdout).toBe(`board http://localhost:${second.port}\nsite  http://localhost:${second.sitePort}\n`);
  expect([bodies, code]).toEqual([['kept'], 0]);
});

test('the first start creates no operator token if OPERATOR_TOKEN is set', async () => {
  await using folder = await openFolderWithServerData();
  const settings = { OPERATOR_TOKEN: 'sba_an-operator-token-for-tests-0123456789' };
  await using board = await openBoardProcess(folder.data, { settings });

  const { stdout } = await board.signal('SIGTERM');

  expect(stdout).toContain(`\nsite  http://localhost:${board.sitePort}\n`);
  expect(stdout).not.toContain('sba_');
});

describe('a board that receives a signal', () => {
  test('finishes the requests in flight, does not wait for idle connections and stops its database', async () => {
    await using folder = await openFolderWithServerData();
    await using board = await openBoardProcess(folder.data);
    const ada = await board.join('ada');
    const { thread_id: threadId } = await ada.openThread('Engines');
    const slow = connect(board.port, '127.0.0.1');
    const response = text(slow);
    const [firstHalf, secondHalf] = ['{"body":"half of it ', 'is on its way"}'] as const;
    const length = String(firstHalf.length + secondHalf.length);
    const headers = {
      ...ada.headers,
      Host: 'b',
      'Content-Type': 'application/json',
      'Content-Length': length,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    slow.write(`POST /v1/threads/${threadId}/posts HTTP/1.1\r\n${lines.join('')}\r\n${firstHalf}`);
    const posts = Array.from({ length: 30 }, (_, i) => ada.post(threadId, `post ${i}`));
    const idle = connect(board.port, '127.0.0.1').on('error', () => undefined);
    await Promise.race([...posts, once(idle, 'connect')]);

    const start = performance.now();
    const exit = board.signal('SIGTERM');
    await expect.poll(() => board.call('GET /healthz').catch(() => 'refused'), pollOptions).toBe('refused');
    slow.write(secondHalf);

    await Promise.allSettled(posts);
    expect(await response).toMatch(/^HTTP\/1\.1 201 /);
    expect((await exit).code).toBe(0);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(await findServer(folder)).toBeUndefined();
  });

  test('through npm exits with 0', async () => {
    await using folder = await openFolderWithServerData();
    await using board = await openBoardProcess(folder.data, { usesNpm: true });

    const { code } = await board.signal('SIGTERM');

    expect([code, await findServer(folder)]).toEqual([0, undefined]);
  });

  test('while it starts exits with 0 and stops its database', async () => {
    await using folder = await openFolderWithServerData('unmigrated');
    await using board = await spawnBoardProcess(folder.data);
    await expect.poll(() => findServer(folder), pollOptions).toBeDefined();

    const { code, stderr } = await board.signal('SIGINT');

    expect([code, stderr]).toEqual([0, '']);
    expect(await findServer(folder)).toBeUndefined();
  });
});

test('a board without workers logs a warning on SIGHUP and continues to serve', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data);

  process.kill(board.pid, 'SIGHUP');
  await expect.poll(() => board.output, pollOptions).toContain('SIGHUP is ignored');
  const { status } = await board.call('GET /readyz');
  const { code } = await board.signal('SIGTERM');

  expect([status, code]).toEqual([200, 0]);
});

describe('a board that cannot write to its standard output', () => {
  test.runIf(existsSync('/dev/full'))('because its disk is full starts and responds', async () => {
    await using folder = await openFolderWithServerData();
    await using full = await open('/dev/full', 'w');
    await using board = await openBoardProcess(folder.data, { stdout: full.fd });

    const { status } = await board.call('GET /readyz');
    const { code, stderr } = await board.signal('SIGTERM');

    expect([status, code, stderr]).toEqual([200, 0, '']);
  });

  test('because the reader has closed the pipe continues to serve', async () => {
    await using folder = await openFolderWithServerData();
    await using board = await openBoardProcess(folder.data, { settings: { ACCESS_LOG: 'on' } });
    board.closeOutput();

    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await board.call('GET /readyz')).status);
    const { code, stderr } = await board.signal('SIGTERM');

    expect([statuses, code, stderr]).toEqual([[200, 200, 200], 0, '']);
  });
});

test('a board that is killed while an agent posts keeps every acknowledged post', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data);
  const ada = await board.join('ada');
  const { thread_id: threadId } = await ada.openThread('Engines');
  const acknowledged: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let i = 1; ; i++) {
      const body = `post ${i} of writer ${writer}`;
      const { status } = await ada.call(`POST /v1/threads/${threadId}/posts`, { body: { body } });
      if (status === 201) acknowledged.push(body);
    }
  };
  const writers = Promise.allSettled([1, 2, 3, 4].map(write));
  await expect.poll(() => acknowledged.length, pollOptions).toBeGreaterThan(100);

  await board.signal('SIGKILL');
  await writers;
  await using next = await openBoardProcess(folder.data);
  const stored = new Set(await readBodies(ada.at(next), threadId));

  expect(acknowledged.filter((body) => !stored.has(body))).toEqual([]);
});

describe('a start that fails', () => {
  const unreachable = 'postgresql://127.0.0.1:1/board';

  test.each([
    ['PORT', 'abc', 'PORT: Must be a whole number from 1 to 65535'],
    ['DATABASE_URL', 'postgresql://localhost:1/board', 'DATABASE_URL: connect ECONNREFUSED .*:1'],
  ])('because of %s=%s prints one line that names the variable', async (name, value, line) => {
    await using folder = await openFolder();

    const start = await spawnBoardProcess(folder.data, {
      settings: { DATABASE_URL: unreachable, [name]: value },
    });
    const { code, stdout, stderr } = await start.exited;

    expect(stderr).toMatch(new RegExp(`^${line}\n$`));
    expect([code, stdout]).toEqual([1, '']);
  });

  test('names the invalid variable of .env or of the environment, which overrides .env', async () => {
    await using folder = await openFolder();
    await writeFile(join(folder.path, '.env'), 'PORT=abc\nHOST=\nSITE_PORT=8080\n');
    const main = join(import.meta.dirname, '../../src/main.ts');
    const startWith = (env: object) =>
      promisify(execFile)(process.execPath, [main], { cwd: folder.path, env: { SITE_PORT: 'def', ...env } });

    const failures = await Promise.allSettled([startWith({}), startWith({ PORT: '80' })]);

    expect(failures).toMatchObject([
      { reason: { code: 1, stderr: expect.stringMatching(/^PORT: /) } },
      { reason: { code: 1, stderr: expect.stringMatching(/^SITE_PORT: /) } },
    ]);
  });

  test('because of a taken port leaves nothing running, and the next start prints the operator token', async () => {
    await using folder = await openFolderWithServerData();
    await using taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };

    const start = await spawnBoardProcess(folder.data, { settings: { SITE_PORT: String(port) } });
    const { code, stderr } = await start.exited;

    expect(stderr).toBe(`SITE_PORT: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
    expect([code, await findServer(folder)]).toEqual([1, undefined]);
    await using next = await openBoardProcess(folder.data);
    await expect.poll(() => next.output, pollOptions).toMatch(TOKEN);
  });
});
