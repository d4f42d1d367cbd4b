import type { Place } from '../../schema/live/live.ts';
import type { FairShares } from '../gateway/load/fair-shares.ts';

/** Numbers by owner. */
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

interface PlaceOptions {
  readonly owner: string;
  readonly region: string;
  readonly counts: Counts;
  readonly shares: readonly FairShares[];
}

/** A place that counts for its owner and its network. A class, because a place of closures takes half a kilobyte. */
export class CountedPlace implements Place {
  readonly #options: PlaceOptions;
  #isReleased = false;

  constructor(options: PlaceOptions) {
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
