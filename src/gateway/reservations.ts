import type { RateLimitHit } from '../schema/rate-limits.ts';

/** Points that documents which run in this process have reserved: most of them give a part back when they end. */
export class Reservations {
  readonly #points = new Map<string, number>();

  /** Reserved at the moment, by all documents of an owner. */
  of(draw: RateLimitHit): number {
    return this.#points.get(keyOf(draw)) ?? 0;
  }

  /** Counts points until the returned function is called. */
  add(draw: RateLimitHit, points: number): () => void {
    this.#change(keyOf(draw), points);
    let isOver = false;
    return () => {
      if (!isOver) this.#change(keyOf(draw), -points);
      isOver = true;
    };
  }

  #change(key: string, points: number): void {
    const sum = (this.#points.get(key) ?? 0) + points;
    if (sum > 0) this.#points.set(key, sum);
    else this.#points.delete(key);
  }
}

const keyOf = ({ bucket, owner }: RateLimitHit): string => `${bucket} ${owner}`;
