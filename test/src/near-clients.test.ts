import { expect, test } from 'vitest';
import { isNear } from '../../src/near-clients.ts';

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
