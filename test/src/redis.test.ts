import { expect, test } from 'vitest';
import { isRedisUrl, openRedis } from '../../src/redis.ts';

test.each([
  ['redis://h', true],
  ['rediss://u:p@h:6379/1', true],
  ['redis://', false],
  ['redis:///1', false],
  ['http://h', false],
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
