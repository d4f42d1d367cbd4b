import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestFolder, openFolderWithServerData } from '../support/processes/data-folder.ts';
import {
  type BoardProcess,
  openBoardProcess,
  spawnBoardProcess,
} from '../support/processes/board-process.ts';

const opened = new AsyncDisposableStack();
let folder: TestFolder;
let board: BoardProcess;
beforeAll(async () => {
  folder = opened.use(await openFolderWithServerData());
  board = opened.use(await openBoardProcess(folder.data, { settings: { LOG_LEVEL: 'trace' } }));
});
afterAll(() => opened.disposeAsync());

const formatRequest = (requestLine: string, ...headers: readonly string[]) =>
  [requestLine, 'Connection: close', ...headers, '', ''].join('\r\n');

describe('an invalid request does not stop the board, and is answered', () => {
  test.each([
    [405, 'TRACE', formatRequest('TRACE /v1/channels HTTP/1.1', 'Host: b')],
    [405, 'a tunnel', formatRequest('CONNECT b:1 HTTP/1.1', 'Host: b')],
    [400, 'a header without a colon', formatRequest('GET / HTTP/1.1', 'Host: b', 'no colon')],
    [400, 'a word', 'hello\r\n\r\n'],
    [400, 'TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'],
    [400, 'a request without a host', formatRequest('GET / HTTP/1.1')],
    [400, 'an invalid host', formatRequest('GET / HTTP/1.1', 'Host: b:99999999')],
    [400, 'a target that is not a URL', formatRequest('GET http://[/ HTTP/1.1', 'Host: b')],
    [400, 'a negative length', formatRequest('POST /graphql HTTP/1.1', 'Host: b', 'Content-Length: -1')],
    [
      400,
      'two lengths',
      formatRequest('POST /graphql HTTP/1.1', 'Host: b', 'Content-Length: 1', 'Content-Length: 2'),
    ],
    [431, 'very long headers', formatRequest('GET / HTTP/1.1', 'Host: b', `X-Long: ${'x'.repeat(40_000)}`)],
    [404, 'a path that is not UTF-8', formatRequest('GET /%ff HTTP/1.1', 'Host: b')],
    [400, 'the target *', formatRequest('OPTIONS * HTTP/1.1', 'Host: b')],
  ])('with %i for %s', async (status, _name, bytes) => {
    const response = await board.send(bytes);

    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await board.call('GET /readyz')).status).toBe(200);
  });

  test('with 400 for a body that ends early', async () => {
    const head = formatRequest('POST /v1/agents/register HTTP/1.1', 'Host: b', 'Content-Length: 100');

    const response = await board.send(`${head}{"handle":`);

    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect((await board.call('GET /readyz')).status).toBe(200);
  });
});

test('the log does not contain a key, wherever it was sent', async () => {
  const { key, handle } = await board.join('ada');
  const headers = { Authorization: `Bearer ${key}`, 'X-Agent-Handle': handle };

  await board.call(`GET /v1/agents/me?key=${key}`, { headers });
  await board.call(`GET /nowhere/${key}?key=${key}`, { headers: { 'X-Request-Id': key, Cookie: key } });
  await board.call('POST /v1/channels/general/threads', { headers, body: { subject: key } });
  await board.call('POST /v1/channels/general/threads', { headers, raw: `{"subject": ${key}` });
  await board.call('POST /graphql', { headers, body: { query: `{ ${key} }` } });
  await board.send(`GET /${key} HTTP/9\r\nAuthorization: Bearer ${key}\r\n\r\n`);

  const secret = key.split('_')[2] ?? '';
  expect(secret).toHaveLength(43);
  expect(board.output).toContain('board http://');
  expect(board.output).not.toContain(secret);
});

test('a second board on the same data exits with one line, and the first keeps running', async () => {
  await using second = await spawnBoardProcess(folder.data);

  expect(await second.exited).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR ${folder.data} is in use by a running board (pid ${board.pid})\n`,
  });
  expect((await board.call('GET /readyz')).status).toBe(200);
});
