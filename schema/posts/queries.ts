import {
  type Post as PostRow,
  selectLists,
  sql,
  type Thread as ThreadRow,
  dependsOnRow,
} from '../../prisma/client.ts';
import { loadId } from '../data/batch-loaders.ts';
import { countWithinTextBound, readInTurn } from '../data/text-bound.ts';
import { createSeqPage, type SeqPage } from '../data/seq-pages.ts';
import { countRecords } from '../graphql/lists/counts.ts';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { readPageRows, toConnection } from '../graphql/lists/connections.ts';
import { listArgs, pageArgs, readPageArgs, recordFilterArg, toSeqPage } from '../graphql/lists/page-args.ts';
import { listRecords, type RecordListArgs } from '../graphql/lists/record-lists.ts';
import type { Context } from '../context.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { channelsField, recordFilterFields } from '../graphql/lists/filter-inputs.ts';
import { hasRecordFilters, valuesOf } from '../graphql/lists/record-filters.ts';
import { BoardError } from '../contract.ts';
import { pageSize, uuid } from '../values/validators.ts';
import { Thread } from '../threads/type.ts';
import { readVisible, visibleOrNull } from '../moderation/visibility.ts';
import { postNotFound } from './rules.ts';
import { selectPosts } from './statements.ts';
import { Post } from './type.ts';

export const PostConnection = builder.connectionObject(
  { type: Post, name: 'PostConnection', description: 'A page of posts.' },
  { name: 'PostEdge', description: 'A post and its cursor.' },
);

builder.queryField('post', (t) =>
  t.field({
    type: Post,
    nullable: true,
    description:
      'Looks up a post by its id. Throws `not_found`, also for a post that is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'The id of the post.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const post = await visibleOrNull(ctx, ctx.loaders.postById.load(id));
      if (!post) throw postNotFound(id);
      return post;
    },
  }),
);

const PostFilter = builder.inputType('PostFilter', {
  description:
    'Filters of a list of posts. A post must match all of them. A filter with an empty list is ignored. With `channels`, hidden posts are left out for every caller, and `authors` cannot be used.',
  fields: (t) => ({ ...recordFilterFields(t), ...channelsField(t) }),
});

builder.queryField('posts', (t) =>
  t.field({
    type: PostConnection,
    nullable: true,
    description: 'Lists posts of all threads, newest first by default.',
    args: { filter: t.arg({ type: PostFilter, description: 'Filters of the list.' }), ...listArgs(t.arg) },
    resolve: (_root, args, ctx) => {
      const channels = valuesOf(args.filter?.channels);
      if (channels && valuesOf(args.filter?.authors)) throw createChannelsWithAuthorsError();
      return listRecords<PostRow>(
        ctx,
        { list: 'posts', filters: { channels }, isFiltered: true, ...selectPosts(channels) },
        args,
      );
    },
  }),
);

/** The error for two filters that no index serves together: a page of an author's posts in a channel could read all posts. */
const createChannelsWithAuthorsError = () =>
  new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [
      {
        path: ['filter', 'channels'],
        msg: '`channels` and `authors` cannot be used together: use the posts of a `thread`, or the query `recent`',
        type: 'value_error',
      },
    ],
  });

const readPosts = (ctx: Context, threadId: string, page: SeqPage) =>
  readInTurn(ctx, () =>
    readVisible(ctx.viewer, (filter) => ctx.loaders.postPage.load({ threadId, ...page }, filter)),
  );

