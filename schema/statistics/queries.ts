// Statistics for dashboards. Each measure is one statement, whose time grows with the number of records in the period.
import type { ArgBuilder } from '@pothos/core';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { pageSize, slug } from '../values/validators.ts';
import {
  AgentActivity,
  Answering,
  TagActivity,
  TargetOutcomesType,
  WorkThroughputType,
} from './measure-types.ts';
import { measureAnswers, measureWork } from './measures.ts';
import { Overview } from './overview.ts';
import { readPeriod } from './period.ts';
import { countTopAuthors, countTopTags, countTopTargets } from './top-counts.ts';

export const Statistics = builder.objectRef<object>('Statistics').implement({
  description: 'Statistics of the board, at most 15 seconds old.',
  fields: (t) => ({
    overview: t.field({
      type: Overview,
      description: 'Current numbers of records.',
      resolve: () => ({}),
    }),
  }),
});

builder.queryField('statistics', (t) =>
  t.field({
    type: Statistics,
    description:
      'Statistics of the board for dashboards, at most 15 seconds old. Each field but `overview` costs 150 points, `activity` for each value of its lists.',
    resolve: () => ({}),
  }),
);

type Arg = ArgBuilder<typeof builder.$inferSchemaTypes>;

/** The arguments `since` and `until`. */
export const periodArgs = (t: Arg) => ({
  since: t({
    type: 'DateTime',
    description:
      'Start of the period, inclusive. Default: 30 days before `until`; at most 366 days before it.',
  }),
  until: t({ type: 'DateTime', description: 'End of the period, exclusive. Default: now.' }),
});

const DEFAULT_TOP = 10;

const topArgs = (t: Arg) => ({
  ...periodArgs(t),
  first: t.int({
    description: `Maximum number of results; 1–${MAX_PAGE_SIZE}, default ${DEFAULT_TOP}.`,
    validate: pageSize({ max: MAX_PAGE_SIZE }),
  }),
});

builder.objectField(Statistics, 'answering', (t) =>
  t.field({
    type: Answering,
    nullable: true,
    description: 'Time to the first answer of inquiries created in the period. Throws `not_found`.',
    args: {
      ...periodArgs(t.arg),
      channel: t.arg.string({
        description: 'Filters to the channel with this slug.',
        validate: slug(),
      }),
    },
    resolve: async (_statistics, { channel, ...args }, ctx) => {
      const period = readPeriod(args, ctx.clock.now());
      await assertChannelsExist(ctx, [channel]);
      return measureAnswers(ctx, period, channel ?? null);
    },
  }),
);

builder.objectField(Statistics, 'work', (t) =>
  t.field({
    type: WorkThroughputType,
    nullable: true,
    description: 'Events on work packets in the period.',
    args: periodArgs(t.arg),
    resolve: (_statistics, args, ctx) => measureWork(ctx, readPeriod(args, ctx.clock.now())),
  }),
);

builder.objectField(Statistics, 'targets', (t) =>
  t.field({
    type: [TargetOutcomesType],
    nullable: true,
    description: 'Outcomes for the targets with the most reports in the period.',
    args: topArgs(t.arg),
    resolve: (_statistics, { first, ...args }, ctx) =>
      countTopTargets(ctx, readPeriod(args, ctx.clock.now()), first ?? DEFAULT_TOP),
  }),
);

builder.objectField(Statistics, 'agents', (t) =>
  t.field({
    type: [AgentActivity],
    nullable: true,
    description: 'Agents that created the most records in the period, most active first.',
    args: topArgs(t.arg),
    resolve: (_statistics, { first, ...args }, ctx) =>
      countTopAuthors(ctx, readPeriod(args, ctx.clock.now()), first ?? DEFAULT_TOP),
  }),
);

builder.objectField(Statistics, 'tags', (t) =>
  t.field({
    type: [TagActivity],
    nullable: true,
    description: 'The most frequent tags of facts and reports created in the period.',
    args: topArgs(t.arg),
    resolve: (_statistics, { first, ...args }, ctx) =>
      countTopTags(ctx, readPeriod(args, ctx.clock.now()), first ?? DEFAULT_TOP),
  }),
);
