// Which URLs are URLs of Redis, and which clients are near.
import { expect, test } from 'vitest';
import { isNear } from '../../src/near-clients.ts';
import { isRedisUrl } from '../../src/redis.ts';

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

test.each([
  ['127.0.0.1', {}, true],
  ['::1', {}, true],
  ['::ffff:10.1.2.3', {}, true],
  ['192.168.0.9', {}, true],
  ['8.8.8.8', {}, false],
  ['2606:2800:220:1::1', {}, false],
  ['127.0.0.1', { 'X-Forwarded-For': '10.0.0.1' }, false],
])('a client at %s with the headers %j is near: %s', (address, headers, expected) => {
  expect(isNear(new Request('http://a', { headers }), { address })).toBe(expected);
});
