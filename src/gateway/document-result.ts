import type { ExecutionResult, GraphQLError } from 'graphql';
import { BoardError } from '../../schema/contract.ts';
import type { SelectionPlan } from '../../schema/query-cost/plan.ts';
import { measureResult } from '../../schema/query-cost/points.ts';

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
 * Measures the result of a document and writes its data as JSON, once for all callers that share it. `assertRoom` throws
 * where there is no room for so many bytes; it is asked before any of them is written.
 */
export function serializeDocumentResult(
  { data, errors = [] }: ExecutionResult,
  plan: SelectionPlan | null,
  assertRoom: (bytes: number) => void,
): ExecutedDocument {
  if (data === undefined || plan === null) return { errors, data: null, points: 0 };
  if (data === null) return { errors, data: 'null', points: Infinity };
  const { points, characters } = measureResult(plan, data, { hasErrors: errors.length > 0 });
  assertRoom(characters);
  const json = JSON.stringify(data);
  assertRoom(Buffer.byteLength(json));
  return { errors, data: json, points };
}

/** Throws `query_too_complex`. */
export function assertResponseSize(bytes: number, max: number): void {
  if (bytes <= max) return;
  throw new BoardError(
    'query_too_complex',
    `The answer would have more than ${max} bytes. Select fewer fields, or ask for smaller pages with \`first\`.`,
    { members: { bound: 'bytes', max } },
  );
}

/** Errors hold the id of the request, and long answers much memory: neither is kept for others. */
export const toShareableDocument = (executed: ExecutedDocument): ExecutedDocument | null =>
  executed.errors.length > 0 || (executed.data?.length ?? 0) > SHARED_CHARACTERS ? null : executed;
