import ipaddr from 'ipaddr.js';

/** The address at which Azure serves machines their credentials: no special range contains it. */
const METADATA_ADDRESS = '168.63.129.16';

/** Global unicast: addresses outside it, such as IPv4-compatible ones, can reach private networks or the machine itself. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The host of a URL: a name, or an IP address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether an IP address, written as DNS and `URL` return it, can belong to a host on the public Internet. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text === METADATA_ADDRESS) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** The network of an address: a /24 of IPv4, a /48 of IPv6. */
export function toTargetNetwork(text: string): string {
  const address = ipaddr.parse(text);
  return address
    .toByteArray()
    .slice(0, address instanceof ipaddr.IPv4 ? 3 : 6)
    .join('.');
}
