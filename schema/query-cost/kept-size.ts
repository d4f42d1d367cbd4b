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
 * The most that a document may keep while it waits: 650 KB, and results of at most 25 000 characters or ten records (two work
 * packets).
 */
const MAX_KEPT: KeptSize = { tokens: 1000, fields: 600, points: 10 };

/** Approximate bytes of a token of a parsed document, and of a planned field. */
const [TOKEN_BYTES, FIELD_BYTES] = [500, 250];

/** Approximate bytes of the parsed document, without its plan. */
export const documentBytesOf = ({ tokens }: KeptSize): number => TOKEN_BYTES * tokens;

/** Approximate bytes of the plan. */
export const planBytesOf = ({ fields }: KeptSize): number => FIELD_BYTES * fields;

/** Approximate bytes of the parsed document and its plan. */
export const keptBytesOf = (size: KeptSize): number => documentBytesOf(size) + planBytesOf(size);

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
