import type { RateLimitHit } from '../../../schema/rate-limits.ts';

/**
 * Points that the GraphQL documents running in this process have reserved, without those that may wait for news. Most documents return
 * some when they end.
 */
export class Reservations {
  readonly #points = new Map<string, number>();

  /** Returns the points that all running documents of a bucket and owner have reserved. */
  of(hit: RateLimitHit): number {
    return this.#points.get(toKey(hit)) ?? 0;
  }

  /** Adds points; the returned function removes them again. */
  add(hit: RateLimitHit, points: number): () => void {
    this.#change(toKey(hit), points);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#change(toKey(hit), -points);
      isReleased = true;
    };
  }

  #change(key: string, points: number): void {
    const sum = (this.#points.get(key) ?? 0) + points;
    if (sum > 0) this.#points.set(key, sum);
    else this.#points.delete(key);
  }
}

const toKey = ({ bucket, owner }: RateLimitHit): string => `${bucket} ${owner}`;
