import { BlockList, isIP } from 'node:net';

/** Finds a request's client: the peer, or behind trusted proxies the rightmost hop that is not one of them. */
export type AddressReader = (peer: string, forwardedFor: string | null) => string;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address that came in IPv6 clothes is an IPv4 address. */
const normalise = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/** `trustedProxies` are CIDRs or single addresses, already checked. */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const trusted = new BlockList();
  for (const cidr of trustedProxies) {
    const [base = '', prefix] = cidr.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    trusted.addSubnet(base, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (peer, forwardedFor) => {
    let client = normalise(peer);
    if (forwardedFor === null || trustedProxies.length === 0) return client;
    const hops = forwardedFor.split(',').map((hop) => normalise(hop.trim()));
    // What a hop that is not trusted wrote before itself is hearsay, and so is anything that is no address.
    while (isTrusted(client)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  };
}
