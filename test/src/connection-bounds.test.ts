import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createConnectionBounds } from '../../src/connection-bounds.ts';
import { createWaitingBytesBound } from '../../src/gateway/load/waiting-bytes.ts';

const waitingBytes = createWaitingBytesBound({ warn: () => undefined }, { maxRequests: 8 });
const { regionOfAddress, waiting } = createConnectionBounds({ TRUSTED_PROXIES: [] }, waitingBytes);

test.each([
  ['an IPv6 /48', '2001:db8:1:2::3', '2001:db8:1:ffff::4', '2001:db8:2:2::3'],
  ['an IPv4 /24', '192.0.2.1', '::ffff:192.0.2.200', '192.0.3.1'],
])('connections from %s count together', (_region, one, same, other) => {
  expect(regionOfAddress(same)).toBe(regionOfAddress(one));
  expect(regionOfAddress(other)).not.toBe(regionOfAddress(one));
});

test('the waiting requests of a region are at most half of the maximum number, until they run', () => {
  const add = (remoteAddress: string) =>
    waiting.countRequest({ socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage);
  const releases = Array.from({ length: 4 }, () => add('192.0.2.1'));

  expect(releases).not.toContain(null);
  expect(add('192.0.2.2')).toBeNull();
  expect(add('192.0.3.1')).not.toBeNull();
  releases.forEach((release) => release?.());
  expect(add('192.0.2.2')).not.toBeNull();
});
