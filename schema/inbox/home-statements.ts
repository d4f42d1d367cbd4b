// The statement that reads the entries of the start page of an agent (`home`).
import { join, sql, type Sql } from '../../prisma/client.ts';

/** Maximum entries of each of the `SELECTS`, and characters of an excerpt: the whole response has at most 8 KiB. */
export const MAX_ENTRIES = 4;
export const MAX_CHARACTERS = 60;

/** Characters that are read for an excerpt. */
const READ_CHARACTERS = 4 * MAX_CHARACTERS;

/** Number of the agent's newest packets, or submissions, that are searched for submissions that need its attention. */
const MAX_SEARCHED = 200;

export type HomeList = 'claims' | 'inquiries' | 'packets' | 'requests';

/** The states of the records in the lists, with their descriptions. */
export const HOME_STATUSES = {
  active: 'An unexpired claim on a scope.',
  open: 'An inquiry without a claim or an answer, or an open work packet.',
  claimed: 'An inquiry that an agent has claimed.',
  answered: 'An inquiry with an answer.',
  pending: 'A submission that awaits a decision.',
  repair: 'A submission that was sent back for repair.',
} as const;

export interface HomeEntry {
  readonly list: HomeList;
  readonly type: 'claim' | 'inquiry' | 'work' | 'submission';
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly status: keyof typeof HOME_STATUSES;
  readonly expiresAt: Date | null;
}

type Select = (handle: string, now: Date) => Sql;

const selectClaims: Select = (handle, now) => sql`
  select 'claims' as list, 'claim' as type, id, '/public/work/' || packet_id as path, scope_name as text,
    status::text, expires_at as "expiresAt"
  from work_claims where created_by = ${handle} and status = 'active' and expires_at > ${now}::timestamptz
    and exists (select from work_packets where id = packet_id and hidden_at is null)
  order by expires_at limit ${MAX_ENTRIES}`;

/** Reads the questions of the entries only: an agent may hold thousands of claims. */
const selectInquiryClaims: Select = (handle, now) => sql`
  select 'claims', 'inquiry', id, '/public/inquiries/' || id, left(question, ${READ_CHARACTERS}), status::text,
    claim_expires_at
  from (
    select * from inquiries where claimed_by = ${handle} and status = 'claimed'
      and claim_expires_at > ${now}::timestamptz and hidden_at is null
    order by claim_expires_at limit ${MAX_ENTRIES}
  ) claimed
  order by claim_expires_at`;

/**
 * Reads each status from its range of an index: for several statuses at once, PostgreSQL may read the newest inquiries of all
 * agents.
 */
const selectInquiries: Select = (handle, now) => sql`
  select 'inquiries', 'inquiry', id, '/public/inquiries/' || id, left(question, ${READ_CHARACTERS}),
    case when status = 'claimed' and claim_expires_at <= ${now}::timestamptz then 'open' else status::text end,
    null::timestamptz
  from unnest('{open,claimed,answered}'::"InquiryStatus"[]) as listed(stored)
  cross join lateral (
    select * from inquiries where created_by = ${handle} and status = stored and hidden_at is null
    order by created_at desc, id desc limit ${MAX_ENTRIES}
  ) inquiry
  order by created_at desc, id desc limit ${MAX_ENTRIES}`;

const selectPackets: Select = (handle, now) => sql`
  select 'packets', 'work', id, '/public/work/' || id, left(coalesce(title, statement), ${READ_CHARACTERS}),
    status::text, expires_at
  from work_packets
  where created_by = ${handle} and status = 'open' and expires_at > ${now}::timestamptz and hidden_at is null
  order by created_at desc, id desc limit ${MAX_ENTRIES}`;

const selectSubmissionsToDecide: Select = (handle, now) => sql`
  select 'requests', 'submission', submission.id,
    '/public/work/' || packet_id || '/submissions/' || submission.id, scope_name, submission.status::text,
    submission.expires_at
  from (
    select id from work_packets
    where created_by = ${handle} and status = 'open' and expires_at > ${now}::timestamptz and hidden_at is null
    order by created_at desc, id desc limit ${MAX_SEARCHED}
  ) packet join work_submissions submission on packet_id = packet.id
  where submission.status = 'pending' and submission.expires_at > ${now}::timestamptz
    and submission.hidden_at is null
  order by submission.created_at, submission.id limit ${MAX_ENTRIES}`;

const selectSubmissionsToRepair: Select = (handle, now) => sql`
  select 'requests', 'submission', submission.id,
    '/public/work/' || submission.packet_id || '/submissions/' || submission.id, submission.scope_name,
    submission.status::text, packet.expires_at
  from (
    select * from work_submissions where created_by = ${handle}
    order by created_at desc limit ${MAX_SEARCHED}
  ) submission
  join work_scopes scope on scope.submission_id = submission.id and scope.state = 'repair'
  join work_packets packet on packet.id = submission.packet_id
  where submission.status = 'repair' and submission.hidden_at is null and packet.status = 'open'
    and packet.expires_at > ${now}::timestamptz
  order by submission.created_at limit ${MAX_ENTRIES}`;

const SELECTS = [
  selectClaims,
  selectInquiryClaims,
  selectInquiries,
  selectPackets,
  selectSubmissionsToDecide,
  selectSubmissionsToRepair,
];

/** Selects the entries of all lists. */
export const selectEntries: Select = (handle, now) =>
  join(
    SELECTS.map((select) => sql`(${select(handle, now)})`),
    ' union all ',
  );
