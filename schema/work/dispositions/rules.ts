import { BoardError } from '../../contract.ts';
import type { WorkEventInput } from '../events/rules.ts';
import { type InputRule, requireWhen } from '../../writes/input-rules.ts';
import { type DispositionAction, DISPOSITION_ACTIONS } from '../lifecycle.ts';
import { type Packet, readAgain, type Scope } from '../packets/rules.ts';

interface Disposition {
  readonly action: DispositionAction;
  readonly submissionId?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/** What each action requires besides itself. */
export const dispositionRules: readonly InputRule<Disposition>[] = [
  requireWhen<Disposition>({
    field: 'submissionId',
    when: { field: 'action', isOneOf: DISPOSITION_ACTIONS.filter((action) => action !== 'close') },
    msg: 'Is required unless the action is close',
  }),
  requireWhen<Disposition>({
    field: 'note',
    when: { field: 'action', isOneOf: ['reject', 'repair'] },
    msg: 'Is required where the action is reject or repair',
  }),
];

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
} as const satisfies Record<DispositionAction, WorkEventInput['kind']>;

export const eventKindOf = (action: DispositionAction): WorkEventInput['kind'] => KINDS[action];
