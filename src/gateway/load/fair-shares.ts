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
