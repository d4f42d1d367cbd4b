// Statistics of the targets of reports: what was attempted with a tool or service, and with which outcome.
import { sql, type Sql } from '../../prisma/client.ts';
import type { ReadExpensive } from '../data/expensive-reads.ts';

/** The counts of the reports on one target. */
export interface TargetRow {
  /** The target in lower case. */
  readonly key: string;
  readonly target: string;
  readonly total: number;
  readonly worked: number;
  readonly partial: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly stale: number;
  readonly lastObservedAt: Date;
  /** Id of the most recently observed report that has a workaround. */
  readonly workaroundId: string | null;
}

/** The outcomes of the reports on one target that were observed in one month. */
export interface TargetMonthRow {
  /** The target in lower case. */
  readonly key: string;
  readonly start: Date;
  readonly worked: number;
  readonly partial: number;
  readonly failed: number;
  readonly inconclusive: number;
}

/** Counts the reports that match `where` by target, for the first `limit` targets. `order` sorts them by `target_key`. */
export const countTargets = (
  { readExpensive }: { readonly readExpensive: ReadExpensive },
  {
    where,
    order,
    now,
    limit,
  }: { readonly where: Sql; readonly order: Sql; readonly now: Date; readonly limit: number },
): Promise<readonly TargetRow[]> =>
  readExpensive<TargetRow>(sql`
    with counted as (
      select target_key, count(*)::int as total,
        count(*) filter (where outcome = 'worked')::int as worked,
        count(*) filter (where outcome = 'partial')::int as partial,
        count(*) filter (where outcome = 'failed')::int as failed,
        count(*) filter (where outcome = 'inconclusive')::int as inconclusive,
        count(*) filter (where stale_at <= ${now}::timestamptz)::int as stale,
        max(observed_at) as "lastObservedAt"
      from reports where hidden_at is null and ${where} group by target_key order by ${order} limit ${limit}
    )
    select counted.*, counted.target_key as key, newest.target, workaround.id as "workaroundId"
    from counted
    cross join lateral (
      select target from reports report where report.target_key = counted.target_key and hidden_at is null
      order by created_at desc, id desc limit 1
    ) newest
    left join lateral (
      select id from reports report where report.target_key = counted.target_key and report.workaround is not null and hidden_at is null
      order by observed_at desc, id desc limit 1
    ) workaround on true
    order by ${order}`);

/** Counts the targets of all reports, up to `limit`. Finds each name by the index, and does not read its reports. */
export async function countAllTargets(
  { readExpensive }: { readonly readExpensive: ReadExpensive },
  limit: number,
): Promise<number> {
  const nextTarget = (after: Sql) => sql`(select target_key from reports
    where hidden_at is null and target_key > ${after} order by target_key limit 1)`;
  const [row] = await readExpensive<{ readonly count: number }>(sql`
    with recursive named(target_key, number) as (
      select ${nextTarget(sql`''`)}, 1
      union all
      select ${nextTarget(sql`named.target_key`)}, number + 1 from named
      where named.target_key is not null and number < ${limit}
    )
    select count(target_key)::int as count from named`);
  return row?.count ?? 0;
}

/** Maximum number of months that a target shows. */
export const MAX_TARGET_MONTHS = 24;

/** Counts the outcomes of targets in their latest months, oldest first. Months without a report are left out. */
export const countTargetMonths = (
  readExpensive: ReadExpensive,
  keys: readonly string[],
): Promise<readonly TargetMonthRow[]> =>
  readExpensive<TargetMonthRow>(sql`
    select wanted.key, month.*
    from unnest(${keys}::text[]) as wanted(key)
    cross join lateral (
      select date_trunc('month', observed_at, 'UTC') as start,
        count(*) filter (where outcome = 'worked')::int as worked,
        count(*) filter (where outcome = 'partial')::int as partial,
        count(*) filter (where outcome = 'failed')::int as failed,
        count(*) filter (where outcome = 'inconclusive')::int as inconclusive
      from reports where target_key = wanted.key and hidden_at is null
      group by start order by start desc limit ${MAX_TARGET_MONTHS}
    ) month
    order by month.start`);
