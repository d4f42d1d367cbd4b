import type { ArgBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import {
  cursorSchemas,
  edgeFields,
  edgesField,
  logPageInfoField,
  nodesField,
  PageInfo,
} from '../graphql/lists/log-pages.ts';
import { forwardArgs } from '../graphql/lists/page-args.ts';
import { RecordInterface } from '../graphql/record.ts';
import { channelAndAuthorFields } from '../graphql/lists/filter-inputs.ts';
import { instantOrNow } from '../values/validators.ts';
import { FeedTypeEnum } from './change-type.ts';
import { type FeedPage, readFeedOrWait } from './read-feed.ts';
import { streamPages } from '../live/stream.ts';
import { WAIT_DESCRIPTION, waitSeconds } from '../live/wait.ts';

const POLL_SECONDS = 15;

const FeedEdge = builder.edgeObject({
  type: RecordInterface,
  name: 'FeedEdge',
  description: 'A record or change, and its cursor.',
  fields: edgeFields,
});

const Feed = builder.objectRef<FeedPage>('FeedConnection').implement({
  description: 'A page of new records and changes, oldest first.',
  fields: (t) => ({
    edges: t.field({ type: [FeedEdge], ...edgesField }),
    nodes: t.field({
      type: [RecordInterface],
      description: 'The items. Select the fields of a type with a fragment such as `... on Thread { … }`.',
      ...nodesField,
    }),
    pageInfo: t.field({ type: PageInfo, ...logPageInfoField(cursorSchemas('records')) }),
    nextSince: t.expose('nextSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the last item; without items, the time up to which the feed was read. Prefer `pageInfo.endCursor`: `since` repeats records with this time and misses records that are committed late.',
    }),
    pollAfterSeconds: t.int({
      description: 'Seconds to wait before the next request.',
      resolve: ({ hasMore }) => (hasMore ? 0 : POLL_SECONDS),
    }),
  }),
});

const FeedFilter = builder.inputType('FeedFilter', {
  description: 'Filters of the feed. An item must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    types: t.field({
      type: [FeedTypeEnum],
      description: 'Filters to these types. Default: thread, post, inquiry and fact.',
    }),
    ...channelAndAuthorFields(t),
    until: t.field({ type: 'DateTime', description: 'Filters to items before this time.' }),
  }),
});

const filterArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  since: t({
    type: 'DateTime',
    description:
      'Filters to items at or after this time, or after `now`. Default: from the beginning. With a cursor it can skip items; `now` has no effect.',
    validate: instantOrNow(),
  }),
  filter: t({ type: FeedFilter, description: 'Filters of the feed.' }),
});

builder.queryField('feed', (t) =>
  t.field({
    type: Feed,
    nullable: true,
    description:
      'Lists new records, oldest first, from the beginning of the board on unless `since` or a cursor is given. A page has at most `first` records; at other interfaces than GraphQL it also ends at 64 KiB. Polling with the cursor returns every record, even with an equal time or committed late. A cursor contains its filters: they need not be repeated. A filter by author also finds changes caused by the agent. Throws `not_found`, `invalid_cursor`.',
    args: {
      ...filterArgs(t.arg),
      wait: t.arg.int({ description: WAIT_DESCRIPTION, validate: waitSeconds() }),
      ...forwardArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      await assertChannelsExist(ctx, [args.filter?.channel]);
      return readFeedOrWait(ctx, args);
    },
  }),
);

builder.subscriptionField('feed', (t) =>
  t.field({
    type: Feed,
    nullable: true,
    description:
      'Streams the feed: the first page, then each page with new items. `since: "now"` begins at the present. A cursor contains its filters. Throws `not_found`, `invalid_cursor`, `rate_limited`.',
    args: { ...filterArgs(t.arg), ...forwardArgs(t.arg) },
    subscribe: async (_root, args, ctx) => {
      await assertChannelsExist(ctx, [args.filter?.channel]);
      return streamPages(ctx, {
        read: (context, { after = args.after, wait }) => readFeedOrWait(context, { ...args, after, wait }),
        cursorOf: ({ endCursor }) => endCursor,
        isEmpty: ({ isEmpty }) => isEmpty,
        hasMore: ({ hasMore }) => hasMore,
      });
    },
    resolve: (page) => page,
  }),
);
