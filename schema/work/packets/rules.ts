import type { Viewer } from '../../viewer.ts';
import { BoardError, type NextCall } from '../../contract.ts';
import { canTransition, type WorkOperation } from '../lifecycle.ts';
import type { Packet, Scope, Submission } from '../packet-state.ts';
import type { WorkEventInput } from '../work-event.ts';

/** Returns the first event of a new packet. */
export const createdEvent = ({
  createdBy,
  changedAt,
  scopes,
  version,
}: Pick<Packet, 'createdBy' | 'changedAt' | 'version'> & {
  readonly scopes: readonly Pick<Scope, 'name'>[];
}): WorkEventInput => ({
  kind: 'packet.created',
  actor: createdBy,
  at: changedAt,
  scope: null,
  data: { scopes: scopes.map(({ name }) => name), version },
});

/** Advice to read the packet again, for errors that the current state of the packet causes. */
export const createReadAdvice = ({ id }: Pick<Packet, 'id'>): readonly NextCall[] => [
  { operation: 'Work', variables: { workId: id } },
];

export const workNotFound = (id: string) =>
  new BoardError('not_found', `There is no work packet ${id}`, { next: [{ operation: 'WorkList' }] });

const createStateConflictError = (packet: Packet, detail: string, state: string) =>
  new BoardError('state_conflict', detail, {
    members: { current_state: state },
    next: createReadAdvice(packet),
  });

/** Throws `state_conflict` once a packet is accepted, closed or expired. */
export function assertOpen(packet: Packet): void {
  if (packet.status !== 'open')
    throw createStateConflictError(packet, `The packet is ${packet.status}`, packet.status);
}

/** Throws `state_conflict` if the transition table does not allow the operation in the state of the scope. */
export function assertCanTransition(packet: Packet, scope: Scope, operation: WorkOperation): void {
  if (canTransition(scope.state, operation)) return;
  const detail = `The scope “${scope.name}” is ${scope.state}: ${operation} is not allowed`;
  throw createStateConflictError(packet, detail, scope.state);
}

/** Throws `version_conflict` if the caller names a version that is not the current one. */
export function assertPacketVersion(packet: Packet, version: number | null | undefined): void {
  if (version === null || version === undefined || version === packet.version) return;
  throw createVersionConflictError(packet);
}

export const createVersionConflictError = (packet: Packet) =>
  new BoardError('version_conflict', `The packet is at version ${packet.version}: read it again`, {
    members: { current_version: packet.version },
    next: createReadAdvice(packet),
  });

/** Reasons why the caller can or cannot claim a scope, with their descriptions. */
export const CLAIMABLE_REASONS = {
  open: 'The scope has no claim.',
  repair: 'The submission was sent back for repair; the packet has a new version.',
  held_by_you: 'The caller holds the claim; claiming again renews it.',
  claimed: 'Another agent holds the claim until its lease expires.',
  submitted: 'A submission is waiting for the creator’s decision.',
  accepted: 'The scope is accepted.',
  packet_accepted: 'Every scope of the packet is accepted.',
  packet_closed: 'The packet is closed.',
  packet_expired: 'The packet has expired.',
  agent_quarantined: 'The caller is quarantined and can only read.',
} as const;

export type ClaimableReason = keyof typeof CLAIMABLE_REASONS;

const CLAIMABLE: ReadonlySet<ClaimableReason> = new Set(['open', 'repair', 'held_by_you']);

/** Returns why the viewer can or cannot claim the scope. */
export function claimableReason(packet: Packet, scope: Scope, viewer: Viewer): ClaimableReason {
  if (packet.status !== 'open') return `packet_${packet.status}`;
  const agent = viewer.kind === 'agent' ? viewer.agent : null;
  if (canTransition(scope.state, 'claim') && agent?.status === 'quarantined') return 'agent_quarantined';
  return scope.state === 'claimed' && scope.claim?.by === agent?.handle ? 'held_by_you' : scope.state;
}

export const isClaimable = (reason: ClaimableReason): boolean => CLAIMABLE.has(reason);

/** Returns the last submission if it is pending, accepted or sent back for repair. */
export const currentSubmission = ({ submission }: Scope): Submission | null =>
  submission && ['pending', 'accepted', 'repair'].includes(submission.status) ? submission : null;
