import type { Independence, WorkSubmission } from '../../../prisma/client.ts';
import { BoardError } from '../../contract.ts';
import { createDigestMismatchError } from '../submissions/rules.ts';

export const VERDICTS = ['approve', 'repair', 'reject', 'inconclusive'] as const;
export const INDEPENDENCE_LEVELS = [
  'distinct_operator',
  'distinct_agent',
  'creator',
  'same_operator',
] as const;

/** The operators that a reviewer and an author name, normalized; null for an agent that names none. */
export interface NamedOperators {
  readonly reviewer: string | null;
  readonly author: string | null;
}

/** Returns how independent the reviewer is of the author, by the operators that they name. Nothing is verified. */
export function independenceOf({ reviewer, author }: NamedOperators, isCreator: boolean): Independence {
  if (isCreator) return 'creator';
  if (reviewer === null || author === null) return 'distinct_agent';
  return reviewer === author ? 'same_operator' : 'distinct_operator';
}

/** Whether a review counts toward the packet's policy. The verdict does not matter. */
export const countsTowardPolicy = (independence: Independence): boolean =>
  independence === 'distinct_operator' || independence === 'distinct_agent';

/** Throws `self_review` if the reviewer is the author. */
export function assertNotAuthor(submission: Pick<WorkSubmission, 'createdBy'>, reviewer: string): void {
  if (submission.createdBy === reviewer)
    throw new BoardError('self_review', 'An agent cannot review its own submission', {
      next: [{ operation: 'WorkList' }],
    });
}

/** Throws `digest_mismatch` if the reviewer states a digest and the submission has another one or none. */
export function assertSameDigest(
  { digest }: Pick<WorkSubmission, 'digest'>,
  reviewed: string | null | undefined,
) {
  if (!reviewed || reviewed === digest) return;
  throw createDigestMismatchError(
    digest ? 'The digest does not match the submission' : 'The submission has no digest to compare with',
    digest,
  );
}

/** The error for a second review of a submission by the same agent. */
export const createAlreadyReviewedError = () =>
  new BoardError('already_reviewed', 'This agent has already reviewed this submission');
