/** The middle one; of an even number the mean of the two in the middle. Of nothing, not a number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return below === undefined || above === undefined ? NaN : (below + above) / 2;
}

/** The median of pairs' ratios: each pair was measured one right after the other, so that drifts cancel out. */
export const medianRatio = (pairs: readonly (readonly [ours: number, peer: number])[]): number =>
  median(pairs.map(([ours, peer]) => ours / peer));

/** The slope of a line through points at even distances, per step: how much a figure grows, whatever its noise. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _value, i) => sum + (i - middle) ** 2, 0);
  return spread === 0 ? 0 : values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0) / spread;
}

/** For people: three digits that matter. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return String(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3);
}
