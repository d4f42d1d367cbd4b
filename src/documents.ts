import type { ExecutionResult, GraphQLError } from 'graphql';
import { BoardError } from '../schema/contract.ts';
import type { SelectionPlan } from '../schema/query-cost/plan.ts';
import { measureAnswer } from '../schema/query-cost/points.ts';

/** A caller's document that has run. */
export interface ExecutedDocument {
  readonly errors: readonly GraphQLError[];
  /** JSON text of its data; null where it has none because nothing ran. */
  readonly data: string | null;
  /** What it cost, in points. */
  readonly points: number;
}

/** Characters up to which an answer is kept for others who ask the same within a second. */
const SHARED_CHARACTERS = 262_144;

/**
 * Measures the result of a document and writes its data as JSON, once for all callers that share it. Throws `query_too_complex` where the
 * JSON text has more than `maxBytes`, before any of it is written.
 */
export function writeDocument(
  { data, errors = [] }: ExecutionResult,
  plan: SelectionPlan | null,
  maxBytes: number,
): ExecutedDocument {
  if (data === undefined || plan === null) return { errors, data: null, points: 0 };
  if (data === null) return { errors, data: 'null', points: Infinity };
  const { points, characters } = measureAnswer(plan, data, { hasErrors: errors.length > 0 });
  assertBytes(characters, maxBytes);
  const json = JSON.stringify(data);
  // No character has more than three bytes in UTF-8.
  if (json.length * 3 > maxBytes) assertBytes(Buffer.byteLength(json), maxBytes);
  return { errors, data: json, points };
}

export function assertBytes(bytes: number, max: number): void {
  if (bytes <= max) return;
  throw new BoardError(
    'query_too_complex',
    `The answer would have more than ${max} bytes. Select fewer fields, or ask for smaller pages with \`first\`.`,
    { members: { bound: 'bytes', max } },
  );
}

/** Errors hold the id of the request, and long answers much memory: neither is kept for others. */
export const shareDocument = (executed: ExecutedDocument): ExecutedDocument | null =>
  executed.errors.length > 0 || (executed.data?.length ?? 0) > SHARED_CHARACTERS ? null : executed;
