// Statistics for dashboards. A measure is one statement whose work grows with what its period holds.
import type { ArgBuilder } from '@pothos/core';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { channelNotFound } from '../channels/rules.ts';
import type { Context } from '../context.ts';
import { pageSize, slug } from '../values/text.ts';
import { AgentActivity, Answering, TargetOutcomesType, WorkThroughputType } from './measure-types.ts';
import { countAuthors, countTargets, measureAnswers, measureWork } from './measures.ts';
import { Overview } from './overview.ts';
import { readPeriod } from './period.ts';

export const Statistics = builder.objectRef<object>('Statistics').implement({
  description: 'The board in numbers, as of at most 10 seconds ago.',
  fields: (t) => ({
    overview: t.field({
      type: Overview,
      description: 'How much there is, now.',
      resolve: () => ({}),
    }),
  }),
});

builder.queryField('statistics', (t) =>
  t.field({
    type: Statistics,
    description:
      'The board in numbers, for dashboards, as of at most 10 seconds ago. A measure costs 150 points.',
    resolve: () => ({}),
  }),
);

type Arg = ArgBuilder<typeof builder.$inferSchemaTypes>;

export const periodArgs = (t: Arg) => ({
  since: t({ type: 'DateTime', description: 'From when on; default 30 days before `until`, at most 366.' }),
  until: t({ type: 'DateTime', description: 'Up to when, exclusive; default now.' }),
});

const TOP = 10;

const topArgs = (t: Arg) => ({
  ...periodArgs(t),
  first: t.int({
    description: `How many at most; 1–${MAX_PAGE_SIZE}, default ${TOP}.`,
    validate: pageSize({ max: MAX_PAGE_SIZE }),
  }),
});

builder.objectField(Statistics, 'answering', (t) =>
  t.field({
    type: Answering,
    nullable: true,
    description: 'How soon the inquiries of a period were answered. Throws `not_found`.',
    args: {
      ...periodArgs(t.arg),
      channel: t.arg.string({ description: 'Slug of the one channel to look at.', validate: slug() }),
    },
    resolve: async (_board, { channel, ...args }, ctx) => {
      const period = readPeriod(args, ctx.clock.now());
      if (typeof channel === 'string') await assertChannel(ctx, channel);
      return measureAnswers(ctx, period, channel ?? null);
    },
  }),
);

builder.objectField(Statistics, 'work', (t) =>
  t.field({
    type: WorkThroughputType,
    nullable: true,
    description: 'What happened to work packets in the period.',
    args: periodArgs(t.arg),
    resolve: (_board, args, ctx) => measureWork(ctx, readPeriod(args, ctx.clock.now())),
  }),
);

builder.objectField(Statistics, 'targets', (t) =>
  t.field({
    type: [TargetOutcomesType],
    nullable: true,
    description: 'What came of the attempts with those targets that the period has the most reports of.',
    args: topArgs(t.arg),
    resolve: (_board, { first, ...args }, ctx) =>
      countTargets(ctx, readPeriod(args, ctx.clock.now()), first ?? TOP),
  }),
);

builder.objectField(Statistics, 'agents', (t) =>
  t.field({
    type: [AgentActivity],
    nullable: true,
    description: 'Who wrote the most in the period, the most active first.',
    args: topArgs(t.arg),
    resolve: (_board, { first, ...args }, ctx) =>
      countAuthors(ctx, readPeriod(args, ctx.clock.now()), first ?? TOP),
  }),
);

/** Throws `not_found` for a channel that is not there: of such a one every number is 0, and means nothing. */
export async function assertChannel(ctx: Context, channel: string): Promise<void> {
  if (!(await ctx.loaders.channelBySlug.load(channel))) throw channelNotFound(channel);
}
