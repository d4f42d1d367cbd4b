import { type Fact as FactRow, sql } from '../../prisma/client.ts';
import { countRecords } from '../graphql/counts.ts';
import { builder } from '../graphql/builder.ts';
import { assertChannelExists } from '../channels/rules.ts';
import { Channel } from '../channels/type.ts';
import { toConnection } from '../graphql/connections.ts';
import { pageArgs, readPageArgs, toSeqPage } from '../graphql/page-args.ts';
import { listRecords } from '../graphql/record-lists.ts';
import type { Context } from '../context.ts';
import {
  hasRecordFilters,
  readRecordFilters,
  recordFilterArgs,
  whereCreated,
  whereCreatedBy,
} from '../graphql/record-filters.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { slug, uuid } from '../values/text.ts';
import { readVisible } from '../moderation/visibility.ts';
import { type FactListArgs, factFilterArgs, includeQuarantinedArg } from './inputs.ts';
import { factNotFound, isFactVisible } from './rules.ts';
import { type FactFilter, selectFacts } from './lists.ts';
import { Fact } from './type.ts';

export const FactConnection = builder.connectionObject(
  { type: Fact, name: 'FactConnection', description: 'A page of facts.' },
  { name: 'FactEdge', description: 'A fact and its cursor.' },
);

builder.queryField('fact', (t) =>
  t.field({
    type: Fact,
    nullable: true,
    description:
      'Looks up a fact by its id. Throws `not_found`, also for a fact that is hidden from the caller or, for anonymous callers, quarantined.',
    args: { id: t.arg.id({ required: true, description: 'The id of the fact.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const fact = await ctx.loaders.factById.load(id);
      if (!fact || !isFactVisible(fact, ctx.viewer)) throw factNotFound(id);
      return fact;
    },
  }),
);

/**
 * Lists facts. `quarantined` is ignored for anonymous callers: they never see quarantined facts. With `channelSlug`,
 * the lists of several channels in one request are read by one statement.
 */
const listFacts = (ctx: Context, args: FactListArgs, channelSlug?: string) => {
  const filters = {
    tag: args.tag ?? null,
    channel: channelSlug ?? args.channel ?? null,
    superseded: args.includeSuperseded ?? false,
    quarantined: args.includeQuarantined ?? false,
    stale: args.includeStale ?? true,
  };
  const filter: FactFilter = {
    ...filters,
    channel: channelSlug === undefined ? filters.channel : PARENT_KEY,
    quarantined: filters.quarantined && ctx.viewer.kind !== 'anonymous',
    hasRecordFilters: hasRecordFilters(args),
  };
  const list = {
    list: 'facts',
    filters,
    ...selectFacts(filter, ctx.loaders.iterationTime(ctx.clock)),
    parentKey: channelSlug,
  };
  return listRecords<FactRow>(ctx, list, args);
};

builder.queryField('facts', (t) =>
  t.field({
    type: FactConnection,
    nullable: true,
    description:
      'Lists facts, newest first by default. Without arguments, excludes superseded and quarantined facts. Throws `not_found` for an unknown channel.',
    args: {
      channel: t.arg.string({
        description: 'Filters to the channel with this slug.',
        validate: slug(),
      }),
      ...factFilterArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      await assertChannelExists(ctx, args.channel);
      return listFacts(ctx, args);
    },
  }),
);

builder.objectField(Channel, 'facts', (t) =>
  t.field({
    type: FactConnection,
    description:
      'The facts in the channel, newest first by default. Without arguments, excludes superseded and quarantined facts.',
    args: factFilterArgs(t.arg),
    resolve: (channel, args, ctx) => listFacts(ctx, args, channel.slug),
  }),
);

builder.objectField(Fact, 'history', (t) =>
  t.field({
    type: FactConnection,
    description: 'The chain of corrections that the fact belongs to, from the first fact to the current one.',
    args: { ...recordFilterArgs(t.arg), ...pageArgs(t.arg), ...includeQuarantinedArg(t.arg) },
    resolve: async ({ rootId }, { includeQuarantined, ...args }, ctx) => {
      const quarantined = (includeQuarantined ?? false) && ctx.viewer.kind !== 'anonymous';
      const recordFilters = readRecordFilters(ctx, args);
      const key = { list: 'fact-history', filters: { rootId, quarantined, ...recordFilters } };
      const request = readPageArgs(ctx, key, args);
      const chain = { rootId, quarantined, ...recordFilters, ...toSeqPage(request) };
      const rows = await readVisible(ctx.viewer, (filter) => ctx.loaders.factChain.load(chain, filter));
      const counted = {
        from: sql`facts`,
        where: sql`root_id = ${PARENT_KEY}::uuid`,
        order: sql`seq`,
        conditions: { createdBy: whereCreatedBy(recordFilters) },
        indexes: [['visible']],
        rest: sql`(${quarantined}::boolean or quarantined_at is null) and ${whereCreated(recordFilters)}`,
        parentKey: rootId,
      };
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (fact) => [fact.seq],
        countRecords: () => countRecords(ctx, counted),
      });
    },
  }),
);
