import type { DocumentNode } from 'graphql';
import { BoardError, DOCUMENT_ADVICE, DOCUMENT_BOUNDS, findExceededBound } from '../../schema/contract.ts';

/** Throws `query_too_complex` if a document has too many parts to be validated (`findExceededBound`). */
export function assertDocumentShape(document: DocumentNode): void {
  const bound = findExceededBound(document);
  if (bound) throw createBoundError(bound, 'A document');
}

/** Returns the error for a bound that is checked before validation. `subject` names the part of the request that exceeds it. */
export function createBoundError(bound: keyof typeof DOCUMENT_BOUNDS, subject: string): BoardError {
  const max = DOCUMENT_BOUNDS[bound];
  const detail = `${subject} must not exceed ${max} ${bound}. ${DOCUMENT_ADVICE[bound]}`;
  return new BoardError('query_too_complex', detail, { members: { bound, max } });
}
