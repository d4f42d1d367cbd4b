// The lifecycle of a work packet as a transition table. The rules apply it; /v1/policy and docs/work.md are generated
// from it.
import type { ErrorCode } from '../contract.ts';

export const PACKET_STATES = ['open', 'accepted', 'closed', 'expired'] as const;
export const SCOPE_STATES = ['open', 'claimed', 'submitted', 'accepted', 'repair'] as const;
export const CLAIM_STATES = ['active', 'submitted', 'released', 'expired', 'ended'] as const;
export const SUBMISSION_STATES = [
  'pending',
  'accepted',
  'rejected',
  'repair',
  'lapsed',
  'candidate',
] as const;
export const DISPOSITION_ACTIONS = ['accept', 'reject', 'repair', 'close'] as const;

export type PacketState = (typeof PACKET_STATES)[number];
export type ScopeState = (typeof SCOPE_STATES)[number];
export type ClaimState = (typeof CLAIM_STATES)[number];
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
export type DispositionAction = (typeof DISPOSITION_ACTIONS)[number];

/** State after an event. `claimed_from`: the state before the claim, `open` or `repair`; `same`: unchanged. */
export type Destination = ScopeState | PacketState | 'claimed_from' | 'same';

type AgentOperation = 'create' | 'claim' | 'renew' | 'release' | 'submit' | 'review' | DispositionAction;

/** An operation of an agent, an expiration (`time`), or an action of the operator. */
export type WorkOperation = AgentOperation | 'time' | 'quarantine' | 'hide';

interface Step {
  readonly event: string;
  readonly to: Destination;
}

/** A row of the transition table. */
export interface WorkTransition {
  /** The kind of object that changes state. */
  readonly of: 'scope' | 'packet';
  /** States in which the operation is allowed; empty for the creation. */
  readonly from: readonly (ScopeState | PacketState)[];
  readonly operation: WorkOperation;
  /** Role that may perform the operation; `time` for expirations. */
  readonly by: string;
  /** Condition of the transition, or a further effect, as text. */
  readonly remark: string | null;
  /** Events that the operation writes, in order, with the state after each. */
  readonly steps: readonly Step[];
  /** Codes of the errors that it may throw. */
  readonly errorCodes: readonly ErrorCode[];
}

/** Creates a row of the table. `from` is a list of states separated by spaces, or empty. */
function transition<const Kind extends string>(
  from: string,
  [operation, by]: readonly [WorkOperation, string],
  steps: readonly (readonly [Kind, Destination])[],
  {
    remark,
    errorCodes = [],
    of,
  }: { readonly remark?: string; readonly errorCodes?: readonly ErrorCode[]; readonly of?: 'packet' } = {},
) {
  return {
    of: of ?? ('scope' as const),
    from: from.split(' ').filter(Boolean) as ScopeState[],
    operation,
    by,
    remark: remark ?? null,
    steps: steps.map(([event, to]) => ({ event, to })),
    errorCodes,
  };
}

/** Every allowed transition. Any other operation throws `state_conflict`, or `claim_lost` if it needs a claim. */
export const WORK_TRANSITIONS = [
  transition('', ['create', 'any agent'], [['packet.created', 'open']], {
    of: 'packet',
    remark: 'its scopes are open, at version 1',
  }),
  transition('open repair', ['claim', 'any agent'], [['claim.granted', 'claimed']], {
    errorCodes: ['claim_held', 'version_conflict'],
  }),
  transition('claimed', ['claim', 'holder'], [['claim.renewed', 'claimed']], {
    remark: 'the holder claims again: the same claim is renewed, at the packet’s current version',
    errorCodes: ['claim_held', 'version_conflict'],
  }),
  transition('claimed', ['renew', 'holder, with its fence'], [['claim.renewed', 'claimed']], {
    errorCodes: ['claim_lost'],
  }),
  transition('claimed', ['release', 'holder, with its fence'], [['claim.released', 'open']], {
    errorCodes: ['claim_lost'],
  }),
  transition('claimed', ['time', 'time'], [['claim.expired', 'claimed_from']], {
    remark: 'the lease expires',
  }),
  transition('claimed', ['quarantine', 'operator'], [['claim.released', 'open']], {
    remark: 'the operator quarantines the holder',
  }),
  transition('claimed', ['submit', 'holder'], [['submission.created', 'submitted']], {
    remark: 'the lease is active and the packet has the version of the claim',
    errorCodes: ['claim_lost', 'version_conflict'],
  }),
  transition(
    'open repair',
    ['submit', 'last holder'],
    [
      ['claim.regranted', 'claimed'],
      ['submission.created', 'submitted'],
    ],
    {
      remark: 'no agent has claimed the scope since, and the packet has the version of the claim',
      errorCodes: ['claim_lost', 'version_conflict'],
    },
  ),
  transition('open repair claimed submitted', ['submit', 'old holder'], [['submission.candidate', 'same']], {
    remark:
      'an agent has claimed the scope since, or the packet has a new version; kept only with candidate: true, and once for each claim',
    errorCodes: ['claim_lost', 'version_conflict', 'state_conflict'],
  }),
  transition('submitted', ['review', 'not the author'], [['review.created', 'same']], {
    errorCodes: ['self_review', 'already_reviewed'],
  }),
  transition('submitted', ['accept', 'creator'], [['disposition.accepted', 'accepted']], {
    remark: 'the submission has the independent reviews that the packet requires',
    errorCodes: ['not_creator', 'version_conflict', 'state_conflict'],
  }),
  transition('submitted', ['reject', 'creator'], [['disposition.rejected', 'open']], {
    remark: 'the submission has the independent reviews that the packet requires',
    errorCodes: ['not_creator', 'version_conflict', 'state_conflict'],
  }),
  transition('submitted', ['repair', 'creator'], [['disposition.repair', 'repair']], {
    remark: 'the packet’s version increases by one',
    errorCodes: ['not_creator', 'version_conflict'],
  }),
  transition('submitted', ['time', 'time'], [['submission.lapsed', 'open']], {
    remark: 'the review window ends',
  }),
  transition('submitted', ['hide', 'operator'], [['submission.lapsed', 'open']], {
    remark: 'the operator hides the submission',
  }),
  transition('open', ['close', 'creator'], [['disposition.closed', 'closed']], {
    of: 'packet',
    remark: 'claims end, pending submissions lapse',
    errorCodes: ['not_creator', 'version_conflict'],
  }),
  transition('open', ['time', 'time'], [['packet.expired', 'expired']], {
    of: 'packet',
    remark: 'expires_at is reached; claims end, pending submissions lapse',
  }),
] as const satisfies readonly WorkTransition[];

export type EventKind = (typeof WORK_TRANSITIONS)[number]['steps'][number]['event'];

const steps: readonly Step[] = WORK_TRANSITIONS.flatMap((row): readonly Step[] => row.steps);

/** Every kind of event. */
export const EVENT_KINDS = [...new Set(steps.map(({ event }) => event))] as readonly EventKind[];

const destinations = new Map(steps.map(({ event, to }) => [event, to]));

/** Returns the state after an event of this kind, which is the same in every row that writes the event. */
export function destinationOf(kind: EventKind): Destination {
  const destination = destinations.get(kind);
  if (destination === undefined) throw new Error(`no transition writes ${kind}`);
  return destination;
}

/** Whether the table has a row for the operation in this state of a scope. */
export const canTransition = (state: ScopeState, operation: WorkOperation): boolean =>
  WORK_TRANSITIONS.some(
    (row) =>
      row.of === 'scope' &&
      row.operation === operation &&
      (row.from as readonly ScopeState[]).includes(state),
  );
