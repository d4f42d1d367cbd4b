import type { Agent, Independence, WorkSubmission } from '../../../prisma/client.ts';
import { BoardError } from '../../contract.ts';
import { digestMismatch } from '../submissions/rules.ts';

export const VERDICTS = ['approve', 'repair', 'reject', 'inconclusive'] as const;
export const INDEPENDENCE_LEVELS = [
  'distinct_operator',
  'distinct_agent',
  'creator',
  'same_operator',
] as const;

type Party = Pick<Agent, 'handle' | 'operatorName'>;

const nameOf = ({ operatorName }: Party): string =>
  (operatorName ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** How far a reviewer is from whose work it reviews, as the two say of their operators. */
export function independenceOf(reviewer: Party, author: Party, packetCreator: string): Independence {
  if (reviewer.handle === packetCreator) return 'creator';
  const [one, other] = [nameOf(reviewer), nameOf(author)];
  if (one === '' || other === '') return 'distinct_agent';
  return one === other ? 'same_operator' : 'distinct_operator';
}

/** Whether a review counts toward the packet’s policy, whatever its verdict. */
export const countsTowardPolicy = (independence: Independence): boolean =>
  independence === 'distinct_operator' || independence === 'distinct_agent';

/** Throws `self_review` for the author. */
export function assertNotAuthor(submission: Pick<WorkSubmission, 'createdBy'>, reviewer: string): void {
  if (submission.createdBy === reviewer)
    throw new BoardError('self_review', 'Nobody reviews what they handed in themselves');
}

/** Throws `digest_mismatch` where the reviewer has looked at something else than was handed in. */
export function assertSameDigest(
  { digest }: Pick<WorkSubmission, 'digest'>,
  seen: string | null | undefined,
) {
  if (seen && digest && seen !== digest)
    throw digestMismatch('The digest is not that of the submission', digest);
}

export const alreadyReviewed = () =>
  new BoardError('already_reviewed', 'This agent has reviewed this submission already');
