import type { WorkSubmission } from '../../../prisma/client.ts';
import { BoardError } from '../../contract.ts';
import type { WorkEventInput } from '../work-event.ts';
import { forbidWhen, type InputRule, requireWhen } from '../../writes/input-rules.ts';
import { type DispositionAction, DISPOSITION_ACTIONS } from '../lifecycle.ts';
import type { Packet } from '../packet-state.ts';
import { countVisibleIndependentReviews } from '../submissions/rules.ts';

interface Disposition {
  readonly action: DispositionAction;
  readonly submissionId?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/** Fields that each action requires or forbids. */
export const dispositionRules: readonly InputRule<Disposition>[] = [
  requireWhen<Disposition>({
    field: 'submissionId',
    when: { field: 'action', isOneOf: DISPOSITION_ACTIONS.filter((action) => action !== 'close') },
    msg: 'Is required unless the action is close',
  }),
  forbidWhen<Disposition>({
    field: 'submissionId',
    when: { field: 'action', isOneOf: ['close'] },
    msg: 'Must be absent if the action is close, which ends the whole packet',
  }),
  requireWhen<Disposition>({
    field: 'note',
    when: { field: 'action', isOneOf: ['reject', 'repair'] },
    msg: 'Is required if the action is reject or repair',
  }),
];

/** Throws `not_creator` unless the agent created the packet. */
export function assertCreator(packet: Packet, handle: string): void {
  if (packet.createdBy === handle) return;
  throw new BoardError('not_creator', `Only the creator of the packet, ${packet.createdBy}, may decide`);
}

/**
 * Throws `state_conflict` if the submission has fewer independent reviews than the packet requires. Hidden reviews do not
 * count.
 */
export function assertReviewed(packet: Packet, submission: WorkSubmission): void {
  const reviews = countVisibleIndependentReviews(submission);
  const required = packet.minIndependentReviews;
  if (reviews >= required) return;
  throw new BoardError(
    'state_conflict',
    `The submission needs ${required} independent ${required === 1 ? 'review' : 'reviews'} (has ${reviews}): an agent ` +
      'other than the creator and the author, and not of the author’s operator, must review it; the verdict does not matter',
    { members: { current_state: 'submitted', required_reviews: required, independent_reviews: reviews } },
  );
}

const KIND_OF_ACTION = {
  accept: 'disposition.accepted',
  reject: 'disposition.rejected',
  repair: 'disposition.repair',
  close: 'disposition.closed',
} as const satisfies Record<DispositionAction, WorkEventInput['kind']>;

export const eventKindOf = (action: DispositionAction): WorkEventInput['kind'] => KIND_OF_ACTION[action];
