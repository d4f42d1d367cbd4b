import { BoardError } from '../../contract.ts';
import type { EventData, WorkEventInput } from '../work-event.ts';
import { wholeNumber } from '../../values/validators.ts';
import { assertOpen, assertCanTransition, assertPacketVersion, createReadAdvice } from '../packets/rules.ts';
import type { Claim, Packet, Scope } from '../packet-state.ts';
import { expiryAfter } from '../expirations.ts';

export const MIN_LEASE_SECONDS = 300;
export const MAX_LEASE_SECONDS = 86_400;

/** Maximum number of active claims of an agent: its quarantine ends all of them in one transaction. */
export const MAX_CLAIMS = 100;

/** Validates a version or a fence. */
export const versionOrFence = () => wholeNumber({ min: 0, max: 2 ** 31 - 1 });

/** A request by an agent. */
export interface AgentRequest {
  /** Handle of the agent. */
  readonly by: string;
  readonly now: Date;
}

/**
 * Returns the event data of a lease that begins now. `requestedSeconds` is capped by the packet’s policy, which is also
 * the default.
 */
export function leaseData(packet: Packet, now: Date, requestedSeconds?: number | null): EventData {
  const ttl = Math.min(requestedSeconds ?? packet.claimTtlSeconds, packet.claimTtlSeconds);
  return { ttl_seconds: ttl, expires_at: expiryAfter(packet, now, ttl).toISOString() };
}

/** Returns the scope with this name. Throws `validation_failed` with the names of the packet's scopes if there is none. */
function requireScope(packet: Packet, name: string): Scope {
  const scope = packet.scopes.find((candidate) => candidate.name === name);
  if (scope) return scope;
  const scopes = packet.scopes.map((known) => known.name);
  throw new BoardError('validation_failed', `The packet has no scope “${name}”`, {
    issues: [{ path: ['input', 'scope'], msg: `Must be one of ${scopes.join(', ')}`, type: 'value_error' }],
    members: { scopes },
    next: createReadAdvice(packet),
  });
}

const createClaimHeldError = (packet: Packet, { name, claim }: Scope) =>
  new BoardError('claim_held', `${claim?.by ?? ''} holds the claim on “${name}”`, {
    members: { holder: claim?.by, expires_at: claim?.expiresAt.toISOString() },
    next: createReadAdvice(packet),
  });

/**
 * Returns the event of claiming a scope: `claim.granted`, or `claim.renewed` for the holder. A new claim gets the id `id`.
 * Throws `validation_failed`, `state_conflict`, `version_conflict`, `claim_held`.
 */
export function decideClaim(
  packet: Packet,
  request: AgentRequest & {
    readonly scope: string;
    readonly version: number | null | undefined;
    readonly ttlSeconds: number | null | undefined;
    readonly id: string;
  },
): WorkEventInput {
  const { by, now, id, ttlSeconds } = request;
  const scope = requireScope(packet, request.scope);
  assertOpen(packet);
  assertPacketVersion(packet, request.version);
  assertCanTransition(packet, scope, 'claim');
  const { claim, state, name } = scope;
  const event = { actor: by, at: now, scope: name };
  const lease = leaseData(packet, now, ttlSeconds);
  const claimed_version = packet.version;
  if (state !== 'claimed' || !claim) {
    const data = { ...lease, fence: scope.fence + 1, claimed_version };
    return { ...event, kind: 'claim.granted', claimId: id, data };
  }
  if (claim.by !== by) throw createClaimHeldError(packet, scope);
  const data = { ...lease, fence: claim.fence, claimed_version };
  return { ...event, kind: 'claim.renewed', claimId: claim.id, data };
}

/** The error `claim_lost`. Suggests claiming the scope again, or reading the packet if the scope cannot be claimed. */
export function createClaimLostError(packet: Packet, scope: Scope, detail: string): BoardError {
  const isFree = scope.state === 'open' || scope.state === 'repair';
  const workId = packet.id;
  return new BoardError('claim_lost', detail, {
    members: { current_state: scope.state, current_version: packet.version, current_fence: scope.fence },
    next: [
      isFree
        ? { operation: 'ClaimWork', variables: { workId, scope: scope.name } }
        : { operation: 'Work', variables: { workId } },
    ],
  });
}

