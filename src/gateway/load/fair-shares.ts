/**
 * Bounds a resource that requests use, such as slots or bytes. A region can use half of what the other regions leave, rounded up. So
 * a few regions cannot use all of the resource, however large their uses are.
 */
export class FairShares {
  readonly #max: number;
  readonly #byRegion = new Map<string, number>();
  total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a region may use `size` more. */
  hasRoom(region: string, size: number): boolean {
    const used = this.#byRegion.get(region) ?? 0;
    return size === 0 || used + size <= Math.ceil((this.#max - this.total + used) / 2);
  }

  /** Counts a use until the returned function is called; further calls of that function do nothing. */
  add(region: string, size: number): () => void {
    this.change(region, size);
    let isReleased = false;
    return () => {
      if (!isReleased) this.change(region, -size);
      isReleased = true;
    };
  }

  /** Adds `difference` to the use of a region. It may be negative. */
  change(region: string, difference: number): void {
    this.total += difference;
    const used = (this.#byRegion.get(region) ?? 0) + difference;
    if (used > 0) this.#byRegion.set(region, used);
    else this.#byRegion.delete(region);
  }
}
