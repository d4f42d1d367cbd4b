import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { isRedisUrl, openRedis } from '../../src/redis.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  ['redis://h', true],
  ['rediss://u:p@h:6379/1', true],
  ['redis://', false],
  ['redis:///1', false],
  ['http://h', false],
  // Passwords are percent-encoded UTF-8.
  ['redis://:p%25ss@h', true],
  ['redis://:p%ss@h', false],
  ['redis://:p%ff@h', false],
  ['redis://h/0?keyPrefix=50%', true],
  ['redis+sentinel://u:p%C3%BC@a:1/name', true],
  ['redis+sentinel://u:p%ff@a:1/name', false],
  ['redis+sentinel://user:50%@a:1/name', false],
  ['redis+sentinel://a:1,b.c-d_e:26379/name', true],
  ['REDIS+SENTINEL://u%40:p@a:1/name', true],
  ['redis+sentinel://a:1/', false],
  ['redis+sentinel://a/name', false],
  ['redis+sentinel://a:123456/name', false],
  ['redis+sentinel://a:1,/name', false],
  ['redis+sentinel://a:1/na me', false],
])('%s is the URL of Redis or of Sentinels: %s', (url, expected) => {
  expect(isRedisUrl(url)).toBe(expected);
});

test('the user and the password of a URL of Sentinels are decoded', async () => {
  const redis = await openRedis('redis+sentinel://us%40er:p%2Fss@127.0.0.1:1,127.0.0.1:2/board', {
    lazyConnect: true,
  });

  expect(redis.options).toMatchObject({
    name: 'board',
    username: 'us@er',
    password: 'p/ss',
    sentinels: [1, 2].map((port) => ({ host: '127.0.0.1', port })),
  });
  redis.disconnect();
});

/** Starts a server that accepts connections, reads them and does not respond. */
async function startSilentServer() {
  const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a Sentinel that does not respond is passed over', async () => {
  await using first = await startSilentServer();
  await using second = await startSilentServer();
  const addresses = [first, second].map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const redis = await openRedis(`redis+sentinel://${addresses.join()}/board`, { lazyConnect: true });
  const connecting = redis.connect().catch(() => undefined);
  const [query] = await once(first, 'connection');
  await once(query, 'data');
  const next = once(second, 'connection');

  await vi.advanceTimersByTimeAsync(1000);

  await next;
  redis.disconnect();
  await vi.advanceTimersByTimeAsync(1000);
  await connecting;
});

test.each([
  ['redis://127.0.0.1:1', "READONLY You can't write against a read only replica.", true],
  [
    'redis+sentinel://127.0.0.1:1/board',
    "READONLY You can't write against a read only replica. script: 1, on @user_script:1.",
    true,
  ],
  [
    'redis+sentinel://127.0.0.1:1/board',
    "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write against a read only replica.",
    true,
  ],
  ['redis://127.0.0.1:1', 'ERR unknown command', false],
])('the client of %s reconnects after “%s”: %s', async (url, message, expected) => {
  const redis = await openRedis(url, { lazyConnect: true });

  expect(redis.options.reconnectOnError?.(new Error(message))).toBe(expected);
  redis.disconnect();
});
