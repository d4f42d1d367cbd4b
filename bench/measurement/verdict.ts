import type { LoadResult } from '../load/load.ts';

/** Whether a request of these measurements failed. Their figures then say nothing: an error is sent faster than a result. */
export const hasFailures = (measurements: readonly Pick<LoadResult, 'failures'>[]): boolean =>
  measurements.some(({ failures }) => failures > 0);

/** Whether a measured value meets its goal, as a cell of a table; `failed` if a request of its measurements failed. */
export function formatVerdict(
  isMet: boolean,
  measurements: readonly Pick<LoadResult, 'failures'>[],
): 'failed' | 'yes' | '**no**' {
  if (hasFailures(measurements)) return 'failed';
  return isMet ? 'yes' : '**no**';
}