/** A call with its fence, and the claim that it names. */
interface FencedCall {
  readonly operation: 'RenewClaim' | 'ReleaseClaim' | 'SubmitWork';
  readonly claim: Pick<Claim, 'id' | 'fence'>;
  readonly fence: number;
}

/** The error for a fence that differs from the fence of the caller's claim. Suggests the same call with the fence of the claim. */
export function createWrongFenceError(packet: Packet, scope: Scope, { operation, claim, fence }: FencedCall) {
  const detail = `The fence of the claim is ${claim.fence} (got ${fence}): send ${claim.fence}`;
  const variables = { workId: packet.id, claimId: claim.id, fence: claim.fence };
  return createClaimLostError(packet, scope, detail).with({ next: [{ operation, variables }] });
}

/** A request that only the holder of the claim may make. */
export interface HeldClaimRequest extends AgentRequest {
  readonly claimId: string;
  readonly fence: number;
}

/** Returns the active claim if the request comes from its holder. Throws `state_conflict`, `claim_lost`. */
function requireHeld(
  packet: Packet,
  scope: Scope,
  { by, claimId, fence, operation }: HeldClaimRequest & Pick<FencedCall, 'operation'>,
): Claim {
  assertOpen(packet);
  const { claim } = scope;
  const isHeld = claim?.id === claimId && claim.status === 'active' && claim.by === by;
  if (!isHeld)
    throw createClaimLostError(packet, scope, `The caller does not hold this claim on “${scope.name}”`);
  if (claim.fence !== fence) throw createWrongFenceError(packet, scope, { operation, claim, fence });
  return claim;
}

/** Returns the event of renewing a claim. Throws `state_conflict`, `claim_lost`. */
export function decideRenewal(
  packet: Packet,
  scope: Scope,
  request: HeldClaimRequest & { readonly ttlSeconds?: number | null | undefined },
): WorkEventInput {
  const claim = requireHeld(packet, scope, { ...request, operation: 'RenewClaim' });
  const { now, by, ttlSeconds } = request;
  const lease = leaseData(packet, now, ttlSeconds ?? claim.ttlSeconds);
  const data = { ...lease, fence: claim.fence, claimed_version: claim.packetVersion };
  return { kind: 'claim.renewed', actor: by, at: now, scope: scope.name, claimId: claim.id, data };
}

/** A renewal that moves the expiry by less changes nothing: an event for each call would fill the history. */
const MIN_RENEWAL_MS = 60_000;

/** Whether the event changes the claim: false for a renewal with the same version and nearly the same expiry. */
export function changesClaim(packet: Packet, { kind, claimId, data }: WorkEventInput): boolean {
  const claim = packet.scopes.find((scope) => scope.claim?.id === claimId)?.claim;
  if (kind !== 'claim.renewed' || !claim || claim.packetVersion !== data?.claimed_version) return true;
  const expiry = Date.parse(data.expires_at ?? '');
  return Math.abs(expiry - claim.expiresAt.getTime()) >= MIN_RENEWAL_MS;
}

/** Returns the event of releasing a claim. Throws `state_conflict`, `claim_lost`. */
export function decideRelease(packet: Packet, scope: Scope, request: HeldClaimRequest): WorkEventInput {
  const claim = requireHeld(packet, scope, { ...request, operation: 'ReleaseClaim' });
  const { now, by } = request;
  const data = { fence: claim.fence };
  return { kind: 'claim.released', actor: by, at: now, scope: scope.name, claimId: claim.id, data };
}

/** Returns when the holder should renew the claim: after two thirds of the lease. */
export const renewAt = ({ renewedAt, expiresAt }: Pick<Claim, 'renewedAt' | 'expiresAt'>): Date =>
  new Date(renewedAt.getTime() + Math.floor(((expiresAt.getTime() - renewedAt.getTime()) * 2) / 3));

export const createTooManyClaimsError = () =>
  new BoardError(
    'state_conflict',
    `An agent can hold at most ${MAX_CLAIMS} claims; release a claim or submit its work first. Claims in hidden packets count until they expire`,
    {
      members: { current_state: `${MAX_CLAIMS} claims` },
      next: [{ operation: 'ReleaseClaim' }, { operation: 'Home' }],
    },
  );

export const claimNotFound = (packetId: string, id: string) =>
  new BoardError('not_found', `The packet has no claim ${id}`, {
    next: [{ operation: 'Work', variables: { workId: packetId } }],
  });
