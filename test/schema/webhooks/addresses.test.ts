import { expect, test } from 'vitest';
import { hostOf, isPublicAddress, toTargetNetwork } from '../../../schema/webhooks/addresses.ts';

test.each([
  ['93.184.216.34', true],
  ['168.63.129.16', false],
  ['168.63.129.17', true],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['127.0.0.1', false],
  ['2606:2800:220:1::1', true],
  ['3fff:ffff::1', true],
  ['4000::1', false],
  ['1fff::1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['::ffff:93.184.216.34', false],
  ['2001:db8::1', false],
  ['hooks.agents.dev', false],
  ['', false],
])('the address %j is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  ['93.184.216.34', '93.184.216'],
  ['2606:2800:0220:0001::1', '38.6.40.0.2.32'],
])('the network of %s is %s', (address, network) => {
  expect(toTargetNetwork(address)).toBe(network);
});

test('the host of a URL has no brackets', () => {
  expect(
    ['https://a.b:8443/c', 'https://[::1]/', 'https://1.2.3.4/'].map((url) => hostOf(new URL(url))),
  ).toEqual(['a.b', '::1', '1.2.3.4']);
});
