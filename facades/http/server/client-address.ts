import { BlockList, isIP, SocketAddress } from 'node:net';

/** Finds the client's address from the peer's and what `X-Forwarded-For` says. */
export type AddressReader = (peer: string, forwardedFor: string | null) => string;

const PORT = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
const MAX_HOPS = 32;

/**
 * Believes `X-Forwarded-For` as far as the proxies named here wrote it, from right to left: the first hop that is
 * none of them is the client (decisions, section 4). Takes CIDRs and single addresses; throws for anything else.
 * `onUntrusted` is called with each peer that sends the header and is not trusted.
 */
export function createAddressReader(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void = () => undefined,
): AddressReader {
  const trusted = createBlockList(trustedProxies);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));

  return (peer, forwardedFor) => {
    let client = normalizeAddress(peer);
    if (forwardedFor === null) return client;
    if (!isTrusted(client)) onUntrusted(client);
    for (const hop of forwardedFor.split(',').slice(-MAX_HOPS).reverse()) {
      if (!isTrusted(client)) break;
      const address = readHop(hop);
      // Nobody vouches for what stands to the left of a hop that is no address.
      if (address === null) break;
      client = address;
    }
    return client;
  };
}

/** An address in its one canonical spelling: IPv6 shortened, without zone; IPv4 within IPv6 as IPv4. */
export function normalizeAddress(text: string): string {
  if (!text.includes(':')) return text;
  const bare = text.split('%', 1)[0] ?? text;
  if (isIP(bare) !== 6) return text;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return MAPPED.exec(address)?.[1] ?? address;
}

function readHop(hop: string): string | null {
  const text = hop.trim();
  const [, bracketed, dotted] = PORT.exec(text) ?? [];
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
