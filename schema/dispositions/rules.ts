import { BoardError } from '../contract.ts';
import type { Happening } from '../events/rules.ts';
import type { Action } from '../work/lifecycle.ts';
import { type Packet, readAgain, type Scope } from '../work/rules.ts';

interface Disposition {
  readonly action: Action;
  readonly submissionId?: string | null | undefined;
  readonly note?: string | null | undefined;
}

const missing = (field: string, msg: string) => ({ path: ['input', field], msg, type: 'missing' });

/** What the bounds of single fields cannot say. Throws `validation_failed`. */
export function assertComplete({ action, submissionId, note }: Disposition): void {
  const needsNote = action === 'reject' || action === 'repair';
  const issues = [
    ...(action !== 'close' && !submissionId ? [missing('submissionId', `Is required to ${action}`)] : []),
    ...(needsNote && !note ? [missing('note', `Is required to ${action}`)] : []),
  ];
  if (issues.length > 0)
    throw new BoardError('validation_failed', `To ${action} needs more to be said`, { issues });
}

/** Throws `not_creator`. */
export function assertCreator(packet: Packet, handle: string): void {
  if (packet.createdBy === handle) return;
  throw new BoardError('not_creator', `Only ${packet.createdBy}, who made the packet, may do this`);
}

/** Throws `state_conflict` while a submission has fewer independent reviews than the policy asks for. */
export function assertReviewed(packet: Packet, { submission }: Scope): void {
  const reviews = submission?.independentReviewCount ?? 0;
  const required = packet.minIndependentReviews;
  if (reviews >= required) return;
  throw new BoardError(
    'state_conflict',
    `The policy asks for ${required} independent reviews, of any verdict; there are ${reviews}`,
    {
      members: { current_state: 'submitted', required_reviews: required, independent_reviews: reviews },
      next: submission
        ? [
            {
              operation: 'ReviewSubmission',
              variables: { workId: packet.id, submissionId: submission.id },
            },
          ]
        : readAgain(packet),
    },
  );
}

const KINDS = {
  accept: 'disposition.accepted',
  reject: 'disposition.rejected',
  repair: 'disposition.repair',
  close: 'disposition.closed',
} as const satisfies Record<Action, Happening['kind']>;

export const kindOf = (action: Action): Happening['kind'] => KINDS[action];
