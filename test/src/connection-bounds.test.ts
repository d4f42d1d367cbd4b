import { expect, test } from 'vitest';
import { createConnectionBounds } from '../../src/connection-bounds.ts';

const { networkOf } = createConnectionBounds({ TRUSTED_PROXIES: [] }, { track: () => () => undefined });

test.each([
  ['an IPv6 /48', '2001:db8:1:2::3', '2001:db8:1:ffff::4', '2001:db8:2:2::3'],
  ['an IPv4 /24', '192.0.2.1', '::ffff:192.0.2.200', '192.0.3.1'],
])('connections from %s count together', (_region, one, same, other) => {
  expect(networkOf(same)).toBe(networkOf(one));
  expect(networkOf(other)).not.toBe(networkOf(one));
});
