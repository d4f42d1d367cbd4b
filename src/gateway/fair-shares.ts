import { toNetwork } from '../../schema/rate-limits.ts';

/**
 * Bounds a resource that requests use, such as slots or bytes. A network must leave as much of it free as it uses: it
 * can use half if it is alone, and a few networks cannot use all.
 */
export class FairShares {
  readonly #max: number;
  readonly #byNetwork = new Map<string, number>();
  total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  hasRoom(network: string, size: number): boolean {
    return size === 0 || (this.#byNetwork.get(network) ?? 0) + size <= this.#max - this.total;
  }

  /** Counts a use until the returned function is called; further calls of it do nothing. */
  add(network: string, size: number): () => void {
    this.change(network, size);
    let isReleased = false;
    return () => {
      if (!isReleased) this.change(network, -size);
      isReleased = true;
    };
  }

  /** Adds to a use, or takes from it. */
  change(network: string, difference: number): void {
    this.total += difference;
    const used = (this.#byNetwork.get(network) ?? 0) + difference;
    if (used > 0) this.#byNetwork.set(network, used);
    else this.#byNetwork.delete(network);
  }
}

/** The part of the Internet that one customer can have: a /24 of IPv4, a /48 of IPv6. */
export const toRegion = (address: string): string => toNetwork(address).split(/[.:]/).slice(0, 3).join(':');
