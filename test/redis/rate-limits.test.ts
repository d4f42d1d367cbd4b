import { once } from 'node:events';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { mapRateLimits } from '../../schema/rate-limit-buckets.ts';
import { createRedisStore, MEMORY_STORE } from '../../src/gateway/limits/limit-store.ts';
import { createRateLimiter } from '../../src/gateway/limits/rate-limiter.ts';
import { openBoard } from '../support/board/board.ts';
import { openRedis } from '../support/database/redis.ts';

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((value) => value === status).length;

test('boards that share Redis share exact limits', async () => {
  await using redis = await openRedis();
  const settings = { REDIS_URL: redis.url, LIMIT_ANON: '10' };
  await using first = await openBoard(settings);
  await using second = await openBoard(settings);
  // The first call of a board compiles its document. Commands to Redis that are sent meanwhile could exceed their time limit.
  await Promise.all([first, second].map((board) => board.call('GET /public/work')));

  const statuses: number[] = [];
  // Eight at a time: with many more, a command to Redis could exceed its time limit because this process is busy. With ten, no round
  // would have calls on both sides of the limit.
  for (let round = 0; round < 6; round++) {
    const calls = Array.from({ length: 8 }, (_, i) => (i % 2 ? first : second).call('GET /v1/channels'));
    statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
  }

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 38]);
});

test('a 304 response is refunded in the count that boards share', async () => {
  await using redis = await openRedis();
  const settings = { REDIS_URL: redis.url, LIMIT_PUBLIC_IP: '3' };
  await using first = await openBoard(settings);
  await using second = await openBoard(settings);
  const { headers } = await first.call('GET /public/work');
  const conditional = { headers: { 'If-None-Match': headers.get('etag') ?? '' } };

  const replies = [];
  for (const board of [first, second, first, second, second])
    replies.push(await board.call('GET /public/work', conditional));

  expect(replies.map(({ status }) => status)).toEqual([304, 304, 304, 304, 304]);
  expect(replies.map((reply) => reply.headers.get('x-ratelimit-remaining'))).toEqual([
    '2',
    '2',
    '2',
    '2',
    '2',
  ]);
});

test('a board counts locally after Redis is gone', async () => {
  await using redis = await openRedis();
  await using board = await openBoard({ REDIS_URL: redis.url, LIMIT_ANON: '10' });
  await board.call('GET /v1/channels');
  await redis.kill();

  const replies = await Promise.all(Array.from({ length: 15 }, () => board.call('GET /v1/channels')));

  const statuses = replies.map(({ status }) => status);
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 5]);
});

test('boards that share Redis share the count of failed sign-ins of an address', async () => {
  await using redis = await openRedis();
  await using first = await openBoard({ REDIS_URL: redis.url });
  await using second = await openBoard({ REDIS_URL: redis.url });
  const headers = { Authorization: `Bearer sba_${'x'.repeat(40)}` };

  const calls = Array.from({ length: 12 }, (_, i) =>
    (i % 2 ? first : second).call('POST /admin/board/sessions', { body: {}, headers }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 7]);
});

test('points that were taken while Redis could not be reached are not returned to Redis', async () => {
  await using redis = await openRedis();
  const client = new Redis(redis.url, { enableOfflineQueue: false, lazyConnect: true });
  client.on('error', () => undefined);
  const limiter = createRateLimiter(
    mapRateLimits(() => 100),
    createRedisStore(client, MEMORY_STORE),
  );
  const hit = { bucket: 'graphql-points', owner: 'ada' } as const;

  // The client connects with the first command, and rejects it.
  const ready = once(client, 'ready');
  const inMemory = await limiter.takePoints(hit, 40);
  await ready;
  const inRedis = await limiter.takePoints(hit, 10);
  await inMemory?.refund(40);
  const status = await inRedis?.refund(5);

  expect([inMemory?.status.remaining, inRedis?.status.remaining, status?.remaining]).toEqual([60, 90, 95]);
  client.disconnect();
});

test('each limit has a separate window and a separate log for each owner', async () => {
  await using redis = await openRedis();
  const client = new Redis(redis.url);
  const store = createRedisStore(client, MEMORY_STORE);
  const use = async (name: string, owner: string) => {
    const { count: taken } = await store.windows(name, 60_000).take(owner, 1);
    const { calls } = await store.log(`calls:${name}`, 60_000).readAndRecord(owner, 9);
    return [taken.consumedPoints, calls.length];
  };

  expect([
    await use('a', 'ada'),
    await use('b', 'ada'),
    await use('a', 'bob'),
    await use('a', 'ada'),
  ]).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
    [2, 1],
  ]);
  // Each key expires with its window.
  const keys = await client.keys('*');
  const times = await Promise.all(keys.map((key) => client.pttl(key)));
  expect(times.filter((ms) => ms <= 0 || ms > 60_000)).toEqual([]);
  client.disconnect();
});

test('calls that Redis recorded before its clock was set back do not count', async () => {
  await using redis = await openRedis();
  const client = new Redis(redis.url);
  const log = createRedisStore(client, MEMORY_STORE).log('calls', 60_000);
  await client.zadd('board:calls:ada', Date.now() + 600_000, 'first', Date.now() + 600_000, 'second');

  const { calls, remove } = await log.readAndRecord('ada', 2);

  expect(calls).toEqual([]);
  expect(remove).toBeDefined();
  client.disconnect();
});

test('a refund to a window that has ended does not add points to the next window', async () => {
  await using redis = await openRedis();
  const client = new Redis(redis.url);
  const windows = createRedisStore(client, MEMORY_STORE).windows('test', 60_000);
  const first = await windows.take('ada', 500);
  await client.flushall();

  const returned = await first.refund(500);
  const next = await windows.take('ada', 100);

  expect([returned?.consumedPoints, next.count.consumedPoints]).toEqual([0, 100]);
  expect(next.count.msBeforeNext).toBeGreaterThan(0);
  client.disconnect();
});