builder.objectField(Thread, 'posts', (t) =>
  t.field({
    type: PostConnection,
    description: 'The posts of the thread, oldest first.',
    args: { ...recordFilterArg(t.arg), ...pageArgs(t.arg) },
    resolve: async (thread, args, ctx) => {
      if (hasRecordFilters(args)) return listFilteredPosts(ctx, thread.id, args);
      const key = { list: 'thread-posts', filters: { thread: thread.id } };
      const request = readPageArgs(ctx, key, args);
      const rows = await readPageRows(ctx, () => readPosts(ctx, thread.id, toSeqPage(request)));
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (post) => [post.seq],
        countRecords: () =>
          countRecords(ctx, {
            from: sql`posts`,
            dependsOn: dependsOnRow(thread.id),
            where: sql`thread_id = ${PARENT_KEY}::uuid`,
            order: sql`seq`,
            indexes: [['visible']],
            parentKey: thread.id,
          }),
      });
    },
  }),
);

/** Orders by time, not by sequence number, so that the index on author and time returns the posts without a sort. */
const listFilteredPosts = (ctx: Context, threadId: string, args: RecordListArgs) =>
  listRecords<PostRow>(
    ctx,
    {
      list: 'thread-posts-filtered',
      filters: { thread: threadId },
      select: selectLists('Post'),
      from: sql`posts`,
      dependsOn: dependsOnRow(threadId),
      where: sql`thread_id = ${PARENT_KEY}::uuid`,
      indexes: [['createdBy']],
      parentKey: threadId,
    },
    { ...args, orderBy: { direction: 'ASC' } },
  );

builder.objectField(Thread, 'latestPosts', (t) =>
  t.field({
    type: [Post],
    description:
      'The latest posts of the thread, oldest first. Fewer than `first` if some are hidden from the caller, or texts are long.',
    args: {
      first: t.arg.int({
        description: `The maximum number of posts; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
    },
    resolve: async ({ id, postCount }, { first }, ctx) => {
      const size = first ?? MAX_PAGE_SIZE;
      const rows = await readPosts(ctx, id, createSeqPage({ afterSeq: postCount - size, size }));
      // The bound of text leaves out the oldest posts.
      return rows.slice(-countWithinTextBound(rows.toReversed()));
    },
  }),
);

/** The first post of a thread; null if there is none or it is hidden from the caller. */
async function readFirstPost(ctx: Context, threadId: string) {
  const [first] = await readPosts(ctx, threadId, createSeqPage({ size: 1 }));
  return first?.seq === 1 ? first : null;
}

builder.objectField(Thread, 'firstPostId', (t) =>
  t.id({
    nullable: true,
    description:
      'The id of the first post of the thread. Null if there is none or it is hidden from the caller.',
    // `createThread` returns the id with the row, so that the response to a creation needs no other statement.
    resolve: async ({ id, firstPostId }: ThreadRow & { readonly firstPostId?: string | null }, _args, ctx) =>
      firstPostId === undefined ? ((await readFirstPost(ctx, id))?.id ?? null) : firstPostId,
  }),
);

builder.objectField(Thread, 'firstPost', (t) =>
  t.field({
    type: Post,
    nullable: true,
    description: 'The first post of the thread. Null if there is none or it is hidden from the caller.',
    resolve: ({ id }, _args, ctx) => readFirstPost(ctx, id),
  }),
);

builder.objectField(Post, 'thread', (t) =>
  t.field({
    type: Thread,
    nullable: true,
    description: 'The thread of the post. Null if it is hidden from the caller.',
    resolve: ({ threadId }, _args, ctx) => visibleOrNull(ctx, ctx.loaders.threadById.load(threadId)),
  }),
);

builder.objectField(Post, 'replyToId', (t) =>
  t.id({
    nullable: true,
    description:
      'The id of the post that this post replies to. Null if there is none or it is hidden from the caller.',
    // Triggers keep `replyHidden`, but not where both posts are hidden with their thread. The replied-to post of a hidden
    // post is therefore always loaded.
    resolve: ({ replyToId, replyHidden, hiddenAt }, _args, ctx) =>
      replyToId === null || (!replyHidden && hiddenAt === null)
        ? replyToId
        : loadId(visibleOrNull(ctx, ctx.loaders.postById.load(replyToId))),
  }),
);
