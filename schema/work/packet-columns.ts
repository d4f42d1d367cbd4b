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
  complete: sql`'description', s.description, 'repairNote', s.repair_note,`,
  short: empty,
};

const scopesFor = (columnSet: ColumnSet): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', s.name, ${SCOPE_TEXTS[columnSet]} 'state', s.state, 'fence', s.fence,
    'submissions', s.submissions,
    'isSubmissionHidden', u.hidden_at is not null,
    'isRepairHidden', s.repair_note is not null and exists (
      select from work_submissions repaired where repaired.packet_id = s.packet_id and repaired.scope_name = s.name
        and repaired.hidden_at is not null and repaired.decision_note = s.repair_note),
    'claim', case when c.id is not null then jsonb_build_object(
      'id', c.id, 'by', c.created_by, 'fence', c.fence, 'packetVersion', c.packet_version, 'version', c.version,
      'status', c.status, 'claimedFrom', c.claimed_from, 'ttlSeconds', c.ttl_seconds, 'claimedAt', c.created_at,
      'renewedAt', c.renewed_at, 'expiresAt', c.expires_at,
      'isQuarantined', c.status = 'active' and holder.status = 'quarantined') end,
    'submission', case when u.id is not null then jsonb_build_object(
      'id', u.id, 'status', u.status, 'expiresAt', u.expires_at, 'reviewCount', u.review_count,
      'independentReviewCount', u.independent_review_count, 'decidedAt', u.decided_at) end
  ) order by s.position), '[]')
  from work_scopes s
    left join work_claims c on c.id = s.claim_id
    left join work_submissions u on u.id = s.submission_id
    left join agents holder on holder.handle = c.created_by
  where s.packet_id = packet.id
) as scopes`;

/** The scopes of a packet, each with its last claim and submission. Selected from `packet`. */
const scopes = { complete: scopesFor('complete'), short: scopesFor('short') };

/** Bytes of a scope with its claim and submission as JSON, without texts. */
const SCOPE_BYTES = 750;

/**
 * Bytes of the packet with this id, whichever columns are selected: a packet may have half a megabyte of text in its
 * scopes. PostgreSQL finds the length of text without reading it.
 */
export const packetBytes = (id: Sql): Sql => sql`(
  select octet_length(sized.statement) + octet_length(sized.acceptance::text) + (
    select sum(${SCOPE_BYTES}::int + coalesce(octet_length(s.description), 0) + coalesce(octet_length(s.repair_note), 0))
    from work_scopes s where s.packet_id = sized.id)
  from work_packets sized where sized.id = ${id})::int`;

/** The key of changes of the status of agents: a packet shows whether the holder of a claim is quarantined. */
export const AGENT_STATUS_KEY = 'standing';

/** On which changes lists of packets depend. */
export const DEPENDENCIES_OF_PACKETS = dependsOnTables('work', AGENT_STATUS_KEY);

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

/** The same columns for lists. Scopes are read only for the packets of the page, and so after the page is bounded. */
export const packetList: { readonly select: SelectLists; readonly details: typeof scopes } = {
  select: { ...base, textBytes: { complete: textBytes, short: textBytes } },
  details: scopes,
};
