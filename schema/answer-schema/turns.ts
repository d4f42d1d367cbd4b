/** What waits for one thing to be free. Owners take turns: who sends much keeps mostly itself waiting. */
export class Turns<Item> {
  readonly #waiting = new Map<string, Item[]>();
  #last: string | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(owner: string, item: Item): void {
    const items = this.#waiting.get(owner) ?? [];
    items.push(item);
    this.#waiting.set(owner, items);
    this.#size++;
  }

  /** The next one, of the owner who waits longest for a turn; the one who had the last comes last. */
  next(): Item | undefined {
    const owners = [...this.#waiting.keys()];
    const owner = owners.find((name) => name !== this.#last) ?? owners[0];
    if (owner === undefined) return undefined;
    const [item, ...further] = this.#waiting.get(owner) ?? [];
    this.#waiting.delete(owner);
    if (further.length > 0) this.#waiting.set(owner, further);
    this.#last = owner;
    this.#size--;
    return item;
  }

  /** Removes all items for which `isTaken` is true. Returns them with their owners. */
  takeAll(isTaken: (item: Item) => boolean): (readonly [owner: string, item: Item])[] {
    const taken: (readonly [string, Item])[] = [];
    for (const [owner, items] of this.#waiting) {
      taken.push(...items.filter(isTaken).map((item) => [owner, item] as const));
      const further = items.filter((item) => !isTaken(item));
      if (further.length > 0) this.#waiting.set(owner, further);
      else this.#waiting.delete(owner);
    }
    this.#size -= taken.length;
    return taken;
  }
}
