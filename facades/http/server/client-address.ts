import { BlockList, isIP, SocketAddress } from 'node:net';

/** Returns the client's address, given the address of the TCP peer and the `X-Forwarded-For` header. */
export type AddressReader = (peer: string, forwardedFor: string | null) => string;

const WITH_PORT = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** Maximum addresses that are read, from the end of the header. */
const MAX_HOPS = 32;
/** Characters at the end of the header that are read: enough for `MAX_HOPS` addresses. */
const MAX_LENGTH = 2000;

/**
 * Creates a reader that evaluates `X-Forwarded-For` from right to left: the first address that is not a trusted proxy
 * is the client. `trustedProxies` are CIDR blocks or single addresses, which the configuration has checked. `onUntrusted` is
 * called with the address of each peer that sends the header without being trusted.
 */
export function createAddressReader(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void = () => undefined,
): AddressReader {
  const isTrusted = createProxyCheck(trustedProxies);
  return (peer, forwardedFor) => {
    let client = normalizeAddress(peer);
    if (forwardedFor === null) return client;
    if (!isTrusted(client)) onUntrusted(client);
    for (const hop of forwardedFor.slice(-MAX_LENGTH).split(',').slice(-MAX_HOPS).reverse()) {
      if (!isTrusted(client)) break;
      const address = readHop(hop);
      // A trusted proxy appends a valid address. Anything further left may have been made up by the client.
      if (address === null) break;
      client = address;
    }
    return client;
  };
}

/** Creates a check whether an address in canonical form is the address of a trusted proxy. Throws if an entry is invalid. */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = createBlockList(trustedProxies);
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

/** Returns an address in canonical form: IPv6 compressed and without zone, IPv4-mapped IPv6 as IPv4; other text unchanged. */
export function normalizeAddress(text: string): string {
  if (!text.includes(':')) return text;
  const bare = text.split('%', 1)[0] ?? text;
  if (isIP(bare) !== 6) return text;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return MAPPED_IPV4.exec(address)?.[1] ?? address;
}

function readHop(hop: string): string | null {
  const text = hop.trim();
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? [];
  const address = normalizeAddress(bracketed ?? dotted ?? text);
  return isIP(address) === 0 ? null : address;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function createBlockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix] = cidr.split('/');
    if (isIP(network) === 0) throw new Error(`not a CIDR: ${cidr}`);
    const bits = prefix ?? (isIP(network) === 6 ? '128' : '32');
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list;
}
