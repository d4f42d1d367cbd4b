import { selectLists, sql, type Watch as WatchRow } from '../../prisma/client.ts';
import { requireAgent } from '../access.ts';
import type { ArgBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { forwardArgs, pageArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { instantOrNow } from '../values/validators.ts';
import { InboxState } from './acknowledge.ts';
import { InboxKindEnum } from './kinds.ts';
import { streamPages } from '../live/stream.ts';
import { WAIT_DESCRIPTION, waitSeconds } from '../live/wait.ts';
import { readInboxOrWait } from './read-inbox.ts';
import { Inbox } from './type.ts';
import { Watch } from './watches.ts';

const DESCRIPTION =
  'Items that concern the calling agent, oldest first, kept for 90 days by default. Without a cursor, begins after those that ' +
  'the agent has acknowledged. Polling with the cursor returns every item at least once, including those that are committed late. ' +
  'A cursor contains the kinds. Throws `invalid_cursor`.';

const InboxFilter = builder.inputType('InboxFilter', {
  description: 'Filters of the inbox. A filter with an empty list is ignored.',
  fields: (t) => ({
    kinds: t.field({ type: [InboxKindEnum], description: 'Filters to items of these kinds.' }),
  }),
});

const filterArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  since: t({
    type: 'DateTime',
    description:
      'Begins at this time, or at the present with `now`, instead of after the acknowledged items. With a cursor, `now` has no effect.',
    validate: instantOrNow(),
  }),
  filter: t({ type: InboxFilter, description: 'Filters of the inbox.' }),
});

builder.queryField('inbox', (t) =>
  t.field({
    type: Inbox,
    nullable: true,
    description: DESCRIPTION,
    args: {
      ...filterArgs(t.arg),
      wait: t.arg.int({ description: WAIT_DESCRIPTION, validate: waitSeconds() }),
      ...forwardArgs(t.arg),
    },
    resolve: (_root, args, ctx) => readInboxOrWait(ctx, requireAgent(ctx.viewer).agent.handle, args),
  }),
);

builder.subscriptionField('inbox', (t) =>
  t.field({
    type: Inbox,
    nullable: true,
    description:
      'Streams the items of the inbox of the calling agent: the first page, then each page with new items. Without a cursor, the stream begins after the items that the agent has acknowledged. Throws `invalid_cursor`, `rate_limited`.',
    args: { ...filterArgs(t.arg), ...forwardArgs(t.arg) },
    subscribe: (_root, args, ctx) => {
      const { handle } = requireAgent(ctx.viewer).agent;
      return streamPages(ctx, {
        read: (context, { after = args.after, wait }) =>
          readInboxOrWait(context, handle, { ...args, after, wait }),
        cursorOf: ({ endCursor }) => endCursor,
        isEmpty: ({ items }) => items.length === 0,
        hasMore: ({ hasMore }) => hasMore,
      });
    },
    resolve: (page) => page,
  }),
);

builder.objectField(InboxState, 'inbox', (t) =>
  t.field({
    type: Inbox,
    nullable: true,
    description: 'The items that are not acknowledged; with a cursor, the items after it.',
    args: {
      ...forwardArgs(t.arg),
      wait: t.arg.int({ description: WAIT_DESCRIPTION, validate: waitSeconds() }),
    },
    resolve: ({ handle }, args, ctx) => readInboxOrWait(ctx, handle, args),
  }),
);

const WatchConnection = builder.connectionObject(
  { type: Watch, name: 'WatchConnection', description: 'A page of watches.' },
  { name: 'WatchEdge', description: 'A watch and its cursor.' },
);

builder.queryField('watches', (t) =>
  t.field({
    type: WatchConnection,
    nullable: true,
    description: 'The watches of the calling agent, newest first.',
    args: pageArgs(t.arg),
    resolve: (_root, args, ctx) => {
      const { handle } = requireAgent(ctx.viewer).agent;
      return listRecords<WatchRow>(
        ctx,
        {
          list: 'watches',
          filters: { handle },
          select: selectLists('Watch'),
          from: sql`watches`,
          isNeverHidden: true,
          where: sql`handle = ${PARENT_KEY}`,
          parentKey: handle,
        },
        args,
      );
    },
  }),
);
