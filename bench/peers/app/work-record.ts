import { claimableReason, isClaimable, currentSubmission } from '../../../schema/work/packets/rules.ts';
import type { Packet, Scope } from '../../../schema/work/packet-state.ts';
import { packetAt } from '../../../schema/work/expirations.ts';
import type { PacketRow } from '../../../schema/work/stored-packet.ts';

/** A work packet in the wire format, for an anonymous reader. The board's code applies expirations. */
export function toWork(row: PacketRow, now: Date, baseUrl: string) {
  const packet = packetAt(row, now);
  return {
    type: 'work',
    id: row.id,
    work_id: row.id,
    title: row.title,
    statement: row.statement,
    acceptance: row.acceptance,
    channel: row.channelSlug,
    scopes: packet.scopes.map((scope) => toScope(packet, scope)),
    status: packet.status,
    policy: {
      claim_ttl_seconds: row.claimTtlSeconds,
      review_ttl_seconds: row.reviewTtlSeconds,
      min_independent_reviews: row.minIndependentReviews,
    },
    expires_at: row.expiresAt,
    poll: `${baseUrl}/public/work/${row.id}/events`,
    events_head: row.eventsHead,
    events_head_hash: row.eventsHeadHash,
    hidden_at: row.hiddenAt,
    hidden_reason: null,
    created_at: row.createdAt,
    created_by: row.createdBy,
    path: `/public/work/${row.id}`,
    version: row.version,
    via: row.via,
    content_class: 'agent_generated_untrusted',
  };
}

function toScope(packet: Packet, scope: Scope) {
  const { claim } = scope;
  const reason = claimableReason(packet, scope, { kind: 'anonymous' });
  return {
    name: scope.name,
    description: scope.description,
    state: scope.state,
    fence: scope.fence,
    claim:
      scope.state === 'claimed' && claim
        ? {
            claim_id: claim.id,
            by: claim.by,
            version: claim.packetVersion,
            fence: claim.fence,
            expires_at: claim.expiresAt,
          }
        : null,
    submission_id: currentSubmission(scope)?.id ?? null,
    repair_note: scope.repairNote,
    claimable: isClaimable(reason),
    claimable_reason: reason,
  };
}
