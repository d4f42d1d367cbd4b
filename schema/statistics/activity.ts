import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';
import { slugs, text, typeError } from '../values/validators.ts';
import { RecordCounts } from './measure-types.ts';
import { type BucketCounts, countActivity, type SeriesKeys, type SeriesKind } from './series.ts';
import type { TypeCounts } from './type-counts.ts';
import { type BucketSize, timeZoneName } from './buckets.ts';
import { bucketsOf, readPeriod } from './period.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { MAX_TARGET_LENGTH } from '../reports/rules.ts';
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

interface Series extends Readonly<Record<SeriesKind, string | null>> {
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
    tag: t.exposeString('tag', {
      nullable: true,
      description: 'Tag of the records; null for a series of all tags.',
    }),
    target: t.exposeString('target', {
      nullable: true,
      description: 'Target of the records as in `targets`; null for a series of all targets.',
    }),
    buckets: t.field({
      type: [ActivityBucket],
      description: 'Buckets in order, without gaps; empty buckets are included.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
});

const MAX_SERIES = 20;

const seriesValues = <Item extends z.ZodType>(item: Item) =>
  z.array(item, typeError('a list of texts')).max(MAX_SERIES, `Must have at most ${MAX_SERIES} values`);

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
    description: 'Numbers of new records per hour, day or week; at most 368 buckets. Throws `not_found`.',
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
        validate: seriesValues(text({ min: 2, max: 64 })),
      }),
      tags: t.arg.stringList({
        description: `At most ${MAX_SERIES} tags, with a series of facts and reports for each. Not with \`channels\` or \`agents\`.`,
        validate: seriesValues(text({ min: 1, max: 64, trim: true })),
      }),
      targets: t.arg.stringList({
        description: `At most ${MAX_SERIES} targets, ignoring case, with a series of reports for each. Not with another list.`,
        validate: seriesValues(text({ min: 1, max: MAX_TARGET_LENGTH, trim: true })),
      }),
    },
    resolve: async (_statistics, { per, timeZone, ...args }, ctx) => {
      const size = per ?? 'day';
      const keys = readKeys(args);
      const period = readPeriod(args, ctx.clock.now(), size);
      await assertChannelsExist(ctx, keys.kind === 'channel' ? keys.values : null);
      return readSeries(ctx, keys, bucketsOf(period, size, timeZone ?? 'UTC'));
    },
  }),
);

interface SeriesArguments {
  readonly channels?: readonly string[] | null | undefined;
  readonly agents?: readonly string[] | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly targets?: readonly string[] | null | undefined;
}

const KINDS = { channels: 'channel', agents: 'agent', tags: 'tag', targets: 'target' } as const;

/**
 * Returns the keys of the series: one for each distinct value of the only list with values, or one of all records. Throws
 * `validation_failed` if two lists have values.
 */
function readKeys(args: SeriesArguments): SeriesKeys {
  const [list, other] = (['channels', 'agents', 'tags', 'targets'] as const).filter(
    (name) => args[name]?.length,
  );
  if (list && other) throw createTwoListsError(list, other);
  return list ? { kind: KINDS[list], values: [...new Set(args[list])] } : { kind: null, values: [null] };
}

const createTwoListsError = (list: string, other: string) =>
  new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [{ path: [other], msg: `cannot be used together with \`${list}\``, type: 'value_error' }],
  });

async function readSeries(
  ctx: Context,
  keys: SeriesKeys,
  buckets: ReturnType<typeof bucketsOf>,
): Promise<Series[]> {
  const rows = await countActivity(ctx, keys, buckets);
  const toBucket = ({ bucket, key: _, ...counts }: BucketCounts) => ({
    ...counts,
    start: buckets[bucket]?.start ?? new Date(NaN),
  });
  return Map.groupBy(rows, ({ key }) => key)
    .entries()
    .map(([key, counts]) => ({
      ...{ channel: null, agent: null, tag: null, target: null },
      ...(keys.kind && { [keys.kind]: key }),
      buckets: counts.map(toBucket),
    }))
    .toArray();
}
