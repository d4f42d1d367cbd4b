import {
  type ColumnSet,
  dependsOnTables,
  empty,
  type SelectLists,
  selectLists,
  type Sql,
  sql,
} from '../../prisma/client.ts';

/** Long texts of a scope. The short column set leaves them out. */
const SCOPE_TEXTS = {
  complete: sql`'description', scope.description, 'repairNote', scope.repair_note,`,
  short: empty,
};

const scopesFor = (columnSet: ColumnSet): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', scope.name, ${SCOPE_TEXTS[columnSet]} 'state', scope.state, 'fence', scope.fence,
    'submissions', scope.submissions,
    'isSubmissionHidden', submission.hidden_at is not null,
    'isRepairHidden', scope.repair_note is not null and exists (
      select from work_submissions decided where decided.packet_id = scope.packet_id and decided.scope_name = scope.name
        and decided.hidden_at is not null and decided.decision_note = scope.repair_note),
    'claim', case when claim.id is not null then jsonb_build_object(
      'id', claim.id, 'by', claim.created_by, 'fence', claim.fence, 'packetVersion', claim.packet_version,
      'version', claim.version, 'status', claim.status, 'claimedFrom', claim.claimed_from, 'ttlSeconds', claim.ttl_seconds,
      'claimedAt', claim.created_at, 'renewedAt', claim.renewed_at, 'expiresAt', claim.expires_at,
      'isQuarantined', claim.status = 'active' and holder.status = 'quarantined') end,
    'submission', case when submission.id is not null then jsonb_build_object(
      'id', submission.id, 'status', submission.status, 'expiresAt', submission.expires_at,
      'reviewCount', submission.review_count, 'independentReviewCount', submission.independent_review_count,
      'decidedAt', submission.decided_at) end
  ) order by scope.position), '[]')
  from work_scopes scope
    left join work_claims claim on claim.id = scope.claim_id
    left join work_submissions submission on submission.id = scope.submission_id
    left join agents holder on holder.handle = claim.created_by
  where scope.packet_id = packet.id
) as scopes`;

/** The scopes of a packet, each with its last claim and submission. Selected from `packet`. */
const scopes = { complete: scopesFor('complete'), short: scopesFor('short') };

/** Bytes of a scope with its claim and submission as JSON, without texts. */
const SCOPE_BYTES = 750;

/**
 * Approximate bytes of the packet with this id, including the long texts that the short columns omit: the scopes may have half a
 * megabyte of text. PostgreSQL finds the length of a text without reading the text, but it has to read JSON.
 */
export const packetBytes = (id: Sql): Sql => sql`(
  select octet_length(sized.statement) + octet_length(sized.acceptance::text) + (
    select sum(${SCOPE_BYTES}::int + coalesce(octet_length(scope.description), 0)
      + coalesce(octet_length(scope.repair_note), 0))
    from work_scopes scope where scope.packet_id = sized.id)
  from work_packets sized where sized.id = ${id})::int`;

/** The state of a packet depends on whether holders of claims are quarantined. Triggers call the status of agents `standing`. */
export const AGENT_STATUS_KEY = 'standing';

/** The change keys that lists of packets depend on. */
export const PACKET_LIST_DEPENDENCIES = dependsOnTables('work', AGENT_STATUS_KEY);

const base = selectLists('WorkPacket', 'packet');

/**
 * Columns of a `PacketRow`: a packet with its scopes, read in one statement and so as of one moment. Selected from
 * `work_packets packet`.
 */
export const packetColumns: Readonly<Record<ColumnSet, Sql>> = {
  complete: sql`${base.complete}, ${scopes.complete}`,
  short: sql`${base.short}, ${scopes.short}`,
};

const textBytes = packetBytes(sql`listed.id`);

/** The columns of a `PacketRow` for lists. Scopes are read last, and only for the packets of the page. */
export const packetList: { readonly select: SelectLists; readonly details: typeof scopes } = {
  select: { ...base, textBytes: { complete: textBytes, short: textBytes } },
  details: scopes,
};
