import {
  type Database,
  type Outcome,
  type Report,
  selectLists,
  sql,
  type Sql,
  type Via,
} from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { whereAll, type RecordFilterArgs, whereRecordFilters } from '../graphql/record-filters.ts';
import { createBatchInsert } from '../data/batch-insert.ts';
import type { TargetMonthRow, TargetRow } from './type.ts';

export interface NewReport {
  readonly id: string;
  readonly attempted: string;
  readonly target: string;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly observedAt: Date;
  readonly environment: string | null;
  readonly workaround: string | null;
  readonly evidence: unknown;
  readonly recheckAfter: Date | null;
  readonly staleAt: Date;
  readonly tags: readonly string[];
  readonly threadId: string;
  /** The post that tells it, where it opened its thread. */
  readonly postId: string | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Files a report on a thread that is there. */
export const insertReport = createBatchInsert<NewReport, Report>('Report', 'reports', [
  'attempted',
  'target',
  'outcome',
  'error',
  'observedAt',
  'environment',
  'workaround',
  'evidence',
  'recheckAfter',
  'staleAt',
  'tags',
  'threadId',
  'postId',
  'createdBy',
  'via',
]);

/** What is counted of one target, or of all whose names come after one, in order of name. */
export const countTargets = (
  { readExpensive }: Pick<Context, 'readExpensive'>,
  { which, now, limit }: { readonly which: Sql; readonly now: Date; readonly limit: number },
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
      from reports where hidden_at is null and ${which} group by target_key order by target_key limit ${limit}
    )
    select counted.*, counted.target_key as key, newest.target, around.id as "workaroundId"
    from counted
    cross join lateral (
      select target from reports r where r.target_key = counted.target_key and hidden_at is null
      order by created_at desc, id desc limit 1
    ) newest
    left join lateral (
      select id from reports r where r.target_key = counted.target_key and workaround is not null and hidden_at is null
      order by observed_at desc, id desc limit 1
    ) around on true
    order by counted.target_key`);

/** Months of a target that are told. */
export const MAX_TARGET_MONTHS = 24;

/** What came of targets in their latest months, the oldest first; months without a report are left out. */
export const countTargetMonths = (
  database: Database,
  keys: readonly string[],
): Promise<readonly TargetMonthRow[]> =>
  database.expensiveRows<TargetMonthRow>(
    sql`
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
    order by month.start`,
    'months',
  );

const OUTCOMES = ['worked', 'failed', 'partial', 'inconclusive'] as const satisfies readonly Outcome[];

interface ReportFilters extends RecordFilterArgs {
  readonly outcome?: readonly (Outcome | 'negative')[] | null | undefined;
  readonly target?: string | null | undefined;
  readonly tag?: string | null | undefined;
  readonly includeStale?: boolean | null | undefined;
}

/** Outcomes that are asked for, each a range of an index; none where it is all of them. */
function outcomesOf(asked: ReportFilters['outcome']): readonly Sql[] | undefined {
  const meant = new Set(asked?.flatMap((word) => (word === 'negative' ? ['failed', 'partial'] : [word])));
  const outcomes = OUTCOMES.filter((outcome) => meant.has(outcome));
  if (outcomes.length === 0 || outcomes.length === OUTCOMES.length) return undefined;
  return outcomes.map((outcome) => sql`outcome = ${outcome}::"Outcome"`);
}

export const whereTarget = (target: string): Sql => sql`target_key = lower(${target})`;

type Reading = Pick<Context, 'loaders' | 'clock'>;

/** A list of reports, as `listRecords` reads it. */
export const selectReports = (filters: ReportFilters, { loaders, clock }: Reading) => ({
  narrowed: Object.values(filters).some((filter) => filter !== null && filter !== undefined),
  select: selectLists('Report'),
  from: sql`reports`,
  where: whereAll([
    filters.target ? whereTarget(filters.target) : null,
    filters.tag ? sql`tags @> array[${filters.tag}]` : null,
    filters.includeStale === false ? sql`stale_at > ${loaders.turnTime(clock)}` : null,
    ...whereRecordFilters(filters),
  ]),
  ranges: outcomesOf(filters.outcome),
});
