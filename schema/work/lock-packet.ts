import { type Database, sql } from '../../prisma/client.ts';
import type { Context, WriteContext } from '../context.ts';
import { assertNotHidden } from '../moderation/visibility.ts';
import { toRegion } from '../values/networks.ts';
import { applyExpirations, effectiveNow } from './expirations.ts';
import { canTransition } from './lifecycle.ts';
import { PacketChanges } from './packet-changes.ts';
import { workNotFound } from './packets/rules.ts';
import { findPacket } from './packets/statements.ts';
import { saveChanges } from './save-changes.ts';
import { scopeOf } from './packet-state.ts';
import { type PacketRow, toPacket } from './stored-packet.ts';

type WorkContext = Pick<WriteContext, 'db' | 'clock' | 'facade'>;

/** A packet whose row is locked until the transaction ends. */
export interface LockedPacket {
  /** Collects the events that the caller records. */
  readonly changes: PacketChanges;
  /** The time for the events: the clock's, but not before the last event. */
  readonly now: Date;
  readonly row: Pick<PacketRow, 'hiddenAt' | 'createdBy'>;
}

/**
 * Locks the row of a packet, so that changes to it run one after another, and writes the expirations that are due.
 * Throws `not_found`.
 */
export async function lockPacket({ db, clock, facade }: WorkContext, id: string): Promise<LockedPacket> {
  const locked = await db.rows(sql`select 1 from work_packets where id = ${id}::uuid for no key update`);
  // A second statement: the one that waited for the lock would return the scopes as they were before it waited.
  const row = locked.length === 0 ? undefined : await findPacket(db, id);
  if (!row) throw workNotFound(id);
  const now = effectiveNow(row, clock.now());
  const expirations = new PacketChanges(toPacket(row));
  applyExpirations(expirations, now);
  const packet = await saveChanges(db, expirations, facade, now);
  return { changes: new PacketChanges(packet), now, row };
}

/**
 * Locks a packet for a write by the calling agent. Throws `not_found`, also for a hidden packet of another agent, and
 * `state_conflict` for a hidden packet of the caller.
 */
export async function lockPacketForAgent(ctx: WriteContext, id: string): Promise<LockedPacket> {
  const locked = await lockPacket(ctx, id);
  assertNotHidden(locked.row, ctx.viewer, () => workNotFound(id));
  return locked;
}

/**
 * Writes the expirations of a packet that are due, in a separate transaction. With a `caller`, the transaction waits in
 * the queue of writes. Throws `not_found`; with a `caller` also `BusyError`.
 */
export async function saveExpirations(
  ctx: Pick<Context, 'clock' | 'facade'> & { database: Database },
  id: string,
  caller?: Pick<Context, 'queueKey' | 'address'>,
) {
  const entry = caller && {
    ...{ caller: caller.queueKey, region: toRegion(caller.address) },
    ...{ bytes: 0, records: [id] },
  };
  await ctx.database.transaction((db) => lockPacket({ ...ctx, db }, id), entry);
}

/** Ends the claims of a quarantined agent. Call it in the transaction that quarantines the agent, after the update. */
export async function endClaimsOf(ctx: WorkContext, handle: string): Promise<void> {
  const packets = await ctx.db.rows<{ id: string }>(sql`
    select distinct packet_id as id from work_claims where created_by = ${handle} and status = 'active' order by id`);
  // `lockPacket` releases the claims. The order of the ids prevents a deadlock between transactions that lock several packets.
  for (const { id } of packets) await lockPacket(ctx, id);
}

/**
 * Lets a submission lapse if it is pending, so that its scope can be claimed again. Call it in the transaction that
 * hides the submission, before the update.
 */
export async function lapseSubmission(ctx: WorkContext, id: string): Promise<void> {
  const [submission] = await ctx.db.rows<{ packetId: string; scopeName: string; claimId: string }>(sql`
    select packet_id as "packetId", scope_name as "scopeName", claim_id as "claimId" from work_submissions
    where id = ${id}::uuid`);
  if (!submission) return;
  const { packetId, scopeName, claimId } = submission;
  const { changes, now } = await lockPacket(ctx, packetId);
  const scope = scopeOf(changes.packet, scopeName);
  if (!canTransition(scope.state, 'hide') || scope.submission?.id !== id) return;
  const [subject, data] = [{ scope: scopeName, claimId, submissionId: id }, { reason: 'hidden' }];
  changes.record({ ...subject, kind: 'submission.lapsed', actor: null, at: now, data });
  await saveChanges(ctx.db, changes, ctx.facade);
}
