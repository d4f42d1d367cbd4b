import type { Slot } from '../../schema/live/live.ts';
import type { FairShares } from '../gateway/load/fair-shares.ts';

/** Counts of listeners, viewers or streams by owner. */
export class Counts {
  readonly #byOwner = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  change(owner: string, difference: number): void {
    const count = this.of(owner) + difference;
    this.#total += difference;
    if (count > 0) this.#byOwner.set(owner, count);
    else this.#byOwner.delete(owner);
  }
}

interface SlotOptions {
  readonly owner: string;
  readonly region: string;
  readonly counts: Counts;
  readonly shares: readonly FairShares[];
}

/** A slot, counted for its owner and its region until it is released. A class, because closures would take half a kilobyte. */
export class CountedSlot implements Slot {
  readonly #options: SlotOptions;
  #isReleased = false;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#change(1);
  }

  release(): void {
    if (!this.#isReleased) this.#change(-1);
    this.#isReleased = true;
  }

  #change(difference: number): void {
    const { owner, region, counts, shares } = this.#options;
    counts.change(owner, difference);
    for (const share of shares) share.change(region, difference);
  }
}
