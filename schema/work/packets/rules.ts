import type { WorkPacket, WorkScope } from '../../../prisma/client.ts';
import type { Viewer } from '../../viewer.ts';
import { BoardError, type NextCall } from '../../contract.ts';
import { type WorkEventInput, PacketChanges } from '../events/rules.ts';
import type { ClaimState, PacketState, ScopeState, SubmissionState, WorkOperation } from '../lifecycle.ts';
import { canTransition } from '../lifecycle.ts';

/** A claim, as far as the lifecycle goes. */
export interface Claim {
  readonly id: string;
  readonly by: string;
  readonly fence: number;
  readonly packetVersion: number;
  readonly version: number;
  readonly status: ClaimState;
  readonly claimedFrom: ScopeState;
  readonly ttlSeconds: number;
  readonly claimedAt: Date;
  readonly renewedAt: Date;
  readonly expiresAt: Date;
}

export interface Submission {
  readonly id: string;
  readonly status: SubmissionState;
  readonly expiresAt: Date | null;
  readonly reviewCount: number;
  readonly independentReviewCount: number;
  readonly decidedAt: Date | null;
  readonly decisionNote: string | null;
}

export interface Scope {
  readonly name: string;
  readonly description: string | null;
  readonly state: ScopeState;
  readonly fence: number;
  readonly submissions: number;
  readonly repairNote: string | null;
  /** The last claim, whatever became of it. */
  readonly claim: Claim | null;
  /** The last submission that was no candidate, whatever became of it. */
  readonly submission: Submission | null;
}

/** A packet, as far as the lifecycle goes. */
export interface Packet {
  readonly id: string;
  readonly createdBy: string;
  readonly status: PacketState;
  readonly version: number;
  readonly eventsHead: number;
  readonly changedAt: Date;
  readonly expiresAt: Date;
  readonly claimTtlSeconds: number;
  readonly reviewTtlSeconds: number;
  readonly minIndependentReviews: number;
  readonly scopes: readonly Scope[];
  /** Holders who are quarantined: their claims end. */
  readonly quarantinedHolders: readonly string[];
}

type AsText<Value> = {
  readonly [Name in keyof Value]: Value[Name] extends Date | null ? string | null : Value[Name];
};

type StoredClaim = AsText<Claim> & { readonly isQuarantined: boolean };

export interface StoredScope extends Pick<
  WorkScope,
  'name' | 'description' | 'state' | 'fence' | 'submissions'
> {
  readonly repairNote: string | null;
  readonly claim: StoredClaim | null;
  readonly submission: AsText<Submission> | null;
  /** Whether the last submission is hidden; true as well in rows that come from receipts. */
  readonly isSubmissionHidden: boolean;
  /** Whether the submission that the repair note is about is hidden; true as well in rows that come from receipts. */
  readonly isRepairHidden: boolean;
}

/** A packet as its statement gives it, with its scopes as JSON. */
export interface PacketRow extends WorkPacket {
  readonly scopes: readonly StoredScope[];
}

const readTime = (time: string | null): Date => new Date(time ?? NaN);

function readClaim({ isQuarantined: _, ...claim }: StoredClaim): Claim {
  const { claimedAt, renewedAt, expiresAt } = claim;
  return {
    ...claim,
    claimedAt: readTime(claimedAt),
    renewedAt: readTime(renewedAt),
    expiresAt: readTime(expiresAt),
  };
}

const readSubmission = (submission: AsText<Submission>): Submission =>
  ({
    ...submission,
    expiresAt: submission.expiresAt && readTime(submission.expiresAt),
    decidedAt: submission.decidedAt && readTime(submission.decidedAt),
  }) as Submission;

/** What the lifecycle knows of a stored packet, as it was last written. */
export function toPacket(row: PacketRow): Packet {
  const { id, createdBy, status, version, eventsHead, changedAt, expiresAt } = row;
  const { claimTtlSeconds, reviewTtlSeconds, minIndependentReviews } = row;
  return {
    ...{ id, createdBy, status, version, eventsHead, changedAt, expiresAt },
    ...{ claimTtlSeconds, reviewTtlSeconds, minIndependentReviews },
    scopes: row.scopes.map(({ isSubmissionHidden: _hidden, isRepairHidden: _isHidden, ...scope }) => ({
      ...scope,
      claim: scope.claim && readClaim(scope.claim),
      submission: scope.submission && readSubmission(scope.submission),
    })),
    quarantinedHolders: row.scopes.flatMap(({ claim }) => (claim?.isQuarantined ? [claim.by] : [])),
  };
}

/** The next thing that time alone will do to a packet; null where nothing will. */
function nextOfTime(packet: Packet): WorkEventInput | null {
  if (packet.status !== 'open') return null;
  const none = { actor: null, scope: null };
  // What happens at the same moment: the packet's end comes first, for it ends all else.
  let next: WorkEventInput = { ...none, kind: 'packet.expired', at: packet.expiresAt };
  for (const scope of packet.scopes) {
    const due = dueOf(scope);
    if (due && due.at < next.at) next = due;
  }
  return next;
}

function dueOf({ name, state, claim, submission }: Scope): WorkEventInput | null {
  if (state === 'claimed' && claim) {
    const data = { fence: claim.fence };
    return { kind: 'claim.expired', actor: null, at: claim.expiresAt, scope: name, claimId: claim.id, data };
  }
  if (state !== 'submitted' || !submission?.expiresAt) return null;
  const [submissionId, claimId] = [submission.id, claim?.id ?? null];
  return {
    kind: 'submission.lapsed',
    actor: null,
    at: submission.expiresAt,
    scope: name,
    claimId,
    submissionId,
  };
}

