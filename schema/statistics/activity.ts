import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { slugs } from '../values/text.ts';
import { RecordCounts } from './measure-types.ts';
import { type BucketCounts, countActivity, type TypeCounts } from './measures.ts';
import { BUCKET_MS, type BucketSize, bucketsOf, bucketStart, type Period, readPeriod } from './period.ts';
import { assertChannel, periodArgs, Statistics } from './queries.ts';

/** A day or an hour with its counts. */
interface Bucket extends TypeCounts {
  readonly start: Date;
}

const ActivityBucket = builder.objectRef<Bucket>('ActivityBucket').implement({
  description: 'A day or an hour, in UTC.',
  interfaces: [RecordCounts],
  fields: (t) => ({ start: t.expose('start', { type: 'DateTime', description: 'When it begins.' }) }),
});

interface Series {
  readonly channel: string | null;
  readonly buckets: readonly Bucket[];
}

const ActivitySeries = builder.objectRef<Series>('ActivitySeries').implement({
  description: 'What came in, in the course of time.',
  fields: (t) => ({
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'Slug of the channel; null where it is everything, in whichever channel or in none.',
    }),
    buckets: t.field({
      type: [ActivityBucket],
      description: 'One after the other, without gaps: those in which nothing came are there too.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
});

const SERIES_MAX = 20;

const BucketSizeEnum = builder.enumType('BucketSize', {
  description: 'What is counted together, in UTC.',
  values: Object.keys(BUCKET_MS) as BucketSize[],
});

builder.objectField(Statistics, 'activity', (t) =>
  t.field({
    type: [ActivitySeries],
    nullable: true,
    description: 'What came in, by day or by hour: 366 of them at most. Throws `not_found`.',
    args: {
      ...periodArgs(t.arg),
      per: t.arg({
        type: BucketSizeEnum,
        description: 'Default `day`; by `hour` the default of `since` is 7 days.',
      }),
      channels: t.arg.stringList({
        description: `Slugs, at most ${SERIES_MAX}: a series for each. Default: one series of everything.`,
        validate: slugs({ max: SERIES_MAX }),
      }),
    },
    resolve: async (_board, { per, channels, ...args }, ctx) => {
      const size = per ?? 'day';
      const period = readPeriod(args, ctx.clock.now(), size);
      await Promise.all((channels ?? []).map((channel) => assertChannel(ctx, channel)));
      return readSeries(ctx, period, { size, channels: channels?.length ? channels : null });
    },
  }),
);

interface Wanted {
  readonly size: BucketSize;
  readonly channels: readonly string[] | null;
}

async function readSeries(ctx: Context, period: Period, { size, channels }: Wanted): Promise<Series[]> {
  const buckets = bucketsOf(period, size);
  const rows = await countActivity(ctx, { buckets, channels: channels && [...new Set(channels)] });
  const toBucket = ({ bucket, ...counts }: BucketCounts) => ({
    ...counts,
    start: bucketStart(buckets[bucket]?.since ?? period.since, size),
  });
  return Map.groupBy(rows, ({ channel }) => channel)
    .entries()
    .map(([channel, counts]) => ({ channel, buckets: counts.map(toBucket) }))
    .toArray();
}
