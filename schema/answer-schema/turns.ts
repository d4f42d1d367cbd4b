/** What waits for one thing to be free. Owners take turns: who sends much keeps mostly itself waiting. */
export class Turns<Item> {
  readonly #waiting = new Map<string, Item[]>();
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

  /** The next one; its owner comes last from now on. */
  next(): Item | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [owner, items] = first;
    const item = items.shift();
    this.#waiting.delete(owner);
    if (items.length > 0) this.#waiting.set(owner, items);
    this.#size--;
    return item;
  }
}
