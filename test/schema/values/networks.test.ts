import { expect, test } from 'vitest';
import { toNetwork, toRegion } from '../../../schema/values/networks.ts';

test.each([
  ['192.0.2.7', '192.0.2.7', '192:0:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64', '2001:db8:1'],
  ['2001:0db8:0001:0000::', '2001:db8:1:0::/64', '2001:db8:1'],
  ['2001:db8:1::5:6', '2001:db8:1:0::/64', '2001:db8:1'],
  ['2001:db8:1:3:3:4:5:6', '2001:db8:1:3::/64', '2001:db8:1'],
  ['2001:db8:2::', '2001:db8:2:0::/64', '2001:db8:2'],
  ['::1', '0:0:0:0::/64', '0:0:0'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64', '1:0:3'],
  ['::1:2:3:4:5:6:7', '0:1:2:3::/64', '0:1:2'],
])('the address %s is of the network %s and of the region %s', (address, network, region) => {
  expect([toNetwork(address), toRegion(address)]).toEqual([network, region]);
});
