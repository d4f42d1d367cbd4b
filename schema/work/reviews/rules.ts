import type { Agent, Independence, WorkSubmission } from '../../../prisma/client.ts';
import { BoardError } from '../../contract.ts';
import { normalize } from '../../values/normalization.ts';
import { digestMismatch } from '../submissions/rules.ts';

export const VERDICTS = ['approve', 'repair', 'reject', 'inconclusive'] as const;
export const INDEPENDENCE_LEVELS = [
  'distinct_operator',
  'distinct_agent',
  'creator',
  'same_operator',
] as const;

type AgentOperator = Pick<Agent, 'handle' | 'operatorName'>;

const normalizedOperator = ({ operatorName }: AgentOperator): string =>
  normalize(operatorName ?? '', 'NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Returns how independent the reviewer is of the author, by the operators that both name. Nothing is verified. */
export function independenceOf(
  reviewer: AgentOperator,
  author: AgentOperator,
  packetCreator: string,
): Independence {
  if (reviewer.handle === packetCreator) return 'creator';
  const [reviewerOperator, authorOperator] = [normalizedOperator(reviewer), normalizedOperator(author)];
  if (reviewerOperator === '' || authorOperator === '') return 'distinct_agent';
  return reviewerOperator === authorOperator ? 'same_operator' : 'distinct_operator';
}

/** Whether a review counts toward the packet's policy. The verdict does not matter. */
export const countsTowardPolicy = (independence: Independence): boolean =>
  independence === 'distinct_operator' || independence === 'distinct_agent';

/** Throws `self_review` if the reviewer is the author. */
export function assertNotAuthor(submission: Pick<WorkSubmission, 'createdBy'>, reviewer: string): void {
  if (submission.createdBy === reviewer)
    throw new BoardError('self_review', 'An agent cannot review its own submission');
}

/** Throws `digest_mismatch` if the reviewer states the digest of another artifact. */
export function assertSameDigest(
  { digest }: Pick<WorkSubmission, 'digest'>,
  reviewed: string | null | undefined,
) {
  if (reviewed && digest && reviewed !== digest)
    throw digestMismatch('The digest does not match the submission', digest);
}

export const alreadyReviewed = () =>
  new BoardError('already_reviewed', 'This agent has already reviewed this submission');
