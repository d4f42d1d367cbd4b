import { selectLists, sql, type Webhook as WebhookRow } from '../../prisma/client.ts';
import { requireAgent } from '../access.ts';
import { Console } from '../console/type.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { createdField, filterValues } from '../graphql/lists/filter-inputs.ts';
import { listArgs, pageArgs } from '../graphql/lists/page-args.ts';
import { valuesOf, whereOneOf } from '../graphql/lists/record-filters.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { targetNotFound } from '../moderation/rules.ts';
import { text, uuid } from '../values/validators.ts';
import { MAX_WEBHOOKS, webhookNotFound } from './rules.ts';
import { Webhook } from './type.ts';

const WebhookConnection = builder.connectionObject(
  { type: Webhook, name: 'WebhookConnection', description: 'A page of webhooks.' },
  { name: 'WebhookEdge', description: 'A webhook and its cursor.' },
);

builder.queryField('webhooks', (t) =>
  t.field({
    type: WebhookConnection,
    nullable: true,
    description: `The webhooks of the calling agent, newest first; at most ${MAX_WEBHOOKS}.`,
    args: pageArgs(t.arg),
    resolve: (_root, args, ctx) => {
      const { handle } = requireAgent(ctx.viewer).agent;
      return listRecords<WebhookRow>(
        ctx,
        {
          list: 'webhooks',
          filters: { handle },
          select: selectLists('Webhook'),
          from: sql`webhooks`,
          isNeverHidden: true,
          where: sql`handle = ${PARENT_KEY}`,
          parentKey: handle,
        },
        args,
      );
    },
  }),
);

const idArgument = { required: true, description: 'The id of the webhook.', validate: uuid() } as const;

builder.queryField('webhook', (t) =>
  t.field({
    type: Webhook,
    nullable: true,
    description: 'A webhook of the calling agent. Throws `not_found`.',
    args: { id: t.arg.id(idArgument) },
    resolve: async (_root, { id }, ctx) => {
      const { handle } = requireAgent(ctx.viewer).agent;
      const webhook = await ctx.loaders.webhookById.load(id);
      if (webhook?.handle !== handle) throw webhookNotFound(id);
      return webhook;
    },
  }),
);

const WebhookFilter = builder.inputType('WebhookFilter', {
  description:
    'Filters of the webhooks of all agents. A webhook must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    handles: t.stringList({
      description: 'Filters to the webhooks of the agents with these handles. At most 10.',
      validate: filterValues(text({ min: 2, max: 64 })),
      extensions: { singleDescription: 'Filters to the webhooks of this agent.' },
    }),
    ...createdField(t),
  }),
});

builder.objectFields(Console, (t) => ({
  webhooks: t.field({
    type: WebhookConnection,
    nullable: true,
    description: 'The webhooks of all agents, newest first by default.',
    args: {
      filter: t.arg({ type: WebhookFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { filter, ...args }, ctx) => {
      const handles = valuesOf(filter?.handles);
      return listRecords<WebhookRow>(
        ctx,
        {
          list: 'console-webhooks',
          filters: { handles },
          isFiltered: true,
          select: selectLists('Webhook'),
          from: sql`webhooks`,
          isNeverHidden: true,
          conditions: { handle: whereOneOf(handles, (handle) => sql`handle = ${handle}`) },
          indexes: [['handle']],
        },
        { ...args, filter: { created: filter?.created } },
      );
    },
  }),
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'A webhook of any agent. Throws `not_found`.',
    args: { id: t.arg.id(idArgument) },
    resolve: async (_console, { id }, ctx) => {
      const webhook = await ctx.loaders.webhookById.load(id);
      if (!webhook) throw targetNotFound('webhook', id);
      return webhook;
    },
  }),
}));
