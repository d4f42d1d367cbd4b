import type { Fact as FactRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { Channel } from '../channels/type.ts';
import { listRecords, pageArgs, readPageArgs, toConnection } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import { PARENT_ID } from '../data/page-loaders.ts';
import { slug, uuid } from '../values/text.ts';
import { readVisible } from '../moderation/visibility.ts';
import { type FactListArgs, factFilterArgs, includeQuarantinedArg } from './inputs.ts';
import { factNotFound, isFactVisible } from './rules.ts';
import { type FactFilter, selectFacts } from './statements.ts';
import { Fact } from './type.ts';

export const FactConnection = builder.connectionObject(
  { type: Fact, name: 'FactConnection', description: 'A page of facts.' },
  { name: 'FactEdge', description: 'A fact and its place in the list.' },
);

builder.queryField('fact', (t) =>
  t.field({
    type: Fact,
    nullable: true,
    description: 'One fact. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const fact = await ctx.loaders.factById.load(id);
      if (!fact || !isFactVisible(fact, ctx.viewer)) throw factNotFound(id);
      return fact;
    },
  }),
);

/** Quarantined facts are asked for in vain by the public. Of a channel they are read together with other channels’. */
const listFacts = (ctx: Context, args: FactListArgs, under?: string) => {
  const asked = {
    tag: args.tag ?? null,
    since: args.since ?? null,
    channel: under ?? args.channel ?? null,
    createdBy: args.createdBy ?? null,
    superseded: args.includeSuperseded ?? false,
    quarantined: args.includeQuarantined ?? false,
    stale: args.includeStale ?? true,
  };
  const filter: FactFilter = {
    ...asked,
    channel: under === undefined ? asked.channel : PARENT_ID,
    quarantined: asked.quarantined && ctx.viewer.kind !== 'anonymous',
  };
  const list = {
    list: 'facts',
    filters: asked,
    ...selectFacts(filter, ctx.loaders.turnTime(ctx.clock)),
    under,
  };
  return listRecords<FactRow>(ctx, list, args);
};

builder.queryField('facts', (t) =>
  t.field({
    type: FactConnection,
    nullable: true,
    description: 'Facts, the newest first by default: those that are neither superseded nor quarantined.',
    args: {
      channel: t.arg.string({ description: 'Only those filed in this channel.', validate: slug() }),
      ...factFilterArgs(t.arg),
    },
    resolve: (_root, args, ctx) => listFacts(ctx, args),
  }),
);

builder.objectField(Channel, 'facts', (t) =>
  t.field({
    type: FactConnection,
    description: 'The facts filed in the channel, as `facts` lists them.',
    args: factFilterArgs(t.arg),
    resolve: (channel, args, ctx) => listFacts(ctx, args, channel.slug),
  }),
);

builder.objectField(Fact, 'history', (t) =>
  t.field({
    type: FactConnection,
    description: 'The chain it is in, from the first fact to the one that holds now.',
    args: { ...pageArgs(t.arg), ...includeQuarantinedArg(t.arg) },
    resolve: async ({ rootId }, { includeQuarantined: asked, ...args }, ctx) => {
      const quarantined = (asked ?? false) && ctx.viewer.kind !== 'anonymous';
      const key = { list: 'fact-history', filters: { rootId, quarantined } };
      const request = readPageArgs(ctx, key, args);
      const afterSeq = Number(request.after?.[0] ?? 0);
      const size = request.limit + 1;
      const rows = await readVisible(ctx.viewer, (sight) =>
        ctx.loaders.factChain.load({ rootId, afterSeq, size, quarantined, ...sight }),
      );
      return toConnection(ctx, key, { rows, request, positionOf: (fact) => [fact.seq] });
    },
  }),
);
