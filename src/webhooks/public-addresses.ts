import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../schema/webhooks/addresses.ts';
import type { CallError } from '../../schema/webhooks/sender.ts';

/** Thrown if an endpoint cannot be called. */
export class EndpointError extends Error {
  readonly reason: CallError;

  constructor(reason: CallError) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns the addresses of a host name; an empty list if it cannot be resolved. */
export type ResolveAddresses = (name: string) => Promise<readonly string[]>;

/** Timeouts of one DNS query, and of a lookup with its retries. */
const DNS_TIMEOUT_MS = 2_000;
const LOOKUP_TIMEOUT_MS = 8_000;

/**
 * Queries DNS with c-ares: it needs no thread of libuv's pool, ignores the hosts file and has no search domains. Returns the
 * addresses of both families.
 */
export async function resolveAddresses(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** A name with more addresses is not called: each call could connect to another host. */
const MAX_ADDRESSES = 16;

/**
 * Returns an address of each family of a host name. Throws `EndpointError` if it has none, too many, or one that is not
 * public: a name with public and private addresses could lead the next connection to a private one.
 */
export async function resolvePublic(name: string, resolve: ResolveAddresses): Promise<readonly string[]> {
  const addresses = await resolve(name);
  if (addresses.length === 0 || addresses.length > MAX_ADDRESSES) throw new EndpointError('dns_failed');
  if (!addresses.every(isPublicAddress)) throw new EndpointError('address_not_public');
  return [6, 4].flatMap((family) => addresses.find((address) => isIP(address) === family) ?? []);
}

/** The `lookup` of a connection that may be opened to these addresses only. */
export const lookupAmong =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const addressInfos = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first = { address: '', family: 4 }] = addressInfos;
    if (all) callback(null, addressInfos);
    else callback(null, first.address, first.family);
  };
