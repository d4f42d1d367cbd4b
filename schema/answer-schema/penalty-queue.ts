import type { Payers } from './time-budgets.ts';
import { Turns } from './turns.ts';

/** Milliseconds for which the questions of a payer come after those of others, once one of them had to be ended. */
const PENALTY_MS = 60_000;

interface Paid {
  readonly payers: Payers;
}

/** Questions that wait. Those of a payer with a penalty come after all others; among each other, owners take turns. */
export class PenaltyQueue<Item extends Paid> {
  readonly #first = new Turns<Item>();
  readonly #last = new Turns<Item>();
  /** When the penalty of a payer ends. Few at a time: every one takes about a second of the process to earn. */
  readonly #penalties = new Map<string, number>();
  readonly #capacity: number;

  /** `capacity` counts the items with a penalty and those without separately, so that neither takes up all places. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#first.size + this.#last.size;
  }

  /** False where there is no place. */
  add(owner: string, item: Item): boolean {
    const turns = this.#isPenalized(item) ? this.#last : this.#first;
    if (turns.size >= this.#capacity) return false;
    turns.add(owner, item);
    return true;
  }

  next(): Item | undefined {
    return this.#first.next() ?? this.#last.next();
  }

  remove(item: Item): void {
    for (const turns of [this.#first, this.#last]) turns.takeAll((other) => other === item);
  }

  /** Puts what the payers of an ended question have asked, and will ask for a while, behind the questions of others. */
  penalize(payers: Payers): void {
    const now = performance.now();
    for (const [key, until] of this.#penalties) if (until <= now) this.#penalties.delete(key);
    for (const key of keysOf(payers)) this.#penalties.set(key, now + PENALTY_MS);
    for (const [owner, item] of this.#first.takeAll((waiting) => this.#isPenalized(waiting)))
      this.#last.add(owner, item);
  }

  #isPenalized({ payers }: Paid): boolean {
    return keysOf(payers).some((key) => (this.#penalties.get(key) ?? 0) > performance.now());
  }
}

const keysOf = (payers: Payers): readonly string[] =>
  Object.entries(payers).map(([kind, payer]) => `${kind} ${payer}`);
