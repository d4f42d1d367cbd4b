// The check of Redis.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { checkRedis } from '../../../src/doctor/redis.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

afterEach(() => void vi.useRealTimers());

test('a server that accepts connections and does not answer fails after two seconds', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const checking = checkRedis(readConfig({ KEY_PEPPER: PEPPER, REDIS_URL: `redis://127.0.0.1:${port}` }));
  const [socket] = await once(server, 'connection');
  await once(socket, 'data');
  await vi.advanceTimersByTimeAsync(2000);

  expect(await checking).toMatchObject({
    level: 'fail',
    subject: 'Redis',
    detail: expect.stringContaining('timed out'),
  });
});
