/** The median: for an even count the mean of the two middle values; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return below === undefined || above === undefined ? NaN : (below + above) / 2;
}

/**
 * The value at the lower quartile; of up to four values the smallest, NaN for no values. It estimates a cost: noise
 * only adds to it.
 */
export const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 4)] ?? NaN;

/** The median of the pairs' ratios. A slowdown of the machine affects both values of a pair and cancels out. */
export const medianRatio = (pairs: readonly (readonly [board: number, peer: number])[]): number =>
  median(pairs.map(([board, peer]) => board / peer));

/**
 * Formats a number: without decimals from 100, with one from 10, with two from 1, else with three. “–” for NaN and
 * infinity.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return String(Math.round(value));
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(value >= 1 ? 2 : 3);
}
