import type { ExecutionResult, GraphQLError } from 'graphql';
import { BoardError, serializeJson } from '../../schema/contract.ts';
import type { DocumentRequest } from '../../schema/documents/document-contract.ts';
import { operationTypeOf } from '../../schema/query-cost/document-cost.ts';
import type { SelectionPlan } from '../../schema/query-cost/plan.ts';
import { measureResult } from '../../schema/query-cost/points.ts';

/** The result of a caller's own document. */
export interface ExecutedDocument {
  readonly errors: readonly GraphQLError[];
  /** The data as JSON text; null if nothing was executed. */
  readonly data: string | null;
  /** Bytes of the data. */
  readonly bytes: number;
  /** The cost of the result, in points. */
  readonly points: number;
  /** Whether the response cache has kept the result, so that callers share it. */
  readonly isShared?: true;
}

/** Longer results are not cached. */
const MAX_CACHED_CHARACTERS = 262_144;

/**
 * Measures a result and serializes its data, once for all callers that share it. Calls `assertSize` twice: with a lower bound of
 * the bytes before the data is serialized, and with their number afterwards. `assertSize` throws if the data is too long.
 */
export function serializeDocumentResult(
  { data, errors = [] }: ExecutionResult,
  plan: SelectionPlan | null,
  assertSize: (bytes: number) => void,
): ExecutedDocument {
  if (data === undefined || plan === null) return { errors, data: null, bytes: 0, points: 0 };
  // The error may have occurred after all rows were read: with infinite points, the session charges the maximum cost.
  if (data === null) return { errors, data: 'null', bytes: 4, points: Infinity };
  const { points, characters } = measureResult(plan, data, errors);
  assertSize(characters);
  const json = serializeJson(data);
  const bytes = Buffer.byteLength(json);
  assertSize(bytes);
  return { errors, data: json, bytes, points };
}

/** Throws `query_too_complex` if a response has more than `max` bytes. The error of a mutation says that it has been executed. */
export function assertResponseSize(bytes: number, max: number, request: DocumentRequest): void {
  if (bytes <= max) return;
  const isMutation = operationTypeOf(request) === 'mutation';
  const response = isMutation ? 'The mutations have been executed, but their response' : 'The response';
  throw new BoardError(
    'query_too_complex',
    `${response} would have more than ${max} bytes. Select fewer fields, or request smaller pages with \`first\`.`,
    { members: { bound: 'bytes', max } },
  );
}

/** Returns null for results that must not be cached: errors contain the request id, and long data takes much memory. */
export const toShareableDocument = (executed: ExecutedDocument): ExecutedDocument | null =>
  executed.errors.length > 0 || (executed.data?.length ?? 0) > MAX_CACHED_CHARACTERS
    ? null
    : { ...executed, isShared: true };
