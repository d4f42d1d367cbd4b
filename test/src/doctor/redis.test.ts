// The check of Redis.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { checkRedis } from '../../../src/doctor/redis.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  ['server', 'redis://127.0.0.1:PORT', 2000],
  ['Sentinel', 'redis+sentinel://127.0.0.1:PORT/board', 1000],
])('a %s that accepts connections and does not respond fails', async (_name, url, timeoutMs) => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const REDIS_URL = url.replace('PORT', String(port));
  const checking = checkRedis(readConfig({ KEY_PEPPER: PEPPER, REDIS_URL }));
  const [socket] = await once(server, 'connection');
  await once(socket, 'data');
  await vi.advanceTimersByTimeAsync(timeoutMs);

  expect(await checking).toMatchObject({
    level: 'fail',
    subject: 'Redis',
    detail: expect.stringContaining('timed out'),
  });
});
