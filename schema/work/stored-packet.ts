import type { WorkPacket, WorkScope } from '../../prisma/client.ts';
import type { Claim, Packet, Submission } from './packet-state.ts';

/** The type after a JSON round trip: dates are ISO 8601 strings. */
type WithTextTimes<Value> = {
  readonly [Name in keyof Value]: Value[Name] extends Date
    ? string
    : Value[Name] extends Date | null
      ? string | null
      : Value[Name];
};

type StoredClaim = WithTextTimes<Claim> & { readonly isQuarantined: boolean };

export interface StoredScope extends Pick<
  WorkScope,
  'name' | 'description' | 'state' | 'fence' | 'submissions'
> {
  readonly repairNote: string | null;
  readonly claim: StoredClaim | null;
  readonly submission: WithTextTimes<Submission> | null;
  /**
   * Whether the last submission is hidden. True also in every row from an idempotency receipt, so that the submission is looked
   * up (`HIDDEN_FLAGS` in schema/data/stored-json.ts).
   */
  readonly isSubmissionHidden: boolean;
  /** Whether the submission that was sent back with the repair note is hidden. True also in rows from receipts. */
  readonly isRepairHidden: boolean;
}

/** A row of `packetColumns`: a packet with its scopes as JSON. */
export interface PacketRow extends WorkPacket {
  readonly scopes: readonly StoredScope[];
}

const toTime = (time: string): Date => new Date(time);

function toClaim({ isQuarantined: _, ...claim }: StoredClaim): Claim {
  const { claimedAt, renewedAt, expiresAt } = claim;
  return {
    ...claim,
    claimedAt: toTime(claimedAt),
    renewedAt: toTime(renewedAt),
    expiresAt: toTime(expiresAt),
  };
}

const toSubmission = (submission: WithTextTimes<Submission>): Submission =>
  ({
    ...submission,
    expiresAt: submission.expiresAt && toTime(submission.expiresAt),
    decidedAt: submission.decidedAt && toTime(submission.decidedAt),
  }) as Submission;

/** Converts a stored row. Expirations since the last write are not applied: `packetAt` does that. */
export function toPacket(row: PacketRow): Packet {
  const { id, createdBy, status, version, eventsHead, eventsHeadHash, changedAt, expiresAt } = row;
  const { claimTtlSeconds, reviewTtlSeconds, minIndependentReviews } = row;
  return {
    ...{ id, createdBy, status, version, eventsHead, eventsHeadHash, changedAt, expiresAt },
    ...{ claimTtlSeconds, reviewTtlSeconds, minIndependentReviews },
    scopes: row.scopes.map(({ isSubmissionHidden: _submission, isRepairHidden: _repair, ...scope }) => ({
      ...scope,
      claim: scope.claim && toClaim(scope.claim),
      submission: scope.submission && toSubmission(scope.submission),
    })),
    quarantinedHolders: row.scopes.flatMap(({ claim }) => (claim?.isQuarantined ? [claim.by] : [])),
  };
}
