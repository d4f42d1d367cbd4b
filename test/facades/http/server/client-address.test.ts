import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAddressReader, normalizeAddress } from '../../../../facades/http/server/client-address.ts';
import { anyText } from '../../../support/generators/any-text.ts';

const read = createAddressReader(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

describe('the client’s address', () => {
  test.each([
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1', null, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.66, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.9.9.9 ,192.0.2.7', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['fd00::1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['fd00::1', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['', '198.51.100.1', ''],
  ])('of the peer %s, forwarded for "%s", is %s', (peer, forwardedFor, expected) => {
    expect(read(peer, forwardedFor)).toBe(expected);
  });

  test('is the address of the peer if no proxy is trusted', () => {
    expect(createAddressReader([])('::ffff:198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
  });

  test('is the address of a peer that is not a trusted proxy; the peer is reported if it forwards an address', () => {
    const reported: string[] = [];
    const report = (peer: string) => void reported.push(peer);

    const addresses = [
      createAddressReader([], report)('127.0.0.1', '203.0.113.9'),
      createAddressReader(['10.0.0.0/8'], report)('::ffff:192.0.2.1', '203.0.113.9'),
      createAddressReader(['10.0.0.0/8'], report)('10.0.0.1', '203.0.113.9'),
      createAddressReader([], report)('192.0.2.7', null),
    ];

    expect(addresses).toEqual(['127.0.0.1', '192.0.2.1', '203.0.113.9', '192.0.2.7']);
    expect(reported).toEqual(['127.0.0.1', '192.0.2.1']);
  });

  test('is the last forwarded address that is no trusted proxy, however many the client has sent', () => {
    const sent = Array(40).fill('203.0.113.66').join(', ');

    expect(read('10.0.0.1', `${sent}, 198.51.100.1`)).toBe('198.51.100.1');
    expect(read('10.0.0.1', `${sent}, 198.51.100.1, 10.0.0.2`)).toBe('198.51.100.1');
    expect(read('10.0.0.1', `${'203.0.113.66'.repeat(200)}, 198.51.100.1`)).toBe('198.51.100.1');
  });

  test('is in canonical form', () => {
    expect(normalizeAddress('2001:0DB8:0000::0001')).toBe('2001:db8::1');
    expect(normalizeAddress('::FFFF:c633:6401')).toBe('198.51.100.1');
    expect(normalizeAddress('fe80::1%eth0')).toBe('fe80::1');
    const others = ['203.0.113.9', '203.0.113.9:80', 'a:b', '2001:db8::1::', '[2001:DB8::1]', 'A:b%eth0', ''];
    expect(others.map(normalizeAddress)).toEqual(others);
  });

  test('is read from any header without an exception', () => {
    const hop = fc.oneof(anyText, fc.ipV4(), fc.ipV6(), fc.constantFrom('10.0.0.1', ' ', '[', '::'));
    fc.assert(fc.property(fc.array(hop), (hops) => typeof read('10.0.0.1', hops.join(',')) === 'string'));
  });

  test('cannot be read if the entry of a trusted proxy is invalid', () => {
    expect(() => createAddressReader(['proxy.example'])).toThrow('proxy.example');
    expect(() => createAddressReader(['10.0.0.0/33'])).toThrow('Received 33');
  });
});
