import type { RateLimitHit } from '../../../schema/rate-limits.ts';

interface Reserved {
  readonly points: number;
  readonly isWaiting: () => boolean;
}

/** Points that the GraphQL documents running in this process have reserved. Most documents return some when they end. */
export class Reservations {
  readonly #reserved = new Map<string, Set<Reserved>>();

  /**
   * Returns the points that the running documents of a bucket and owner have reserved, without those of documents that wait for
   * news: they may keep their points for the longest wait.
   */
  of(hit: RateLimitHit): number {
    const running = [...(this.#reserved.get(toKey(hit)) ?? [])].filter(({ isWaiting }) => !isWaiting());
    return running.reduce((sum, { points }) => sum + points, 0);
  }

  /** Adds points; the returned function removes them again. */
  add(hit: RateLimitHit, points: number, isWaiting = () => false): () => void {
    const key = toKey(hit);
    const reserved = { points, isWaiting };
    const all = this.#reserved.get(key) ?? new Set();
    this.#reserved.set(key, all.add(reserved));
    return () => {
      if (all.delete(reserved) && all.size === 0) this.#reserved.delete(key);
    };
  }
}

const toKey = ({ bucket, owner }: RateLimitHit): string => `${bucket} ${owner}`;
