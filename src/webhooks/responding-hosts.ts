import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../schema/values/durations.ts';
import { toTargetNetwork } from '../../schema/webhooks/addresses.ts';

/**
 * The networks in which the host of a URL has responded in the last day. To respond, it had a certificate for the name of the host:
 * so the name was not pointed to a host of others.
 */
export class RespondingHosts {
  readonly #hosts = new LRUCache<string, true>({ max: 10_000, ttl: DAY_MS });

  add({ hostname }: URL, address: string): void {
    this.#hosts.set(toKey(hostname, toTargetNetwork(address)), true);
  }

  /** Returns the networks of these addresses in which the host has not responded. */
  otherNetworks({ hostname }: URL, addresses: readonly string[]): readonly string[] {
    const networks = new Set(addresses.map(toTargetNetwork));
    return [...networks].filter((network) => !this.#hosts.has(toKey(hostname, network)));
  }
}

const toKey = (hostname: string, network: string): string => `${hostname} ${network}`;
