import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createConnectionBounds } from '../../src/connection-bounds.ts';
import { createWaitingBytesBound } from '../../src/gateway/load/waiting-bytes.ts';

const waitingBytes = createWaitingBytesBound({ warn: () => undefined }, { maxRequests: 8 });
const { regionOfAddress, regionOfRequest, waiting } = createConnectionBounds(
  { TRUSTED_PROXIES: ['10.0.0.0/8'] },
  waitingBytes,
);

test.each([
  ['an IPv6 /48', '2001:db8:1:2::3', '2001:db8:1:ffff::4', '2001:db8:2:2::3'],
  ['an IPv4 /24', '192.0.2.1', '::ffff:192.0.2.200', '192.0.3.1'],
])('connections from %s count together', (_region, one, same, other) => {
  expect(regionOfAddress(same)).toBe(regionOfAddress(one));
  expect(regionOfAddress(other)).not.toBe(regionOfAddress(one));
});

test('one region has at most half of the maximum number of waiting requests, and requests that run do not count', () => {
  const add = (remoteAddress: string) =>
    waiting.countRequest({ socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage);
  const releases = Array.from({ length: 4 }, () => add('192.0.2.1'));

  expect(releases).not.toContain(null);
  expect(add('192.0.2.2')).toBeNull();
  expect(add('192.0.3.1')).not.toBeNull();
  releases.forEach((release) => release?.());
  expect(add('192.0.2.2')).not.toBeNull();
});

test('requests count for the client that a trusted proxy names, and the bytes of waiting requests are bounded for each region', () => {
  const request = (remoteAddress?: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    }) as unknown as IncomingMessage;
  const closed: string[] = [];
  const track = (name: string, remoteAddress: string, forwarded: string) =>
    waiting.trackBytes(request(remoteAddress, forwarded), {
      bytes: 5 * 1024 * 1024,
      close: () => closed.push(name),
    });

  const releases = [
    track('first', '10.0.0.1', '198.51.100.1'),
    track('other', '10.0.0.1', '203.0.113.1'),
    track('untrusted', '192.0.2.1', '198.51.100.1'),
    track('second', '10.0.0.2', '198.51.100.2'),
  ];
  releases.forEach((release) => release());

  expect(closed).toEqual(['first']);
  const regions = [request('10.0.0.1', '198.51.100.1'), request('192.0.2.1', '198.51.100.1'), request()];
  expect(regions.map(regionOfRequest)).toEqual(['198.51.100.1', '192.0.2.1', ''].map(regionOfAddress));
});
