// The chain of a packet's events: each event has a hash, and the hash of the event before it. A reader can compute the hashes
// again, so an event cannot be altered or left out unnoticed (docs/decisions/0018-histories-that-can-be-checked.md).
import type { WorkEvent } from '../../prisma/client.ts';
import { toCanonicalJson } from '../values/canonical-json.ts';
import { digestOf } from '../values/digest.ts';
import { deriveId } from '../values/ids.ts';
import type { NumberedEvent } from './work-event.ts';

/** A stored or archived event. */
export interface HashedEvent extends Omit<WorkEvent, 'at' | 'data'> {
  /** A text is RFC 3339 in UTC with milliseconds, as `toISOString` writes it. */
  readonly at: Date | string;
  readonly data: unknown;
}

/** Returns the hash of an event: of its members as REST shows them, except `hash`. */
const hashOf = (event: Omit<HashedEvent, 'hash'>): string =>
  digestOf(
    toCanonicalJson({
      id: event.id,
      seq: event.seq,
      work_id: event.packetId,
      kind: event.kind,
      actor: event.actor,
      at: event.at,
      version: event.version,
      scope: event.scopeName,
      claim_id: event.claimId,
      submission_id: event.submissionId,
      review_id: event.reviewId,
      data: event.data,
      redacted: event.redacted,
      prev_hash: event.prevHash,
    }),
  );

/**
 * Returns the rows of new events of a packet. `headHash` is the hash of the event before them; null if there is none.
 * The id of an event depends only on the packet, the sequence number and the time. An error can therefore name the event of an
 * expiration: the error rolls the event back, but the event gets the same id when it is stored later.
 */
export function chainEvents(
  packetId: string,
  headHash: string | null,
  events: readonly NumberedEvent[],
): readonly HashedEvent[] {
  let prevHash = headHash;
  return events.map(({ kind, actor, at, seq, version, scope, claimId, submissionId, reviewId, data }) => {
    const event = {
      id: deriveId(at, `${packetId} ${seq}`),
      ...{ packetId, seq, kind, actor, at, version, scopeName: scope },
      ...{ claimId: claimId ?? null, submissionId: submissionId ?? null, reviewId: reviewId ?? null },
      ...{ data: data ?? {}, redacted: false, prevHash },
    };
    prevHash = hashOf(event);
    return { ...event, hash: prevHash };
  });
}

/** The members of an event with which the next event is checked. */
export type ChainLink = Pick<WorkEvent, 'seq' | 'hash'>;

/**
 * Returns the fault of an event that follows `previous` (null for the first event of a packet); null if it has none. The hash
 * of a redacted event cannot be checked, because the details that it covers are missing.
 */
export function findChainFault(previous: ChainLink | null, { hash, ...event }: HashedEvent): string | null {
  const seq = (previous?.seq ?? 0) + 1;
  if (event.seq !== seq) return `seq: Must be ${seq} (got ${event.seq})`;
  if (event.prevHash !== (previous?.hash ?? null)) return 'prev_hash: Must be the hash of the event before';
  if (!event.redacted && hash !== hashOf(event)) return 'hash: Must be the hash of the event';
  return null;
}
