// The master of Redis is killed, or stops responding; Redis Sentinel chooses another one. Needs Debian's packages redis-server and
// redis-sentinel.
import { setTimeout as wait } from 'node:timers/promises';
import { openStandbys } from '../support/database/standbys.ts';
import { openSentinels } from '../support/database/sentinels.ts';
import type { Campaign } from './campaign.ts';

/** A process that gets no processor time for half a second refuses requests. */
const BUSY = ['503 unavailable'];

const LIMIT = 10;

/** Sends more calls of a random address than a limit admits, in turn to all boards. Returns how many were served. */
async function countServed(urls: readonly string[]): Promise<number> {
  const address = `203.0.113.${Math.floor(Math.random() * 250)}`;
  let served = 0;
  for (let i = 0; i < 2 * LIMIT * urls.length; i += 1) {
    const url = `${urls[i % urls.length] ?? ''}/public/work`;
    const response = await fetch(url, { headers: { 'X-Forwarded-For': address } });
    await response.text();
    if (response.ok) served += 1;
  }
  return served;
}

export async function injectRedisFailovers({ folder, port, startBoards, run }: Campaign): Promise<void> {
  await using servers = await openStandbys(folder, 0);
  const { primary } = servers;
  for (const [i, signal] of (['SIGKILL', 'SIGSTOP'] as const).entries()) {
    await using sentinels = await openSentinels(3);
    using running = await startBoards([port + 26 + 4 * i, port + 28 + 4 * i], {
      DATABASE_URL: primary.url,
      ...{ REDIS_URL: sentinels.url, LIMIT_PUBLIC_IP: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' },
      // This limit is not off, so that the calls of the load are counted in Redis too.
      ...{ LIMIT_KEY_FIRST_HOUR: '100000' },
    });
    const { urls } = running.boards;
    const waitUntilShared = async () => {
      for (let attempt = 0; attempt < 30 && (await countServed(urls)) !== LIMIT; attempt += 1)
        await wait(1000);
      return (await countServed(urls)) === LIMIT;
    };
    if (!(await waitUntilShared())) throw new Error('the boards do not share limits');
    let old = 0;
    await run(running, primary.url, {
      name: signal === 'SIGKILL' ? 'the Redis master is killed' : 'the Redis master stops for 15 s',
      ...{ seconds: 15, failures: BUSY, maxRecoverySeconds: 5 },
      inject: async () => (old = await sentinels.signalMaster(signal)),
      heal: () => sentinels.signal(old, 'SIGCONT'),
      check: async () => ({
        'Sentinels have chosen another master': (await sentinels.readMaster()) !== old,
        'boards share limits again': await waitUntilShared(),
      }),
    });
  }
}
