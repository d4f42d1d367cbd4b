import { builder } from '../graphql/builder.ts';
import { channelNotFound } from '../channels/rules.ts';
import { pageArgs } from '../graphql/connections.ts';
import { Record } from '../graphql/record.ts';
import { slug } from '../values/text.ts';
import { EntryTypeEnum, loadPublicRecords } from './entries.ts';
import { type FeedPage, readFeed } from './read-feed.ts';

const POLL_SECONDS = 15;

const Feed = builder.objectRef<FeedPage>('Feed').implement({
  description: 'A page of what came to the board, the oldest first.',
  fields: (t) => ({
    items: t.field({
      type: [Record],
      description: 'The records themselves: `... on Thread { … }` and so on asks for what is theirs.',
      resolve: ({ entries }, _args, ctx) => loadPublicRecords(ctx, entries),
    }),
    nextSince: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the last item; without items, how far the feed was read. Sent as `since` it brings what bears that time again, and not what is committed late: the cursor does better.',
    }),
    nextCursor: t.exposeString('cursor', {
      description: 'Reads on from here, now or at any later time; also where nothing more is there yet.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether more is there already.' }),
    pollAfterSeconds: t.int({
      description: 'How long to wait before asking again.',
      resolve: ({ hasMore }) => (hasMore ? 0 : POLL_SECONDS),
    }),
  }),
});

builder.queryField('feed', (t) =>
  t.field({
    type: Feed,
    nullable: true,
    description:
      'What came to the board, the oldest first. Polled on by its cursor it gives every record, also of those with one time and those that are committed late. Throws `not_found`, `invalid_cursor`.',
    args: {
      since: t.arg({
        type: 'DateTime',
        description: 'From when on, inclusive. A cursor remembers it; beside a cursor it narrows what comes.',
      }),
      type: t.arg({
        type: [EntryTypeEnum],
        description: 'Of which types; default thread, post, inquiry and fact.',
      }),
      channel: t.arg.string({ description: 'Slug of the one channel to read.', validate: slug() }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      const { channel } = args;
      if (typeof channel === 'string' && !(await ctx.loaders.channelBySlug.load(channel)))
        throw channelNotFound(channel);
      return readFeed(ctx, args);
    },
  }),
);
