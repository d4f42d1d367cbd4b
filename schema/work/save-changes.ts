import { type Sql, sql, type Transaction } from '../../prisma/client.ts';
import type { Facade } from '../contract.ts';
import { chainEvents, type HashedEvent } from './event-chain.ts';
import type { PacketChanges } from './packet-changes.ts';
import type { Packet } from './packet-state.ts';

/**
 * Writes the events and the changed rows, in one statement. Rows of new submissions and reviews must exist already.
 * Returns the packet as it is stored now.
 *
 * @param now The time that inbox items about expirations get, instead of the earlier time at which the expiration took effect:
 *   readers of the inbox may have passed that earlier time.
 */
export async function saveChanges(
  db: Transaction,
  changes: PacketChanges,
  via: Facade,
  now?: Date,
): Promise<Packet> {
  const { id, status, version, eventsHead, changedAt } = changes.packet;
  const events = chainEvents(id, changes.before.eventsHeadHash, changes.events);
  const lastEvent = events.at(-1);
  if (!lastEvent) return changes.packet;
  await db.rows(sql`
    with events as (${insertEvents(events)}),
      claims as (${upsertClaims(changes, via)}),
      submissions as (${updateSubmissions(changes)}),
      scopes as (${updateScopes(changes)})
    update work_packets set status = ${status}::"WorkStatus", version = ${version}, events_head = ${eventsHead},
      events_head_hash = ${lastEvent.hash}, changed_at = ${changedAt}
    where id = ${id}::uuid and set_config('board.now', ${now?.toISOString() ?? ''}, true) is not null`);
  return { ...changes.packet, eventsHeadHash: lastEvent.hash };
}

/** A `from` item with the objects as rows, called `made`. `columns` lists the members to read, with their SQL types. */
const rowsOf = (objects: readonly object[], columns: Sql) =>
  sql`jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as made(${columns})`;

const insertEvents = (events: readonly HashedEvent[]) => sql`
  insert into work_events (id, packet_id, seq, kind, actor, at, version, scope_name, claim_id, submission_id, review_id,
    data, prev_hash, hash)
  select id, "packetId", seq, kind, actor, at, version, "scopeName", "claimId", "submissionId", "reviewId", data,
    "prevHash", hash
  from ${rowsOf(
    events,
    sql`id uuid, "packetId" uuid, seq int, kind text, actor text, at timestamptz, version int, "scopeName" text,
      "claimId" uuid, "submissionId" uuid, "reviewId" uuid, data jsonb, "prevHash" text, hash text`,
  )}`;

const upsertClaims = (changes: PacketChanges, via: Facade) => sql`
  insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds,
    renewed_at, expires_at, created_by, via, version, created_at)
  select id, ${changes.packet.id}::uuid, scope, "packetVersion", fence, status, "claimedFrom", "ttlSeconds",
    "renewedAt", "expiresAt", by, ${via}::"Via", version, "claimedAt"
  from ${rowsOf(
    changedClaims(changes),
    sql`id uuid, scope text, "packetVersion" int, fence int, status "ClaimStatus", "claimedFrom" "ScopeState",
      "ttlSeconds" int, "renewedAt" timestamptz, "expiresAt" timestamptz, by text, version int,
      "claimedAt" timestamptz`,
  )}
  on conflict (id) do update set packet_version = excluded.packet_version, fence = excluded.fence,
    status = excluded.status, claimed_from = excluded.claimed_from, ttl_seconds = excluded.ttl_seconds,
    renewed_at = excluded.renewed_at, expires_at = excluded.expires_at, version = excluded.version`;

const updateSubmissions = (changes: PacketChanges) => sql`
  update work_submissions set status = made.status, review_count = made."reviewCount",
    independent_review_count = made."independentReviewCount", decided_at = made."decidedAt",
    decision_note = coalesce(made."decisionNote", decision_note)
  from ${rowsOf(
    changedSubmissions(changes),
    sql`id uuid, status "SubmissionStatus", "reviewCount" int, "independentReviewCount" int,
      "decidedAt" timestamptz, "decisionNote" text`,
  )}
  where work_submissions.id = made.id`;

const updateScopes = (changes: PacketChanges) => sql`
  update work_scopes set state = made.state, fence = made.fence, submissions = made.submissions,
    repair_note = made."repairNote", claim_id = made."claimId", submission_id = made."submissionId"
  from ${rowsOf(
    changedScopes(changes),
    sql`name text, state "ScopeState", fence int, submissions int, "repairNote" text, "claimId" uuid,
      "submissionId" uuid`,
  )}
  where work_scopes.packet_id = ${changes.packet.id}::uuid and work_scopes.name = made.name`;

/**
 * Returns the last version of each part that changed. States are immutable, so an unchanged part is the same object.
 */
function changedParts<Part extends { readonly id: string }>(
  { before, states }: PacketChanges,
  partsOf: (packet: Packet) => readonly Part[],
): readonly Part[] {
  const oldParts = new Set(partsOf(before));
  const lastParts = new Map(states.flatMap(partsOf).map((part) => [part.id, part]));
  return [...lastParts.values()].filter((part) => !oldParts.has(part));
}

const changedClaims = (changes: PacketChanges) => {
  const scopeNames = new Map(
    changes.states.flatMap(({ scopes }) => scopes.map(({ claim, name }) => [claim?.id, name] as const)),
  );
  const claims = changedParts(changes, ({ scopes }) => scopes.flatMap(({ claim }) => claim ?? []));
  return claims.map((claim) => ({ ...claim, scope: scopeNames.get(claim.id) }));
};

/** Takes decision notes from the events: `Submission` has none, because no rule reads them and they can be long. */
const changedSubmissions = (changes: PacketChanges) =>
  changedParts(changes, ({ scopes }) => scopes.flatMap(({ submission }) => submission ?? [])).map(
    (submission) => {
      const decision = changes.events.findLast(({ submissionId }) => submissionId === submission.id);
      return { ...submission, decisionNote: decision?.data?.note };
    },
  );

function changedScopes({ before, packet }: PacketChanges) {
  const oldScopes = new Set(before.scopes);
  const scopes = packet.scopes.filter((scope) => !oldScopes.has(scope));
  return scopes.map(({ claim, submission, ...scope }) => ({
    ...scope,
    claimId: claim?.id ?? null,
    submissionId: submission?.id ?? null,
  }));
}
