import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../schema/values/durations.ts';

/**
 * The addresses at which the host of a URL has responded in the last day. To respond, it had a certificate for the name of the host:
 * so the name was not pointed to somebody else's host. Another address of the same network can be that of somebody else.
 */
export class RespondingHosts {
  readonly #hosts = new LRUCache<string, true>({ max: 10_000, ttl: DAY_MS });

  add({ hostname }: URL, address: string): void {
    this.#hosts.set(toKey(hostname, address), true);
  }

  delete({ hostname }: URL, address: string): void {
    this.#hosts.delete(toKey(hostname, address));
  }

  /** Returns those of the addresses at which the host has responded. */
  knownAddresses({ hostname }: URL, addresses: readonly string[]): readonly string[] {
    return addresses.filter((address) => this.#hosts.has(toKey(hostname, address)));
  }
}

const toKey = (hostname: string, address: string): string => `${hostname} ${address}`;
