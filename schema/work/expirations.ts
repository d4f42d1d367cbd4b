// Whether a claim, a submission or a packet has expired is computed from the time whenever a packet is read. The expiration is
// stored, with the time at which it took effect, by the next change of the packet, the next read of its events, or a task that runs
// every minute (`saveExpiredPackets`), whichever is first.
import { PacketChanges } from './packet-changes.ts';
import type { Packet, Scope } from './packet-state.ts';
import { type PacketRow, toPacket } from './stored-packet.ts';
import type { WorkEventInput } from './work-event.ts';

/** Returns the next expiration, due or not; null if the packet has ended. */
function nextExpiration(packet: Packet): WorkEventInput | null {
  if (packet.status !== 'open') return null;
  // Of expirations at the same instant the packet's comes first, because it ends its claims and submissions.
  let next: WorkEventInput = { kind: 'packet.expired', actor: null, scope: null, at: packet.expiresAt };
  for (const scope of packet.scopes) {
    const expiration = scopeExpiration(scope);
    if (expiration && expiration.at < next.at) next = expiration;
  }
  return next;
}

function scopeExpiration({ name, state, claim, submission }: Scope): WorkEventInput | null {
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
 * Records every expiration up to and including `now`, in order, with the time at which it took effect. Then releases the claims of
 * quarantined agents.
 */
export function applyExpirations(changes: PacketChanges, now: Date): void {
  for (
    let next = nextExpiration(changes.packet);
    next && next.at <= now;
    next = nextExpiration(changes.packet)
  )
    changes.record(next);
  // A packet that has ended has no active claims, except during its import: until its scopes are imported, it is stored as closed,
  // and its claims must stay active.
  if (changes.packet.status !== 'open') return;
  for (const { name, state, claim } of changes.packet.scopes) {
    if (state !== 'claimed' || !claim || !changes.packet.quarantinedHolders.includes(claim.by)) continue;
    const data = { fence: claim.fence, reason: 'quarantined' };
    changes.record({ kind: 'claim.released', actor: null, at: now, scope: name, claimId: claim.id, data });
  }
}

/** Returns `now`, or the time of the last event if it is later: another process, whose clock is ahead, may have dated the event. */
export const effectiveNow = (packet: Pick<Packet, 'changedAt'>, now: Date): Date =>
  now < packet.changedAt ? packet.changedAt : now;

/** Returns the packet with the expirations that are due at `now`, whether or not they are stored. */
export function packetAt(row: PacketRow, now: Date): Packet {
  const changes = new PacketChanges(toPacket(row));
  applyExpirations(changes, effectiveNow(row, now));
  return changes.packet;
}

/** Returns the end of a lease or review window of this many seconds, at the latest the end of the packet. */
export function expiryAfter(packet: Packet, now: Date, seconds: number): Date {
  const end = new Date(now.getTime() + seconds * 1000);
  return end < packet.expiresAt ? end : packet.expiresAt;
}
