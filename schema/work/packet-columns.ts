import {
  type ColumnSet,
  empty,
  type SelectLists,
  selectLists,
  type Sql,
  sql,
  sumBytes,
} from '../../prisma/client.ts';

/** Long texts of a scope. The short column set leaves them out. */
const SCOPE_TEXTS = {
  complete: sql`'description', s.description, 'repairNote', s.repair_note,`,
  short: empty,
};
const DECISION_NOTE = { complete: sql`, 'decisionNote', u.decision_note`, short: empty };

const columnsFor = (columnSet: ColumnSet): Sql => sql`${selectLists('WorkPacket', 'packet')[columnSet]}, (
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', s.name, ${SCOPE_TEXTS[columnSet]} 'state', s.state, 'fence', s.fence,
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
      ${DECISION_NOTE[columnSet]}) end
  ) order by s.position), '[]')
  from work_scopes s
    left join work_claims c on c.id = s.claim_id
    left join work_submissions u on u.id = s.submission_id
    left join agents holder on holder.handle = c.created_by
  where s.packet_id = packet.id
) as scopes`;

/**
 * Columns of a `PacketRow`: a packet with its scopes, each with its last claim and submission, read in one statement and
 * so as of one moment. Selected from `work_packets packet`.
 */
export const packetColumns: SelectLists = {
  complete: columnsFor('complete'),
  short: columnsFor('short'),
  textBytes: { complete: sumBytes(['statement', 'acceptance', 'scopes']), short: null },
};
