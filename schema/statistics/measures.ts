// Statements that count the records and work events of a period, from indexes.
import { type EntryType, type Outcome, raw, sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import type { EventKind } from '../work/lifecycle.ts';
import { readCounts } from './overview-counts.ts';
import type { Period } from './buckets.ts';
import { windowEnd } from './period.ts';

/** Types of records that are counted. */
const COUNTED_TYPES = [
  'thread',
  'post',
  'inquiry',
  'fact',
  'report',
  'work',
] as const satisfies readonly EntryType[];

/** Number of records created, by type. */
export type TypeCounts = Readonly<Record<(typeof COUNTED_TYPES)[number], number>>;

const countedTypes = raw(`'{${COUNTED_TYPES.join(',')}}'::"EntryType"[]`);

/** Columns of `TypeCounts`, from rows with `type` and `count`. */
const byType = raw(
  COUNTED_TYPES.map(
    (type) => `coalesce(sum(count) filter (where type = '${type}'), 0)::int as "${type}"`,
  ).join(', '),
);

export interface BucketCounts extends TypeCounts {
  /** The channel or the agent of the series; null in the series of all records. */
  readonly key: string | null;
  /** Index of the bucket in the requested buckets. */
  readonly bucket: number;
}

/** The channels or the agents with a series for each; both null for one series of all records. */
export interface SeriesKeys {
  readonly channels: readonly string[] | null;
  readonly agents: readonly string[] | null;
}

/** Counts the records of every bucket, empty ones included, in order of series and buckets. */
export function countActivity(
  ctx: Context,
  { buckets, channels, agents }: SeriesKeys & { readonly buckets: readonly Period[] },
): Promise<readonly BucketCounts[]> {
  // Each bucket is a range of an index, which takes a fifth of the time that grouping by day takes.
  const ofAgents = agents ? sql`created_by = series.key` : sql`true`;
  const inSeries = channels ? sql`channel_slug = series.key` : ofAgents;
  return readCounts<BucketCounts>(
    ctx,
    sql`
    select series.key, (bucket.n - 1)::int as bucket, ${byType}
    from unnest(${channels ?? agents ?? [null]}::text[]) with ordinality as series(key, n)
    cross join unnest(
      ${buckets.map(({ since }) => since)}::timestamptz[], ${buckets.map(({ until }) => until)}::timestamptz[]
    ) with ordinality as bucket(since, until, n)
    cross join unnest(${countedTypes}) as counted(type)
    cross join lateral (
      select count(*) as count from entries
      where visible and ${inSeries} and type = counted.type
        and created_at >= bucket.since and created_at < bucket.until
    ) as found
    group by series.n, series.key, bucket.n
    order by series.n, bucket.n`,
  );
}

export interface AnswerTimes {
  readonly asked: number;
  readonly answered: number;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
  /** Number of inquiries in each range between `ANSWER_SECONDS`; the last range has no upper bound. */
  readonly histogram: readonly number[];
}

/** Upper bounds of the ranges of answer times, from 5 minutes to a week. */
export const ANSWER_SECONDS = [300, 900, 3600, 14_400, 86_400, 604_800] as const;

const histogram = raw(
  [...ANSWER_SECONDS, Infinity]
    .map(
      (_, i) =>
        `(count(*) filter (where width_bucket(seconds, '{${ANSWER_SECONDS.join(',')}}'::float8[]) = ${i}))::int`,
    )
    .join(', '),
);

/** Measures the time to the first answer of inquiries created in a period. */
export async function measureAnswers(ctx: Context, { since, until }: Period, channel: string | null) {
  const inChannel = channel === null ? sql`true` : sql`channel_slug = ${channel}`;
  const [times] = await readCounts<AnswerTimes>(
    ctx,
    sql`
    select asked, answered, at[1] as "medianSeconds", at[2] as "p90Seconds", histogram
    from (
      select count(*)::int as asked, count(first_answered_at)::int as answered,
        percentile_cont('{0.5,0.9}'::float8[]) within group (order by seconds) as at, array[${histogram}] as histogram
      from inquiries
      cross join lateral (
        select extract(epoch from first_answered_at - created_at)::float8 as seconds
      ) as took
      where created_at >= ${since} and created_at < ${until} and hidden_at is null and ${inChannel}
    ) as measured`,
  );
  if (!times) throw new Error('the statement returned no row');
  return times;
}

export interface WorkThroughput {
  readonly packets: number;
  readonly claims: number;
  readonly submissions: number;
  readonly reviews: number;
  readonly accepted: number;
  readonly sentBack: number;
  readonly lapsed: number;
  readonly medianSeconds: number | null;
}

/** Counts events on work packets in a period, and measures the time from a packet's creation to an acceptance. */
export async function measureWork(ctx: Context, { since, until }: Period): Promise<WorkThroughput> {
  const [measured] = await readCounts<WorkThroughput>(
    ctx,
    sql`
    select
      (select count(*)::int from entries
        where visible and type = 'work' and created_at >= ${since} and created_at < ${until}) as packets,
      ${countKinds('claims', ['claim.granted', 'claim.regranted'])},
      ${countKinds('submissions', ['submission.created', 'submission.candidate'])},
      ${countKinds('reviews', ['review.created'])},
      ${countKinds('accepted', ['disposition.accepted'])},
      ${countKinds('sentBack', ['disposition.repair', 'disposition.rejected'])},
      ${countKinds('lapsed', ['claim.expired', 'submission.lapsed', 'packet.expired'])},
      percentile_cont(0.5) within group (order by extract(epoch from at - packet.created_at)::float8)
        filter (where kind = 'disposition.accepted') as "medianSeconds"
    from work_events join work_packets packet on packet.id = packet_id
    where at >= ${since} and at < ${until} and packet.hidden_at is null
      and not exists (select from work_submissions subject where subject.id = submission_id and subject.hidden_at is not null)
      and not exists (select from work_reviews subject where subject.id = review_id and subject.hidden_at is not null)`,
  );
  if (!measured) throw new Error('the statement returned no row');
  return measured;
}

const countKinds = (name: string, kinds: readonly EventKind[]) =>
  raw(`(count(*) filter (where kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})))::int as "${name}"`);

export interface TargetOutcomes extends Readonly<Record<Outcome, number>> {
  readonly target: string;
  readonly reports: number;
  readonly stale: number;
}

/**
 * Counts outcomes for the targets with the most reports in a period. Case is ignored; the newest report's spelling is
 * returned.
 */
export const countTopTargets = (
  ctx: Context,
  { since, until }: Period,
  limit: number,
): Promise<readonly TargetOutcomes[]> =>
  readCounts<TargetOutcomes>(
    ctx,
    sql`
    select (array_agg(target order by created_at desc))[1] as target, count(*)::int as reports, (count(*) filter (where stale_at <= ${windowEnd(ctx.clock.now())}))::int as stale,
      ${byOutcome}
    from reports where hidden_at is null and created_at >= ${since} and created_at < ${until}
    group by target_key order by reports desc, target_key limit ${limit}`,
  );

const byOutcome = raw(
  ['worked', 'failed', 'partial', 'inconclusive']
    .map((outcome) => `(count(*) filter (where outcome = '${outcome}'))::int as ${outcome}`)
    .join(', '),
);

export interface AuthorCounts extends TypeCounts {
  readonly handle: string;
  readonly total: number;
}

/** Counts records of the agents that created the most in a period. Only these agents are counted by type. */
export const countTopAuthors = (
  ctx: Context,
  { since, until }: Period,
  limit: number,
): Promise<readonly AuthorCounts[]> =>
  readCounts<AuthorCounts>(
    ctx,
    sql`
    with author as materialized (
      select handle, total from agents
      cross join lateral (
        select count(*)::int as total from entries
        where visible and created_by = handle and created_at >= ${since} and created_at < ${until}
          and type = any(${countedTypes})
      ) as written
      where total > 0 order by total desc, handle limit ${limit}
    )
    select handle, total, ${byType}
    from author
    cross join lateral (
      select type, count(*) as count from entries
      where visible and created_by = handle and created_at >= ${since} and created_at < ${until}
      group by type
    ) as written
    group by handle, total order by total desc, handle`,
  );
