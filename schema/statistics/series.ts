// Statements that count the records of every bucket of a period.
import { sql, type Sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { readCounts } from './overview-counts.ts';
import type { Period } from './buckets.ts';
import { byType, countedTypes, type TypeCounts } from './type-counts.ts';

export interface BucketCounts extends TypeCounts {
  /** The value that the records of the series have in common; null in the series of all records. */
  readonly key: string | null;
  /** Index of the bucket in the requested buckets. */
  readonly bucket: number;
}

/** What the records of a series have in common. */
export type SeriesKind = 'channel' | 'agent' | 'tag' | 'target';

/** The series to count: one for each value of a kind, or one of all records. */
export interface SeriesKeys {
  readonly kind: SeriesKind | null;
  readonly values: readonly (string | null)[];
}

type Buckets = readonly Period[];
type Values = SeriesKeys['values'];

/** Counts the records of every bucket, empty ones included, in order of series and buckets. */
export function countActivity(
  ctx: Context,
  { kind, values }: SeriesKeys,
  buckets: Buckets,
): Promise<readonly BucketCounts[]> {
  if (kind === null || kind === 'channel') return countRanges(ctx, { kind, values }, buckets);
  // Planned for the values: with a generic plan PostgreSQL would read all records of the period.
  return readCounts<BucketCounts>(
    ctx,
    sql`
    select series.key, (bucket.n - 1)::int as bucket, ${byType}
    from unnest(${values}::text[]) with ordinality as series(key, n)
    cross join generate_series(1, ${buckets.length}::int) as bucket(n)
    left join (${GROUPS[kind](values, buckets)}) as found on found.key = series.key and found.bucket = bucket.n
    group by series.n, series.key, bucket.n
    order by series.n, bucket.n`,
    'unprepared',
  );
}

/** Counts a range of an index for each bucket and type, which takes a fifth of the time that grouping takes. */
const countRanges = (ctx: Context, { kind, values }: SeriesKeys, buckets: Buckets) =>
  readCounts<BucketCounts>(
    ctx,
    sql`
    select series.key, (bucket.n - 1)::int as bucket, ${byType}
    from unnest(${values}::text[]) with ordinality as series(key, n)
    cross join unnest(
      ${buckets.map(({ since }) => since)}::timestamptz[], ${buckets.map(({ until }) => until)}::timestamptz[]
    ) with ordinality as bucket(since, until, n)
    cross join unnest(${countedTypes}) as counted(type)
    cross join lateral (
      select count(*) as count from entries
      where visible and ${kind === null ? sql`true` : sql`channel_slug = series.key`} and type = counted.type
        and created_at >= bucket.since and created_at < bucket.until
    ) as found
    group by series.n, series.key, bucket.n
    order by series.n, bucket.n`,
  );

/** The number of the bucket in which a record was created. */
const bucketNumberIn = (buckets: Buckets): Sql =>
  sql`width_bucket(created_at, ${buckets.map(({ since }) => since)}::timestamptz[])`;

const whereInBuckets = (buckets: Buckets): Sql =>
  sql`created_at >= ${buckets[0]?.since} and created_at < ${buckets.at(-1)?.until}`;

/** Statements that count the records by value, bucket and type. Each reads its index once, for all buckets. */
const GROUPS: Readonly<Record<Exclude<SeriesKind, 'channel'>, (values: Values, buckets: Buckets) => Sql>> = {
  agent: (handles, buckets) => sql`
    select created_by as key, ${bucketNumberIn(buckets)} as bucket, type, count(*) as count from entries
    where visible and created_by = any(${handles}::text[]) and ${whereInBuckets(buckets)} and type = any(${countedTypes})
    group by 1, 2, 3`,

  target: (targets, buckets) => sql`
    select wanted.key, ${bucketNumberIn(buckets)} as bucket, 'report' as type, count(*) as count
    from unnest(${targets}::text[]) as wanted(key) join reports on target_key = lower(wanted.key)
    where hidden_at is null and ${whereInBuckets(buckets)}
    group by 1, 2`,

  // All facts are counted from an index alone, and the few hidden or quarantined ones are subtracted.
  tag: (tags, buckets) => sql`
    select tag as key, ${bucketNumberIn(buckets)} as bucket, 'fact' as type, count(*) as count from fact_tags
    where tag = any(${tags}::text[]) and ${whereInBuckets(buckets)}
    group by 1, 2
    union all
    select tag, ${bucketNumberIn(buckets)}, 'fact', -count(*) from facts cross join unnest(tags) tag
    where (hidden_at is not null or quarantined_at is not null) and ${whereInBuckets(buckets)} and tag = any(${tags}::text[])
    group by 1, 2
    union all
    select tag, ${bucketNumberIn(buckets)}, 'report', count(*) from reports cross join unnest(tags) tag
    where hidden_at is null and ${whereInBuckets(buckets)} and tags && ${tags}::text[] and tag = any(${tags}::text[])
    group by 1, 2`,
};
