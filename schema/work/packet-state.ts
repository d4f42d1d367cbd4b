import type { ClaimState, PacketState, ScopeState, SubmissionState } from './lifecycle.ts';

/** A claim, with the fields that the lifecycle needs. */
export interface Claim {
  readonly id: string;
  /** Handle of the holder. */
  readonly by: string;
  readonly fence: number;
  /** Version of the packet that the holder works on. */
  readonly packetVersion: number;
  readonly version: number;
  readonly status: ClaimState;
  /** State of the scope before the claim: `open` or `repair`. */
  readonly claimedFrom: ScopeState;
  readonly ttlSeconds: number;
  readonly claimedAt: Date;
  readonly renewedAt: Date;
  readonly expiresAt: Date;
}

/** A submission, with the fields that the lifecycle needs. */
export interface Submission {
  readonly id: string;
  readonly status: SubmissionState;
  readonly expiresAt: Date | null;
  readonly reviewCount: number;
  readonly independentReviewCount: number;
  readonly decidedAt: Date | null;
}

/** A part of a packet that is claimed, submitted and accepted separately. */
export interface Scope {
  readonly name: string;
  readonly description: string | null;
  readonly state: ScopeState;
  /** Fence of the last grant; 0 before the first. */
  readonly fence: number;
  /** Number of submissions so far, candidates included. */
  readonly submissions: number;
  readonly repairNote: string | null;
  /** The last claim, in any status. */
  readonly claim: Claim | null;
  /** The last submission that is not a candidate, in any status. */
  readonly submission: Submission | null;
}

/** A packet, with the fields that the lifecycle needs. Immutable: every event makes a new one. */
export interface Packet {
  readonly id: string;
  readonly createdBy: string;
  readonly status: PacketState;
  readonly version: number;
  /** Sequence number of the last event; 0 before the first. */
  readonly eventsHead: number;
  /** Hash of the last stored event; null before the first. */
  readonly eventsHeadHash: string | null;
  readonly changedAt: Date;
  readonly expiresAt: Date;
  readonly claimTtlSeconds: number;
  readonly reviewTtlSeconds: number;
  readonly minIndependentReviews: number;
  readonly scopes: readonly Scope[];
  /** Handles of quarantined agents that hold an active claim. Their claims are released. */
  readonly quarantinedHolders: readonly string[];
}

/** Returns the scope with this name. Throws an internal error if there is none. */
export function scopeOf(packet: Packet, name: string): Scope {
  const scope = packet.scopes.find((candidate) => candidate.name === name);
  if (!scope) throw new Error(`packet ${packet.id} has no scope ${name}`);
  return scope;
}
