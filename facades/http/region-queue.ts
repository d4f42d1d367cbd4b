/** A queue of items of clients. The regions of the clients (an IPv4 /24 or IPv6 /48) take turns. */
export class RegionQueue<Item> {
  /** The items by region. The regions are in the order of their turns. */
  readonly #regions = new Map<string, Set<Item>>();

  /** May be false after all items have been removed: only `take` drops a region without items. */
  get isEmpty(): boolean {
    return this.#regions.size === 0;
  }

  /** Adds an item. Returns a function that removes it. */
  add(region: string, item: Item): () => void {
    const items = this.#regions.get(region) ?? new Set();
    this.#regions.set(region, items.add(item));
    return () => void items.delete(item);
  }

  /** Removes and returns the first item of the region whose turn it is; undefined if the queue is empty. */
  take(): Item | undefined {
    for (const [region, items] of this.#regions) {
      this.#regions.delete(region);
      const [item] = items;
      if (item === undefined) continue;
      items.delete(item);
      // To the end of the map: its next turn comes after those of all other regions.
      if (items.size > 0) this.#regions.set(region, items);
      return item;
    }
    return undefined;
  }
}
