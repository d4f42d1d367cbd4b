import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../schema/values/durations.ts';
import { toTargetNetwork } from '../../schema/webhooks/addresses.ts';

/**
 * The networks in which the host of a URL has responded in the last day. To respond, it had a certificate for the name of the host:
 * so the name was not pointed to somebody else's host.
 */
export class RespondingHosts {
  readonly #hosts = new LRUCache<string, true>({ max: 10_000, ttl: DAY_MS });

  add({ hostname }: URL, address: string): void {
    this.#hosts.set(toKey(hostname, toTargetNetwork(address)), true);
  }

  delete({ hostname }: URL, address: string): void {
    this.#hosts.delete(toKey(hostname, toTargetNetwork(address)));
  }

  /** Returns those of the addresses that are in networks in which the host has responded. */
  knownAddresses({ hostname }: URL, addresses: readonly string[]): readonly string[] {
    return addresses.filter((address) => this.#hosts.has(toKey(hostname, toTargetNetwork(address))));
  }
}

const toKey = (hostname: string, network: string): string => `${hostname} ${network}`;
