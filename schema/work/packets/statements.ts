import {
  type Database,
  empty,
  raw,
  type ColumnSet,
  type SelectLists,
  selectLists,
  type Sql,
  sql,
  type Transaction,
  type WorkStatus,
} from '../../../prisma/client.ts';
import type { Context, WriteContext } from '../../context.ts';
import { PacketChanges } from '../events/rules.ts';
import { createId } from '../../values/ids.ts';
import type { Facade } from '../../contract.ts';
import { assertNotHidden } from '../../moderation/visibility.ts';
import {
  effectiveNow,
  type Packet,
  type PacketRow,
  toPacket,
  applyExpirations,
  workNotFound,
} from './rules.ts';

/** Texts of a scope, which may be as long as all the rest of its packet. */
const SCOPE_TEXTS = {
  complete: sql`'description', s.description, 'repairNote', s.repair_note,`,
  short: empty,
};
const DECISION_NOTE = { complete: sql`, 'decisionNote', u.decision_note`, short: empty };

const writePacketColumns = (reading: ColumnSet): Sql => sql`${selectLists('WorkPacket', 'packet')[reading]}, (
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', s.name, ${SCOPE_TEXTS[reading]} 'state', s.state, 'fence', s.fence,
    'submissions', s.submissions,
    'isSubmissionHidden', u.hidden_at is not null,
    'isRepairHidden', s.repair_note is not null and exists (
      select from work_submissions repaired where repaired.packet_id = s.packet_id and repaired.scope_name = s.name
        and repaired.decision_note = s.repair_note and repaired.hidden_at is not null),
    'claim', case when c.id is not null then jsonb_build_object(
      'id', c.id, 'by', c.created_by, 'fence', c.fence, 'packetVersion', c.packet_version, 'version', c.version,
      'status', c.status, 'claimedFrom', c.claimed_from, 'ttlSeconds', c.ttl_seconds, 'claimedAt', c.created_at,
      'renewedAt', c.renewed_at, 'expiresAt', c.expires_at,
      'isQuarantined', c.status = 'active' and holder.status = 'quarantined') end,
    'submission', case when u.id is not null then jsonb_build_object(
      'id', u.id, 'status', u.status, 'expiresAt', u.expires_at, 'reviewCount', u.review_count,
      'independentReviewCount', u.independent_review_count, 'decidedAt', u.decided_at
      ${DECISION_NOTE[reading]}) end
  ) order by s.position), '[]')
  from work_scopes s
    left join work_claims c on c.id = s.claim_id
    left join work_submissions u on u.id = s.submission_id
    left join agents holder on holder.handle = c.created_by
  where s.packet_id = packet.id
) as scopes`;

/** A packet with its scopes, each with its last claim and submission: all as of one moment. From `work_packets packet`. */
export const packetColumns: SelectLists = {
  complete: writePacketColumns('complete'),
  short: writePacketColumns('short'),
};

/** Statuses as they are stored: what was written as open has expired once its time is over, though nobody touched it. */
export function statusRanges(statuses: readonly WorkStatus[], now: Date): readonly Sql[] {
  const [open, expired] = [statuses.includes('open'), statuses.includes('expired')];
  const stored = statuses
    .filter((status) => status !== 'open' || expired)
    .map((status) => sql`status = ${status}::"WorkStatus"`);
  if (open === expired) return stored;
  return [...stored, sql`status = 'open' and expires_at ${open ? raw('>') : raw('<=')} ${now}`];
}

/** The packet as last written. */
export async function findPacket(db: Transaction, id: string): Promise<PacketRow | undefined> {
  const [row] = await db.rows<PacketRow>(
    sql`select ${packetColumns.complete} from work_packets packet where packet.id = ${id}::uuid`,
  );
  return row;
}

/** What a change of a packet needs: a transaction, a clock and the door it comes by. */
type WorkContext = Pick<WriteContext, 'db' | 'clock' | 'facade'>;

/** A packet that is held until the transaction ends, and the time that counts for what is done to it. */
export interface LockedPacket {
  readonly changes: PacketChanges;
  readonly now: Date;
  readonly packet: Pick<PacketRow, 'hiddenAt' | 'createdBy'>;
}

/**
 * Holds a packet, so that those who change it follow one another, and writes what time has done to it. Throws
 * `not_found`.
 */
export async function lockPacket(
  { db, clock, facade: door }: WorkContext,
  id: string,
): Promise<LockedPacket> {
  const held = await db.rows(sql`select 1 from work_packets where id = ${id}::uuid for no key update`);
  // Read in a statement of its own: one that waits for a lock would show the scopes as they were before it.
  const row = held.length === 0 ? undefined : await findPacket(db, id);
  if (!row) throw workNotFound(id);
  const now = effectiveNow(row, clock.now());
  const settled = new PacketChanges(toPacket(row));
  applyExpirations(settled, now);
  await saveChanges(db, settled, door);
  return { changes: new PacketChanges(settled.packet), now, packet: row };
}

/** The same for an agent that adds to the packet. Throws `not_found`, `state_conflict` where it is hidden. */
export async function lockPacketForAgent(ctx: WriteContext, id: string): Promise<LockedPacket> {
  const work = await lockPacket(ctx, id);
  assertNotHidden(work.packet, ctx.viewer, () => workNotFound(id));
  return work;
}

/** Writes what time has done to a packet, for who reads its history. */
export async function saveExpirations(
  ctx: Pick<Context, 'clock' | 'facade'> & { database: Database },
  id: string,
) {
  await ctx.database.transaction((db) => lockPacket({ ...ctx, db }, id));
}

/** Work packets, at most so many, that time has ended and nobody has touched since. */
export const findExpiredPackets = (db: Transaction, now: Date, limit: number): Promise<{ id: string }[]> =>
  db.rows(sql`select id from work_packets where status = 'open' and expires_at <= ${now} limit ${limit}`);

