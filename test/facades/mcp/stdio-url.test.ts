// Where the MCP bridge sends its requests.
import { expect, test } from 'vitest';
import { listen } from '../../../facades/http/server/listen.ts';
import { pipe, toRequest } from './bridge.ts';

test.each([
  ['', '/mcp'],
  ['/', '/mcp'],
  ['/mcp', '/mcp'],
  ['/board', '/board/mcp'],
  ['/board/', '/board/mcp'],
])('if the path of BOARD_URL is “%s”, requests are sent to %s', async (path, expected) => {
  const paths: string[] = [];
  const listener = await listen(
    (request) => {
      paths.push(new URL(request.url).pathname);
      return Promise.resolve(new Response(null, { status: 400 }));
    },
    { host: '127.0.0.1', port: 0 },
  );

  await pipe(`http://127.0.0.1:${listener.port}${path}`, [toRequest(1, 'ping', {})]);
  await listener.close(100);

  expect(paths).toEqual([expected]);
});
