/** Cumulative counts by the upper bound of their bucket, `Infinity` included. */
export type Buckets = ReadonlyMap<number, number>;

/** The counts of `later` minus the counts of `earlier`. */
export const subtract = (later: Buckets, earlier: Buckets): Buckets =>
  new Map(Array.from(later, ([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)]));

/**
 * Estimates a quantile as Prometheus's `histogram_quantile` does: by the position within the bucket, or, in the last bucket, as
 * the highest finite bound. Returns null without values.
 */
export function quantile(share: number, buckets: Buckets): number | null {
  const bounds = [...buckets.keys()].sort((a, b) => a - b);
  const total = buckets.get(Infinity) ?? 0;
  if (total === 0) return null;
  const rank = share * total;
  const index = bounds.findIndex((bound) => (buckets.get(bound) ?? 0) >= rank);
  const [upper = Infinity, lower = 0] = [bounds[index], bounds[index - 1]];
  if (upper === Infinity) return lower;
  const below = index === 0 ? 0 : (buckets.get(lower) ?? 0);
  const within = (buckets.get(upper) ?? 0) - below;
  return within === 0 ? upper : lower + ((upper - lower) * (rank - below)) / within;
}
