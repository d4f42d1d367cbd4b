import { BusyError } from '../../prisma/client.ts';
import type { SessionContext } from '../../schema/context.ts';
import type { DocumentResult, ErrorKind, Repetition } from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';

/**
 * Returns the repetition of a request; null if the request is executed only once. A response that reports that the caller's key
 * has just become exposed is not computed again: the next execution would not report it.
 */
export function repetitionOf({ connection, viewer }: SessionContext): Repetition | null {
  const isUnique = viewer.kind === 'agent' && viewer.isKeyNewlyExposed === true;
  return isUnique ? null : (connection?.repetition ?? null);
}

/** Executes a subscription. After an error the request is not executed again. Throws `BoardError` only. */
export async function endStreamOnError<Result>(
  repetition: Repetition | null,
  execute: () => Promise<Result>,
): Promise<Result> {
  try {
    return await execute();
  } catch (error) {
    if (repetition) repetition.next = null;
    throw toBoardError(error);
  }
}

/**
 * Ends a subscription after a result in which a read has failed, and returns the result. This result is incomplete, and the next
 * execution would begin after its page. The client can subscribe again with the cursor of an earlier result.
 */
export function endAfterFailedRead(repetition: Repetition | null, result: DocumentResult): DocumentResult {
  const hasFailed = result.errors.some((error) => FAILED_READ_KINDS.has(toBoardError(error).kind));
  if (repetition && hasFailed) repetition.next = null;
  return result;
}

const FAILED_READ_KINDS: ReadonlySet<ErrorKind> = new Set(['unavailable', 'internal']);

/** The pause of an open stream whose next event got no place among large documents. */
const BUSY_PAUSE_MS = 2_000;

/** Continues an open stream later if its next event got no place: the event has not been read. Otherwise throws the error. */
export function continueLater(repetition: Repetition | null, error: unknown): { readonly event: null } {
  if (!(error instanceof BusyError) || !repetition?.isRepeated) throw toBoardError(error);
  repetition.next = { pauseMs: BUSY_PAUSE_MS, isNewsNeeded: false };
  return { event: null };
}
