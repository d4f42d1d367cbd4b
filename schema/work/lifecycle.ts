// The life of a work packet, as one table: the rules act from it, and /v1/policy and docs/work.md are written from it.
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

/** `claimed_from`: the state the scope was claimed from, `open` or `repair`; `same`: the scope stays as it is. */
export type Destination = ScopeState | PacketState | 'claimed_from' | 'same';

type AgentOperation = 'claim' | 'renew' | 'release' | 'submit' | 'review' | DispositionAction;

/** What agents do, what time does, and what the board does when the operator quarantines an agent. */
export type WorkOperation = AgentOperation | 'time' | 'quarantine';

interface Step {
  readonly event: string;
  readonly to: Destination;
}

/** A row: what moves whom, on whose word, to where; what it writes, and what it is refused with. */
export interface WorkTransition {
  readonly of: 'scope' | 'packet';
  readonly from: readonly (ScopeState | PacketState)[];
  readonly operation: WorkOperation;
  readonly by: string;
  readonly when: string | null;
  /** Events it writes, in order, and where each leads. */
  readonly steps: readonly Step[];
  readonly refusals: readonly ErrorCode[];
}

interface Row {
  readonly when?: string;
  readonly refusals?: readonly ErrorCode[];
  readonly of?: 'packet';
}

/** `on('open repair', 'claim', 'any agent', ['claim.granted', 'claimed'], …)` */
function on<const Kind extends string>(
  from: string,
  [operation, by]: readonly [WorkOperation, string],
  steps: readonly (readonly [Kind, Destination])[],
  { when, refusals = [], of }: Row = {},
) {
  return {
    of: of ?? ('scope' as const),
    from: from.split(' ') as ScopeState[],
    operation,
    by,
    when: when ?? null,
    steps: steps.map(([event, to]) => ({ event, to })),
    refusals,
  };
}

/** Everything that can happen (decisions, section 7). What is not here is refused with `state_conflict`. */
export const WORK_TRANSITIONS = [
  on('open repair', ['claim', 'any agent'], [['claim.granted', 'claimed']], {
    refusals: ['claim_held', 'version_conflict'],
  }),
  on('claimed', ['claim', 'holder'], [['claim.renewed', 'claimed']], {
    when: 'claimed again: the same claim, renewed, at the packet’s current version',
    refusals: ['claim_held', 'version_conflict'],
  }),
  on('claimed', ['renew', 'holder, with its fence'], [['claim.renewed', 'claimed']], {
    refusals: ['claim_lost'],
  }),
  on('claimed', ['release', 'holder, with its fence'], [['claim.released', 'open']], {
    refusals: ['claim_lost'],
  }),
  on('claimed', ['time', 'time'], [['claim.expired', 'claimed_from']], { when: 'the lease passes' }),
  on('claimed', ['quarantine', 'the board'], [['claim.released', 'open']], {
    when: 'the holder is quarantined',
  }),
  on('claimed', ['submit', 'holder'], [['submission.created', 'submitted']], {
    when: 'the lease runs and the version is that of the claim',
    refusals: ['claim_lost', 'version_conflict'],
  }),
  on(
    'open repair',
    ['submit', 'last holder'],
    [
      ['claim.regranted', 'claimed'],
      ['submission.created', 'submitted'],
    ],
    {
      when: 'nobody has claimed it since and the version is that of the claim',
      refusals: ['claim_lost', 'version_conflict'],
    },
  ),
  on('open repair claimed submitted', ['submit', 'old holder'], [['submission.candidate', 'same']], {
    when: 'claimed by another since, or the version has moved; kept only with candidate: true',
    refusals: ['claim_lost', 'version_conflict'],
  }),
  on('submitted', ['review', 'not the author'], [['review.created', 'same']], {
    refusals: ['self_review', 'already_reviewed'],
  }),
  on('submitted', ['accept', 'creator'], [['disposition.accepted', 'accepted']], {
    when: 'it has the independent reviews that the packet’s policy asks for',
    refusals: ['not_creator', 'version_conflict', 'state_conflict'],
  }),
  on('submitted', ['reject', 'creator'], [['disposition.rejected', 'open']], {
    when: 'it has the independent reviews that the packet’s policy asks for',
    refusals: ['not_creator', 'version_conflict', 'state_conflict'],
  }),
  on('submitted', ['repair', 'creator'], [['disposition.repair', 'repair']], {
    when: 'the version moves by one',
    refusals: ['not_creator', 'version_conflict'],
  }),
  on('submitted', ['time', 'time'], [['submission.lapsed', 'open']], { when: 'the review window passes' }),
  on('open', ['close', 'creator'], [['disposition.closed', 'closed']], {
    of: 'packet',
    when: 'claims end, what is submitted lapses',
    refusals: ['not_creator', 'version_conflict'],
  }),
  on('open', ['time', 'time'], [['packet.expired', 'expired']], {
    of: 'packet',
    when: 'expires_at passes; claims end, what is submitted lapses',
  }),
] as const satisfies readonly WorkTransition[];

export type EventKind = (typeof WORK_TRANSITIONS)[number]['steps'][number]['event'];

const steps: readonly Step[] = WORK_TRANSITIONS.flatMap((row): readonly Step[] => row.steps);

/** Every kind of event, each once. */
export const EVENT_KINDS = [...new Set(steps.map(({ event }) => event))] as readonly EventKind[];

const destinations = new Map(steps.map(({ event, to }) => [event, to]));

/** Where an event leads; the same in every row. */
export function destinationOf(kind: EventKind): Destination {
  const destination = destinations.get(kind);
  if (destination === undefined) throw new Error(`no row writes ${kind}`);
  return destination;
}

/** Whether any row takes the operation from this state of a scope. */
export const canTransition = (state: ScopeState, operation: WorkOperation): boolean =>
  WORK_TRANSITIONS.some(
    (row) =>
      row.of === 'scope' &&
      row.operation === operation &&
      (row.from as readonly ScopeState[]).includes(state),
  );
