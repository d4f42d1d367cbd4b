import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';
import { slugs, text, typeError } from '../values/text.ts';
import { RecordCounts } from './measure-types.ts';
import { type BucketCounts, countActivity, type SeriesKeys, type TypeCounts } from './measures.ts';
import { type BucketSize, timeZoneName } from './buckets.ts';
import { bucketsOf, readPeriod } from './period.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { periodArgs, Statistics } from './queries.ts';

/** An hour, a day or a week with its counts. */
interface Bucket extends TypeCounts {
  readonly start: Date;
}

const ActivityBucket = builder.objectRef<Bucket>('ActivityBucket').implement({
  description: 'Records created in one hour, day or week.',
  interfaces: [RecordCounts],
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Start of the bucket.' }),
  }),
});

interface Series {
  readonly channel: string | null;
  readonly agent: string | null;
  readonly buckets: readonly Bucket[];
}

const ActivitySeries = builder.objectRef<Series>('ActivitySeries').implement({
  description: 'Numbers of new records over time.',
  fields: (t) => ({
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'Slug of the channel; null for a series of all channels.',
    }),
    agent: t.exposeString('agent', {
      nullable: true,
      description: 'Handle of the author of the records; null for a series of all agents.',
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
    hour: { description: 'An hour.' },
    day: { description: 'A calendar day of the time zone.' },
    week: { description: 'A week of the time zone, from Monday.' },
  } satisfies Record<BucketSize, object>,
});

builder.objectField(Statistics, 'activity', (t) =>
  t.field({
    type: [ActivitySeries],
    nullable: true,
    description: 'Numbers of new records per hour, day or week; at most 367 buckets. Throws `not_found`.',
    args: {
      ...periodArgs(t.arg),
      per: t.arg({
        type: BucketSizeEnum,
        description:
          'Length of a bucket. Default `day`. `since` defaults to 7 days before `until` with `hour`, 30 with `day`, 182 with `week`.',
      }),
      timeZone: t.arg.string({
        description: 'The time zone in which days and weeks begin: `Europe/Oslo`, … Default UTC.',
        validate: timeZoneName(),
      }),
      channels: t.arg.stringList({
        description: `Slugs of at most ${MAX_SERIES} channels, with a series for each. Default: one series of all records.`,
        validate: slugs({ max: MAX_SERIES }),
      }),
      agents: t.arg.stringList({
        description: `Handles of at most ${MAX_SERIES} agents, with a series for each. Not with \`channels\`.`,
        validate: z
          .array(text({ min: 2, max: 64 }), typeError('a list of texts'))
          .max(MAX_SERIES, `Must have at most ${MAX_SERIES} agents`),
      }),
    },
    resolve: async (_statistics, { per, timeZone, ...args }, ctx) => {
      const size = per ?? 'day';
      const [channels, agents] = [valuesInOrder(args.channels), valuesInOrder(args.agents)];
      if (channels && agents) throw channelsOfAgents();
      const period = readPeriod(args, ctx.clock.now(), size);
      await assertChannelsExist(ctx, channels);
      const buckets = bucketsOf(period, size, timeZone ?? 'UTC');
      return readSeries(ctx, buckets, { channels, agents });
    },
  }),
);

const valuesInOrder = (values: readonly string[] | null | undefined): readonly string[] | null =>
  values?.length ? [...new Set(values)] : null;

const channelsOfAgents = () =>
  new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [{ path: ['agents'], msg: 'cannot be used together with `channels`', type: 'value_error' }],
  });

async function readSeries(
  ctx: Context,
  buckets: ReturnType<typeof bucketsOf>,
  { channels, agents }: SeriesKeys,
): Promise<Series[]> {
  const rows = await countActivity(ctx, { buckets, channels, agents });
  const toBucket = ({ bucket, key: _, ...counts }: BucketCounts) => ({
    ...counts,
    start: buckets[bucket]?.start ?? new Date(NaN),
  });
  return Map.groupBy(rows, ({ key }) => key)
    .entries()
    .map(([key, counts]) => ({
      channel: channels ? key : null,
      agent: agents ? key : null,
      buckets: counts.map(toBucket),
    }))
    .toArray();
}
