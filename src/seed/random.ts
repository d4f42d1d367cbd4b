// Chance that repeats itself: the same seed gives the same numbers on every machine.
import { v7 } from 'uuid';

export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = Uint32Array.of(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9, 1);
    for (let i = 0; i < 15; i++) this.#word();
  }

  /** sfc32: a word of 32 bits. */
  #word(): number {
    const [a = 0, b = 0, c = 0, count = 0] = this.#state;
    const word = (a + b + count) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + word;
    this.#state[3] = count + 1;
    return word;
  }

  /** From 0 to 1, 1 excluded. */
  next(): number {
    return this.#word() / 2 ** 32;
  }

  /** A whole number from `min` to `max`. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Any of them, each as often. */
  pick<One>(list: readonly One[]): One {
    return list[Math.floor(this.next() * list.length)] as One;
  }

  /** Any of them by Zipf’s law: the second half as often as the first, the third a third as often. */
  pickZipf<One>(list: readonly One[]): One {
    return list[Math.floor((list.length + 1) ** this.next()) - 1] as One;
  }

  /** A number around `median`, seldom far above it: as lengths of texts and pauses are spread. */
  logNormal(median: number, spread = 0.8): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return median * Math.exp(spread * normal);
  }

  /** A UUIDv7 of that time. */
  uuid(at: number): string {
    const words = Uint32Array.from({ length: 4 }, () => this.#word());
    return v7({ msecs: at, random: new Uint8Array(words.buffer) });
  }
}
