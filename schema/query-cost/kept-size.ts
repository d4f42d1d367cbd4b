import { assertBound } from './bounds.ts';
import type { SelectionPlan } from './plan.ts';

/** What a document keeps in memory while it waits. */
export interface KeptSize {
  readonly tokens: number;
  /** Selected fields, on each type that an object can have. */
  readonly fields: number;
  /** Maximum points of the results, without the result of the field that waits. */
  readonly points: number;
}

/**
 * The most that a document may keep while it waits: about 100 KB, with results of at most 25 000 characters or ten records.
 */
const MAX_KEPT: KeptSize = { tokens: 1000, fields: 600, points: 10 };

/** Whether a document is small enough to stay in memory while it waits. */
export const mayBeKept = (size: KeptSize): boolean =>
  (['tokens', 'fields', 'points'] as const).every((part) => size[part] <= MAX_KEPT[part]);

/** Throws `query_too_complex` for a subscription that is too large to stay in memory between its events. Results are not kept. */
export function assertMayBeKept({ tokens, fields }: KeptSize): void {
  assertBound('tokens', tokens, MAX_KEPT.tokens);
  assertBound('fields', fields, MAX_KEPT.fields);
}

/** The number of fields of a plan. */
export function countFields(plan: SelectionPlan): number {
  let count = plan.size;
  for (const { selections } of plan.values()) for (const each of selections) count += countFields(each);
  return count;
}
