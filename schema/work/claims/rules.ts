import { BoardError } from '../../contract.ts';
import type { EventData, WorkEventInput } from '../events/rules.ts';
import { wholeNumber } from '../../values/text.ts';
import {
  assertOpen,
  assertCanTransition,
  assertVersion,
  type Claim,
  expiryAfter,
  type Packet,
  readAgain,
  type Scope,
} from '../packets/rules.ts';

export const MIN_LEASE_SECONDS = 300;
export const MAX_LEASE_SECONDS = 86_400;

/** A version or a fence: a number that the board gave. */
export const versionOrFence = () => wholeNumber({ min: 0, max: 2 ** 31 - 1 });

/** Who asks, and when. */
export interface AgentRequest {
  readonly by: string;
  readonly now: Date;
}

interface ClaimRequest extends AgentRequest {
  readonly scope: string;
  readonly version: number | null | undefined;
  readonly ttlSeconds: number | null | undefined;
  /** Of the claim that this may become. */
  readonly id: string;
}

/** How long a claim lasts: as asked for, and never longer than the packet says. */
const ttlOf = (packet: Packet, asked: number | null | undefined): number =>
  Math.min(asked ?? packet.claimTtlSeconds, packet.claimTtlSeconds);

/** What an event says of a lease that begins now. */
export function leaseData(packet: Packet, now: Date, asked?: number | null): EventData {
  const ttl = ttlOf(packet, asked);
  return { ttl_seconds: ttl, expires_at: expiryAfter(packet, now, ttl).toISOString() };
}

/** Throws `validation_failed` with the scopes there are. */
function requireScope(packet: Packet, name: string): Scope {
  const scope = packet.scopes.find((candidate) => candidate.name === name);
  if (scope) return scope;
  const scopes = packet.scopes.map((known) => known.name);
  throw new BoardError('validation_failed', `The packet has no scope “${name}”`, {
    issues: [{ path: ['input', 'scope'], msg: `Must be one of ${scopes.join(', ')}`, type: 'value_error' }],
    members: { scopes },
    next: readAgain(packet),
  });
}

const claimHeld = (packet: Packet, { name, claim }: Scope) =>
  new BoardError('claim_held', `${claim?.by ?? ''} holds the claim on “${name}”`, {
    members: { holder: claim?.by, expires_at: claim?.expiresAt.toISOString() },
    next: readAgain(packet),
  });

/** Throws `validation_failed`, `state_conflict`, `version_conflict`, `claim_held`. */
export function decideClaim(packet: Packet, request: ClaimRequest): WorkEventInput {
  const { by, now, id, ttlSeconds } = request;
  const scope = requireScope(packet, request.scope);
  assertOpen(packet);
  assertVersion(packet, request.version);
  assertCanTransition(packet, scope, 'claim');
  const { claim, state, name } = scope;
  const happening = { actor: by, at: now, scope: name };
  const lease = leaseData(packet, now, ttlSeconds);
  const claimed_version = packet.version;
  if (state !== 'claimed' || !claim) {
    const data = { ...lease, fence: scope.fence + 1, claimed_version };
    return { ...happening, kind: 'claim.granted', claimId: id, data };
  }
  if (claim.by !== by) throw claimHeld(packet, scope);
  const data = { ...lease, fence: claim.fence, claimed_version };
  return { ...happening, kind: 'claim.renewed', claimId: claim.id, data };
}

/** Who lost a claim is told where it stands, and may claim again. */
export const claimLost = (packet: Packet, scope: Scope, detail: string) =>
  new BoardError('claim_lost', detail, {
    members: { current_state: scope.state, current_version: packet.version, current_fence: scope.fence },
    next: [{ operation: 'ClaimWork', variables: { workId: packet.id, scope: scope.name } }],
  });

/** A claim as it was asked for: its id, and the fence it is said to have. */
export interface HeldClaimRequest extends AgentRequest {
  readonly claimId: string;
  readonly fence: number;
}

/** The running claim of its holder. Throws `state_conflict`, `claim_lost`. */
function requireHeld(packet: Packet, scope: Scope, { by, claimId, fence }: HeldClaimRequest): Claim {
  assertOpen(packet);
  const { claim } = scope;
  const held = claim?.id === claimId && claim.status === 'active' && claim.by === by;
  if (!held) throw claimLost(packet, scope, `You do not hold this claim on “${scope.name}”`);
  if (claim.fence !== fence) throw claimLost(packet, scope, `The fence ${fence} is not that of the claim`);
  return claim;
}

interface Renewal extends HeldClaimRequest {
  readonly ttlSeconds?: number | null | undefined;
}

/** Throws `state_conflict`, `claim_lost`. */
export function decideRenewal(packet: Packet, scope: Scope, request: Renewal): WorkEventInput {
  const claim = requireHeld(packet, scope, request);
  const { now, by, ttlSeconds } = request;
  const lease = leaseData(packet, now, ttlSeconds ?? claim.ttlSeconds);
  const data = { ...lease, fence: claim.fence, claimed_version: claim.packetVersion };
  return { kind: 'claim.renewed', actor: by, at: now, scope: scope.name, claimId: claim.id, data };
}

/** Throws `state_conflict`, `claim_lost`. */
export function decideRelease(packet: Packet, scope: Scope, request: HeldClaimRequest): WorkEventInput {
  const claim = requireHeld(packet, scope, request);
  const { now, by } = request;
  const data = { fence: claim.fence };
  return { kind: 'claim.released', actor: by, at: now, scope: scope.name, claimId: claim.id, data };
}

/** When to renew: after two thirds of the lease. */
export const renewAt = ({ renewedAt, expiresAt }: Pick<Claim, 'renewedAt' | 'expiresAt'>): Date =>
  new Date(renewedAt.getTime() + Math.floor(((expiresAt.getTime() - renewedAt.getTime()) * 2) / 3));

export const claimNotFound = (packetId: string, id: string) =>
  new BoardError('not_found', `The packet has no claim ${id}`, {
    next: [{ operation: 'Work', variables: { workId: packetId } }],
  });
