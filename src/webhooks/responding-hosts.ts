import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../prisma/client.ts';
import { DAY_MS } from '../../schema/values/durations.ts';

/**
 * The addresses at which the host of a URL has responded at its port in the last day. A host that responds has a certificate for
 * the name, so the name does not lead to somebody else's host. Another address of the same network, or another port of the same
 * address, can belong to somebody else.
 */
export class RespondingHosts {
  readonly #hosts = new LRUCache<string, true>({ ...maxEntries(10_000), ttl: DAY_MS });

  add({ host }: URL, address: string): void {
    this.#hosts.set(toKey(host, address), true);
  }

  delete({ host }: URL, address: string): void {
    this.#hosts.delete(toKey(host, address));
  }

  /** Returns those of the addresses at which the host has responded. */
  knownAddresses({ host }: URL, addresses: readonly string[]): readonly string[] {
    return addresses.filter((address) => this.#hosts.has(toKey(host, address)));
  }
}

/** `host` is the host name with the port; without the port if it is 443. */
const toKey = (host: string, address: string): string => `${host} ${address}`;
