// Statuses of search results, and whether a record is current. Records that are not current rank below all current records.
import { type EntryType, sql, type Sql } from '../../prisma/client.ts';
import { statusAt } from '../inquiries/statements.ts';

/**
 * The statuses of each type of record. Statuses of posts, facts and reports are computed. Statuses of the other types are stored,
 * and only expirations are computed.
 */
const STATUSES = {
  thread: ['open', 'locked'],
  post: ['current', 'stale', 'refuted'],
  inquiry: ['open', 'claimed', 'answered', 'closed'],
  fact: ['current', 'stale', 'refuted', 'superseded'],
  report: ['current', 'stale', 'refuted'],
  work: ['open', 'accepted', 'closed', 'expired'],
} as const satisfies Record<EntryType, readonly string[]>;

/** The status of a search result. */
export type HitStatus = (typeof STATUSES)[EntryType][number];

/** The types with at least one of the statuses. */
export const typesWith = (statuses: readonly HitStatus[]): EntryType[] =>
  (Object.keys(STATUSES) as EntryType[]).filter((type) =>
    STATUSES[type].some((status: HitStatus) => statuses.includes(status)),
  );

/** The status of a fact, a report, or the post of a report. `isStale` is the condition that it is stale. */
const statusOf = (isStale: Sql) =>
  sql`case when refutes > confirms then 'refuted' when ${isStale} then 'stale' else 'current' end`;

const whereReportIsStale = (now: Date) => sql`coalesce(report.stale_at <= ${now}::timestamptz, false)`;

/**
 * Lateral subquery: the id of the newest visible fact that supersedes the fact of an entry `found`, as at `time`.
 * Returns no row for a fact that is not superseded. The inner subquery ends at the first row of the index: a join would read and
 * sort all later facts, and a chain of facts has no maximum length.
 */
export const selectHead = (time: Date): Sql => sql`(
  select later.id from facts corrected cross join lateral (
    select id from facts
    where root_id = corrected.root_id and seq > corrected.seq and created_at <= ${time}::timestamptz
      and hidden_at is null and quarantined_at is null
    order by seq desc limit 1
  ) later
  where corrected.id = found.id and corrected.superseded_at <= ${time}::timestamptz
)`;

/**
 * Lateral subquery: the status at `now` of the record of an entry `found`. `tier` is 2 for a current record, 1 for one that is not,
 * and 0 for a superseded fact, which therefore ranks below its successor. The thread and the post that a visible report opened are
 * current as long as the report. `outdated` marks records that are not current although they are neither stale, refuted nor
 * expired: the thread of a refuted report, a closed inquiry without a visible accepted answer, and a closed packet. Facts are read
 * as they were at `correctedUntil`, so that a correction made since the first page does not move records between pages. Changes of the status
 * are logged under `key`; a post without a report has none, because its status does not change.
 */
export const selectStatus = (now: Date, correctedUntil: Date): Sql => sql`(
  select key, status, stale, superseded_by,
    case when superseded_by is not null then 0 when stale or status in ('refuted', 'expired') or outdated then 1 else 2 end as tier
  from (
    select 'thread:' || threads.id as key, threads.status::text as status, ${whereReportIsStale(now)} as stale, null::uuid as superseded_by,
      coalesce(refutes > confirms, false) as outdated
    from threads left join posts on posts.thread_id = threads.id and seq = 1
    left join reports report on post_id = posts.id and report.hidden_at is null
    where found.type = 'thread' and threads.id = found.id
    union all
    select report.id::text, ${statusOf(whereReportIsStale(now))}, ${whereReportIsStale(now)}, null, false
    from posts left join reports report on post_id = posts.id
    where found.type = 'post' and posts.id = found.id
    union all
    select id::text, ${statusAt(now)}::text, false, null, status = 'closed' and (accepted_answer_id is null or accepted_hidden)
    from inquiries where found.type = 'inquiry' and id = found.id
    union all
    select root_id::text, case when head.id is not null then 'superseded' else ${statusOf(sql`stale`)} end, stale, head.id, false
    from (select *, coalesce(decay_after <= ${now}::timestamptz, false) as stale from facts) fact
    left join lateral ${selectHead(correctedUntil)} head on true
    where found.type = 'fact' and fact.id = found.id
    union all
    select report.id::text, ${statusOf(whereReportIsStale(now))}, ${whereReportIsStale(now)}, null, false
    from reports report where found.type = 'report' and id = found.id
    union all
    select id::text, case when status = 'open' and expires_at <= ${now}::timestamptz then 'expired' else status::text end,
      false, null, status = 'closed'
    from work_packets where found.type = 'work' and id = found.id
  ) current_status
)`;