/**
 * Does to a packet what time has done to it until `now`, each thing at its own moment and in that order; then ends
 * the claims of those who are quarantined. A lease that ends at `now` has passed.
 */
export function applyExpirations(ledger: PacketChanges, now: Date): void {
  for (let next = nextOfTime(ledger.packet); next && next.at <= now; next = nextOfTime(ledger.packet))
    ledger.record(next);
  // Its end ended every claim; one that an archive brings shut says what it holds before it is open.
  if (ledger.packet.status !== 'open') return;
  for (const { name, state, claim } of ledger.packet.scopes) {
    if (state !== 'claimed' || !claim || !ledger.packet.quarantinedHolders.includes(claim.by)) continue;
    const data = { fence: claim.fence, reason: 'quarantined' };
    ledger.record({
      kind: 'claim.released',
      actor: null,
      at: now,
      scope: name,
      claimId: claim.id,
      data,
    });
  }
}

/** No event is dated before the last one, whatever another process's clock said. */
export const effectiveNow = (packet: Pick<Packet, 'changedAt'>, now: Date): Date =>
  now < packet.changedAt ? packet.changedAt : now;

/** The packet as it is now, whatever was last written. */
export function packetAt(row: PacketRow, now: Date): Packet {
  const ledger = new PacketChanges(toPacket(row));
  applyExpirations(ledger, effectiveNow(row, now));
  return ledger.packet;
}

/** When a lease or a review window of so many seconds ends: at the latest with the packet. */
export function expiryAfter(packet: Packet, now: Date, seconds: number): Date {
  const end = new Date(now.getTime() + seconds * 1000);
  return end < packet.expiresAt ? end : packet.expiresAt;
}

/** Read the packet again: what to do next after most refusals. */
export const readAgain = ({ id }: Pick<Packet, 'id'>): readonly NextCall[] => [
  { operation: 'Work', variables: { workId: id } },
];

export const workNotFound = (id: string) =>
  new BoardError('not_found', `There is no work packet ${id}`, { next: [{ operation: 'WorkList' }] });

const stateConflict = (packet: Packet, detail: string, state: string) =>
  new BoardError('state_conflict', detail, { members: { current_state: state }, next: readAgain(packet) });

/** Throws `state_conflict` once a packet is accepted, closed or expired. */
export function assertOpen(packet: Packet): void {
  if (packet.status !== 'open') throw stateConflict(packet, `The packet is ${packet.status}`, packet.status);
}

/** Throws `state_conflict` where the table has no such row. */
export function assertCanTransition(packet: Packet, scope: Scope, operation: WorkOperation): void {
  if (canTransition(scope.state, operation)) return;
  const detail = `The scope “${scope.name}” is ${scope.state} and takes no ${operation}`;
  throw stateConflict(packet, detail, scope.state);
}

/** Throws `version_conflict` where the caller speaks of another version than the current one. */
export function assertVersion(packet: Packet, version: number | null | undefined): void {
  if (version === null || version === undefined || version === packet.version) return;
  throw versionConflict(packet);
}

export const versionConflict = (packet: Packet) =>
  new BoardError('version_conflict', `The packet is at version ${packet.version}: read it again`, {
    members: { current_version: packet.version },
    next: readAgain(packet),
  });

/** The scope a claim or submission of this packet belongs to. */
export function scopeOf(packet: Packet, name: string): Scope {
  const scope = packet.scopes.find((candidate) => candidate.name === name);
  if (!scope) throw new Error(`packet ${packet.id} has no scope ${name}`);
  return scope;
}

/** Why a scope can be claimed by the viewer, or cannot. */
export const CLAIMABLE_REASONS = {
  open: 'Nobody works on it.',
  repair: 'It was sent back; the packet’s version has moved.',
  held_by_you: 'The caller holds it: claiming again renews the claim.',
  claimed: 'Another agent holds it until its lease passes.',
  submitted: 'A submission waits for its disposition.',
  accepted: 'It is done.',
  packet_accepted: 'Every scope of the packet is done.',
  packet_closed: 'The packet is closed.',
  packet_expired: 'The packet has expired.',
  agent_quarantined: 'The caller is quarantined: it reads and does not write.',
} as const;

export type ClaimableReason = keyof typeof CLAIMABLE_REASONS;

const CLAIMABLE: ReadonlySet<ClaimableReason> = new Set(['open', 'repair', 'held_by_you']);

export function claimableReason(packet: Packet, scope: Scope, viewer: Viewer): ClaimableReason {
  if (packet.status !== 'open') return `packet_${packet.status}`;
  const agent = viewer.kind === 'agent' ? viewer.agent : null;
  if (canTransition(scope.state, 'claim') && agent?.status === 'quarantined') return 'agent_quarantined';
  return scope.state === 'claimed' && scope.claim?.by === agent?.handle ? 'held_by_you' : scope.state;
}

export const isClaimable = (reason: ClaimableReason): boolean => CLAIMABLE.has(reason);

/** The submission a scope shows: the one that waits, was accepted, or was sent back. */
export const currentSubmission = ({ submission }: Scope): Submission | null =>
  submission && ['pending', 'accepted', 'repair'].includes(submission.status) ? submission : null;
