import { type Fact as FactRow, sql, dependsOnRow } from '../../prisma/client.ts';
import { countRecords } from '../graphql/lists/counts.ts';
import { builder } from '../graphql/builder.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { Channel } from '../channels/type.ts';
import { readPageRows, toConnection } from '../graphql/lists/connections.ts';
import { listArgs, pageArgs, readPageArgs, toSeqPage } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import type { Context } from '../context.ts';
import {
  hasRecordFilters,
  readRecordFilters,
  valuesOf,
  whereAuthors,
  whereCreated,
} from '../graphql/lists/record-filters.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { readInTurn } from '../data/text-bound.ts';
import { uuid } from '../values/validators.ts';
import { readVisible } from '../moderation/visibility.ts';
import { ChannelFactFilter, FactFilter, FactHistoryFilter, type FactListArgs } from './inputs.ts';
import { factNotFound, isFactVisible } from './rules.ts';
import { type FactFilterValues, type FilteredChain, selectFacts, selectFilteredChain } from './lists.ts';
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
 * Lists facts. `includeQuarantined` is ignored for anonymous callers, which never see quarantined facts. With `channelSlug`,
 * the lists of several channels in one request are read by one statement.
 */
const listFacts = (ctx: Context, args: FactListArgs, channelSlug?: string) => {
  const givenFilter = args.filter ?? {};
  const cursorFilters = {
    tags: valuesOf(givenFilter.tags),
    channels: channelSlug === undefined ? valuesOf(givenFilter.channels) : [channelSlug],
    superseded: givenFilter.includeSuperseded ?? false,
    quarantined: givenFilter.includeQuarantined ?? false,
    stale: givenFilter.includeStale ?? true,
  };
  const appliedFilter: FactFilterValues = {
    ...cursorFilters,
    channels: channelSlug === undefined ? cursorFilters.channels : [PARENT_KEY],
    quarantined: cursorFilters.quarantined && ctx.viewer.kind !== 'anonymous',
    hasRecordFilters: hasRecordFilters(args),
  };
  const list = {
    list: 'facts',
    filters: cursorFilters,
    ...selectFacts(appliedFilter, ctx.loaders.iterationTime(ctx.clock)),
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
    args: { filter: t.arg({ type: FactFilter, description: 'Filters of the list.' }), ...listArgs(t.arg) },
    resolve: async (_root, args, ctx) => {
      await assertChannelsExist(ctx, args.filter?.channels);
      return listFacts(ctx, args);
    },
  }),
);

builder.objectField(Channel, 'facts', (t) =>
  t.field({
    type: FactConnection,
    description:
      'The facts in the channel, newest first by default. Without arguments, excludes superseded and quarantined facts.',
    args: {
      filter: t.arg({ type: ChannelFactFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (channel, args, ctx) => listFacts(ctx, args, channel.slug),
  }),
);

interface Chain extends Omit<FilteredChain, 'visibility'> {
  readonly rootId: string;
}

const readChain = (ctx: Context, { rootId, quarantined, page }: Chain) =>
  readInTurn(ctx, () =>
    readVisible(ctx.viewer, (visibility) =>
      ctx.loaders.factChain.load({ rootId, quarantined, ...page }, visibility),
    ),
  );

function readFilteredChain(ctx: Context, { rootId, ...chain }: Chain) {
  const { loaders, queueKey: caller, viewer } = ctx;
  const options = {
    caller,
    planning: 'unprepared',
    isExpensive: true,
    dependsOn: dependsOnRow(rootId),
  } as const;
  return readVisible(viewer, (visibility) =>
    loaders.loadChildPage<FactRow>(
      rootId,
      selectFilteredChain(loaders.columnSet, { ...chain, visibility }),
      options,
    ),
  );
}

builder.objectField(Fact, 'history', (t) =>
  t.field({
    type: FactConnection,
    description: 'The chain of corrections that the fact belongs to, from the first fact to the current one.',
    args: {
      filter: t.arg({ type: FactHistoryFilter, description: 'Filters of the list.' }),
      ...pageArgs(t.arg),
    },
    resolve: async ({ rootId }, args, ctx) => {
      const quarantined = (args.filter?.includeQuarantined ?? false) && ctx.viewer.kind !== 'anonymous';
      const recordFilters = readRecordFilters(ctx, args);
      const key = { list: 'fact-history', filters: { rootId, quarantined, ...recordFilters } };
      const request = readPageArgs(ctx, key, args);
      const chain = { rootId, page: toSeqPage(request), recordFilters, quarantined };
      const rows = await readPageRows(ctx, () =>
        hasRecordFilters(args) ? readFilteredChain(ctx, chain) : readChain(ctx, chain),
      );
      const counted = {
        from: sql`facts`,
        dependsOn: dependsOnRow(rootId),
        where: sql`root_id = ${PARENT_KEY}::uuid`,
        order: sql`seq`,
        conditions: { createdBy: whereAuthors(recordFilters) },
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
