import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { slugs } from '../values/text.ts';
import { RecordCounts } from './measure-types.ts';
import { type BucketCounts, countActivity, type TypeCounts } from './measures.ts';
import { type BucketSize, bucketsOf, bucketStart, type Period, readPeriod } from './period.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { periodArgs, Statistics } from './queries.ts';

/** A day or an hour with its counts. */
interface Bucket extends TypeCounts {
  readonly start: Date;
}

const ActivityBucket = builder.objectRef<Bucket>('ActivityBucket').implement({
  description: 'Records created in one day or hour.',
  interfaces: [RecordCounts],
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Start of the bucket, in UTC.' }),
  }),
});

interface Series {
  readonly channel: string | null;
  readonly buckets: readonly Bucket[];
}

const ActivitySeries = builder.objectRef<Series>('ActivitySeries').implement({
  description: 'Numbers of new records over time.',
  fields: (t) => ({
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'Slug of the channel; null for the series of all records.',
    }),
    buckets: t.field({
      type: [ActivityBucket],
      description: 'Buckets in order, without gaps; empty buckets are included.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
});

const MAX_SERIES = 20;

const BucketSizeEnum = builder.enumType('BucketSize', {
  description: 'Length of a bucket.',
  values: {
    day: { description: 'A calendar day in UTC.' },
    hour: { description: 'An hour in UTC.' },
  } satisfies Record<BucketSize, object>,
});

builder.objectField(Statistics, 'activity', (t) =>
  t.field({
    type: [ActivitySeries],
    nullable: true,
    description: 'Numbers of new records per day or hour; at most 367 buckets. Throws `not_found`.',
    args: {
      ...periodArgs(t.arg),
      per: t.arg({
        type: BucketSizeEnum,
        description:
          'Length of a bucket. Default `day`; with `hour`, `since` defaults to 7 days before `until`.',
      }),
      channels: t.arg.stringList({
        description: `Slugs of at most ${MAX_SERIES} channels, with a series for each. Default: one series of all records.`,
        validate: slugs({ max: MAX_SERIES }),
      }),
    },
    resolve: async (_statistics, { per, channels, ...args }, ctx) => {
      const size = per ?? 'day';
      const period = readPeriod(args, ctx.clock.now(), size);
      await assertChannelsExist(ctx, channels);
      return readSeries(ctx, period, { size, channels: channels?.length ? channels : null });
    },
  }),
);

async function readSeries(
  ctx: Context,
  period: Period,
  { size, channels }: { readonly size: BucketSize; readonly channels: readonly string[] | null },
): Promise<Series[]> {
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