/** Ends the claims of an agent who is quarantined, in its own transaction; to be called once it is. */
export async function endClaimsOf(ctx: WorkContext, handle: string): Promise<void> {
  const packets = await ctx.db.rows<{ id: string }>(sql`
    select distinct packet_id as id from work_claims where created_by = ${handle} and status = 'active' order by id`);
  // In order of their ids, so that two who hold several packets cannot wait for each other.
  for (const { id } of packets) await lockPacket(ctx, id);
}

/** Writes what the ledger says happened, in one statement. Submissions and reviews must be there already. */
export async function saveChanges(db: Transaction, ledger: PacketChanges, door: Facade): Promise<void> {
  if (ledger.events.length === 0) return;
  const { id, status, version, eventsHead, changedAt } = ledger.packet;
  await db.rows(sql`
    with events as (${writeEvents(ledger)}),
      claims as (${writeClaims(ledger, door)}),
      submissions as (${writeSubmissions(ledger)}),
      scopes as (${writeScopes(ledger)})
    update work_packets set status = ${status}::"WorkStatus", version = ${version}, events_head = ${eventsHead},
      changed_at = ${changedAt}
    where id = ${id}::uuid`);
}

/** A list of objects as rows; `columns` says which members, and their types. */
const rowsOf = (objects: readonly object[], columns: Sql) =>
  sql`jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as made(${columns})`;

const writeEvents = ({ events, packet }: PacketChanges) => sql`
  insert into work_events (id, packet_id, seq, kind, actor, at, version, scope_name, claim_id, submission_id, review_id, data)
  select id, ${packet.id}::uuid, seq, kind, actor, at, version, scope, "claimId", "submissionId", "reviewId", data
  from ${rowsOf(
    events.map((event) => ({ ...event, id: createId(event.at), data: event.data ?? {} })),
    sql`id uuid, seq int, kind text, actor text, at timestamptz, version int, scope text, "claimId" uuid,
      "submissionId" uuid, "reviewId" uuid, data jsonb`,
  )}`;

const writeClaims = (ledger: PacketChanges, door: Facade) => sql`
  insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds,
    renewed_at, expires_at, created_by, via, version, created_at)
  select id, ${ledger.packet.id}::uuid, scope, "packetVersion", fence, status, "claimedFrom", "ttlSeconds",
    "renewedAt", "expiresAt", by, ${door}::"Via", version, "claimedAt"
  from ${rowsOf(
    claimsOf(ledger),
    sql`id uuid, scope text, "packetVersion" int, fence int, status "ClaimStatus", "claimedFrom" "ScopeState",
      "ttlSeconds" int, "renewedAt" timestamptz, "expiresAt" timestamptz, by text, version int,
      "claimedAt" timestamptz`,
  )}
  on conflict (id) do update set packet_version = excluded.packet_version, fence = excluded.fence,
    status = excluded.status, claimed_from = excluded.claimed_from, ttl_seconds = excluded.ttl_seconds,
    renewed_at = excluded.renewed_at, expires_at = excluded.expires_at, version = excluded.version`;

const writeSubmissions = (ledger: PacketChanges) => sql`
  update work_submissions set status = made.status, review_count = made."reviewCount",
    independent_review_count = made."independentReviewCount", decided_at = made."decidedAt",
    decision_note = made."decisionNote"
  from ${rowsOf(
    changed(ledger, ({ scopes }) => scopes.flatMap(({ submission }) => submission ?? [])),
    sql`id uuid, status "SubmissionStatus", "reviewCount" int, "independentReviewCount" int,
      "decidedAt" timestamptz, "decisionNote" text`,
  )}
  where work_submissions.id = made.id`;

const writeScopes = (ledger: PacketChanges) => sql`
  update work_scopes set state = made.state, fence = made.fence, submissions = made.submissions,
    repair_note = made."repairNote", claim_id = made."claimId", submission_id = made."submissionId"
  from ${rowsOf(
    scopesOf(ledger),
    sql`name text, state "ScopeState", fence int, submissions int, "repairNote" text, "claimId" uuid,
      "submissionId" uuid`,
  )}
  where work_scopes.packet_id = ${ledger.packet.id}::uuid and work_scopes.name = made.name`;

/** What changed of a kind, each as it is at last; the states are never written in, so what is the same is the same. */
function changed<Part extends { readonly id: string }>(
  { before, states: steps }: PacketChanges,
  partsOf: (packet: Packet) => readonly Part[],
): readonly Part[] {
  const old = new Set(partsOf(before));
  const last = new Map(steps.flatMap(partsOf).map((part) => [part.id, part]));
  return [...last.values()].filter((part) => !old.has(part));
}

const claimsOf = (ledger: PacketChanges) => {
  const scopeOf = new Map(
    ledger.states.flatMap(({ scopes }) => scopes.map(({ claim, name }) => [claim?.id, name] as const)),
  );
  const claims = changed(ledger, ({ scopes }) => scopes.flatMap(({ claim }) => claim ?? []));
  return claims.map((claim) => ({ ...claim, scope: scopeOf.get(claim.id) }));
};

function scopesOf({ before, packet }: PacketChanges) {
  const old = new Set(before.scopes);
  const scopes = packet.scopes.filter((scope) => !old.has(scope));
  return scopes.map(({ claim, submission, ...scope }) => ({
    ...scope,
    claimId: claim?.id ?? null,
    submissionId: submission?.id ?? null,
  }));
}

/** A packet that is there. */
export async function requirePacket(db: Transaction, id: string): Promise<PacketRow> {
  const row = await findPacket(db, id);
  if (!row) throw workNotFound(id);
  return row;
}
