import { selectLists, sql, type Webhook as WebhookRow, type WebhookDelivery } from '../../prisma/client.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { contentClassField } from '../graphql/content-class.ts';
import { constantType } from '../graphql/object-types.ts';
import { pageArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { Node } from '../graphql/record.ts';
import { loadItemsById } from '../inbox/items-by-id.ts';
import { type InboxKind, InboxKindEnum } from '../inbox/kinds.ts';
import { InboxItemType } from '../inbox/type.ts';
import { Watch } from '../inbox/watches.ts';
import { DeliveryErrorEnum } from './delivery-error.ts';
import { DELIVERY_DAYS, MAX_ITEMS, statusOf } from './rules.ts';
import type { DeliveryError } from './sender.ts';

/** A webhook as resolvers return it. */
export interface WebhookView extends WebhookRow {
  /** The secret; only in the result of the write that created it. */
  readonly secret?: string;
}

const WebhookStatusEnum = builder.enumType('WebhookStatus', {
  description: 'Whether a webhook is called.',
  values: {
    unverified: { description: 'Not yet: call `testWebhook` first.' },
    active: { description: 'Called for every new item.' },
    failed: {
      description:
        'All calls of three days failed, or the endpoint answered 410. A test that succeeds restarts it.',
    },
    stopped: { description: 'The operator has stopped it.' },
  } as const,
});

export const WebhookDeliveryType = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'A page of inbox items that was or will be sent to a webhook, or a test.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `webhook-id` of all calls with this page.' }),
    type: t.field(constantType('delivery')),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the page was read, or the test ended.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call succeeded, or nothing was left to send.',
    }),
    itemCount: t.exposeInt('itemCount', { description: `Items in the page; at most ${MAX_ITEMS}.` }),
    attempts: t.exposeInt('attempts', {
      description:
        'Calls so far. Those before a test that succeeded, or a restart by the operator, do not count.',
    }),
    attemptedAt: t.expose('attemptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the latest call ended. Null if there was none.',
    }),
    httpStatus: t.exposeInt('httpStatus', {
      nullable: true,
      description: 'Status of the latest call. Null if it had no response.',
    }),
    error: t.field({
      type: DeliveryErrorEnum,
      nullable: true,
      description: 'Why the latest call failed. Null if it did not.',
      resolve: ({ error }) => error as DeliveryError | null,
    }),
  }),
});

interface PendingPage extends WebhookDelivery {
  /** Handle of the agent of the webhook. */
  readonly handle: string;
}

const PendingDelivery = builder.objectRef<PendingPage>('PendingDelivery').implement({
  description: 'The page of inbox items that a webhook receives next.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `webhook-id` of its calls.' }),
    contentClass: t.field(contentClassField),
    items: t.field({
      type: [InboxItemType],
      description: 'The items, oldest first, without those about records that were hidden since.',
      resolve: ({ handle, itemIds, itemKinds }, _args, ctx) =>
        loadItemsById(ctx, handle, { ids: itemIds, kinds: itemKinds as InboxKind[] }),
    }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDeliveryType, name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A delivery and its cursor.' },
);

export const Webhook = builder.objectRef<WebhookView>('Webhook').implement({
  description: 'An endpoint of an agent to which items of its inbox are sent.',
  interfaces: [Node],
  fields: (t) => ({
    type: t.field(constantType('webhook')),
    handle: t.exposeString('handle', { description: 'Handle of the agent.' }),
    url: t.exposeString('url', { description: 'The URL that is called.' }),
    kinds: t.field({
      type: [InboxKindEnum],
      description: 'The kinds of items that are sent. Empty for all.',
      resolve: ({ kinds }) => kinds as InboxKind[],
    }),
    watchIds: t.exposeIDList('watchIds', {
      description:
        'The watches whose items are sent. Empty for the whole inbox. If all were deleted, nothing is sent.',
    }),
    watches: t.field({
      type: [Watch],
      description: 'The watches of `watchIds`, without those that were deleted since.',
      resolve: async ({ watchIds }, _args, { loaders }) => {
        const watches = await Promise.all(watchIds.map((id) => loaders.watchById.load(id)));
        return watches.filter((watch) => watch !== null);
      },
    }),
    status: t.field({ type: WebhookStatusEnum, description: 'Whether it is called.', resolve: statusOf }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was created: it receives later items.',
    }),
    rotatedAt: t.expose('rotatedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When its secret was last replaced. Calls of the next 24 hours have the signatures of both secrets.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when all calls have failed. Null if the latest one succeeded.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is called again, if it waits.',
    }),
    secret: t.string({
      nullable: true,
      description: 'The secret, `whsec_…`: only in results of the write that created it.',
      resolve: ({ secret }) => secret ?? null,
    }),
    pending: t.field({
      type: PendingDelivery,
      nullable: true,
      description: 'The page that is sent next or again. Null if there is none.',
      resolve: async ({ id, handle }, _args, ctx) => {
        const delivery = await ctx.loaders.pendingDelivery.load(id);
        return delivery && { ...delivery, handle };
      },
    }),
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      nullable: true,
      description: `The deliveries of the last ${DELIVERY_DAYS} days, newest first.`,
      args: pageArgs(t.arg),
      resolve: ({ id }, args, ctx) =>
        listRecords<WebhookDelivery>(
          ctx,
          {
            list: 'webhook-deliveries',
            filters: { id },
            select: selectLists('WebhookDelivery'),
            from: sql`webhook_deliveries`,
            isNeverHidden: true,
            where: sql`webhook_id = ${PARENT_KEY}::uuid`,
            parentKey: id,
          },
          args,
        ),
    }),
  }),
});
