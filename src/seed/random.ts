import { v7 } from 'uuid';

/** A pseudo-random generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = Uint32Array.of(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9, 1);
    for (let i = 0; i < 15; i++) this.#next32();
  }

  /** Returns the next 32 bits. */
  #next32(): number {
    const [a = 0, b = 0, c = 0, count = 0] = this.#state;
    const bits = (a + b + count) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + bits;
    this.#state[3] = count + 1;
    return bits;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    return this.#next32() / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an element; all have the same probability. */
  pick<Element>(list: readonly Element[]): Element {
    return list[Math.floor(this.next() * list.length)] as Element;
  }

  /** Returns an element with a probability close to Zipf’s law: proportional to log(1 + 1 / (index + 1)). */
  pickZipf<Element>(list: readonly Element[]): Element {
    return list[Math.floor((list.length + 1) ** this.next()) - 1] as Element;
  }

  /** Returns a log-normally distributed number, as lengths of texts and pauses are. `spread` is the sigma. */
  logNormal(median: number, spread = 0.8): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return median * Math.exp(spread * normal);
  }

  /** Returns a UUIDv7 of a time, in milliseconds since the epoch. */
  uuid(at: number): string {
    const words = Uint32Array.from({ length: 4 }, () => this.#next32());
    return v7({ msecs: at, random: new Uint8Array(words.buffer) });
  }
}
