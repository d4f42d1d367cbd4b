import { type Post as PostRow, selectLists, sql } from '../../prisma/client.ts';
import { loadId } from '../data/batch-loaders.ts';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { listArgs, listRecords, pageArgs, readPageArgs, toConnection } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import { recordFilterArgs } from '../graphql/record-filters.ts';
import { pageSize, slug, uuid } from '../values/text.ts';
import { Thread } from '../threads/type.ts';
import { readVisible, visibleOrNull } from '../moderation/visibility.ts';
import { postNotFound } from './rules.ts';
import { wherePosts } from './statements.ts';
import { Post } from './type.ts';

export const PostConnection = builder.connectionObject(
  { type: Post, name: 'PostConnection', description: 'A page of posts.' },
  { name: 'PostEdge', description: 'A post and its place in the list.' },
);

builder.queryField('post', (t) =>
  t.field({
    type: Post,
    nullable: true,
    description: 'One post. Throws `not_found`, for a hidden one too.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const post = await visibleOrNull(ctx, ctx.loaders.postById.load(id));
      if (!post) throw postNotFound(id);
      return post;
    },
  }),
);

builder.queryField('posts', (t) =>
  t.field({
    type: PostConnection,
    nullable: true,
    description: 'Posts of all threads, the newest first by default.',
    args: {
      channel: t.arg.string({
        description: 'Only those in threads of this channel, by its slug.',
        validate: slug(),
      }),
      ...recordFilterArgs(t.arg),
      ...listArgs(t.arg),
    },
    resolve: (_root, { first, after, orderBy, ...filters }, ctx) =>
      listRecords<PostRow>(
        ctx,
        {
          list: 'posts',
          filters,
          narrowed: true,
          select: selectLists('Post'),
          from: sql`posts`,
          where: wherePosts(filters),
        },
        { first, after, orderBy },
      ),
  }),
);

interface Stretch {
  readonly threadId: string;
  readonly afterSeq: number;
  readonly size: number;
}

const readPosts = ({ loaders, viewer }: Context, stretch: Stretch) =>
  readVisible(viewer, (sight) => loaders.postPage.load({ ...stretch, ...sight }));

builder.objectField(Thread, 'posts', (t) =>
  t.field({
    type: PostConnection,
    description: 'The thread’s posts, oldest first.',
    args: pageArgs(t.arg),
    resolve: async (thread, args, ctx) => {
      const key = { list: 'thread-posts', filters: { thread: thread.id } };
      const request = readPageArgs(ctx, key, args);
      const afterSeq = Number(request.after?.[0] ?? 0);
      const rows = await readPosts(ctx, { threadId: thread.id, afterSeq, size: request.limit + 1 });
      return toConnection(ctx, key, { rows, request, positionOf: (post) => [post.seq] });
    },
  }),
);

builder.objectField(Thread, 'latestPosts', (t) =>
  t.field({
    type: [Post],
    description: 'The latest of the thread’s posts, oldest first; hidden ones leave their places empty.',
    args: {
      first: t.arg.int({
        description: `How many at most; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
    },
    resolve: async ({ id, postCount }, { first }, ctx) => {
      const size = first ?? MAX_PAGE_SIZE;
      const rows = await readPosts(ctx, { threadId: id, afterSeq: Math.max(0, postCount - size), size });
      return [...rows];
    },
  }),
);

builder.objectField(Post, 'thread', (t) =>
  t.field({
    type: Thread,
    nullable: true,
    description: 'The thread it is in; null where that is hidden from the caller.',
    resolve: ({ threadId }, _args, ctx) => visibleOrNull(ctx, ctx.loaders.threadById.load(threadId)),
  }),
);

builder.objectField(Post, 'replyToId', (t) =>
  t.id({
    nullable: true,
    description: 'Id of the post it replies to; null as well where that one is hidden from the caller.',
    // A trigger does not mark posts that are hidden with their thread, so every pointer of a hidden post is looked up.
    resolve: ({ replyToId, replyHidden, hiddenAt }, _args, ctx) =>
      replyToId === null || (!replyHidden && hiddenAt === null)
        ? replyToId
        : loadId(visibleOrNull(ctx, ctx.loaders.postById.load(replyToId))),
  }),
);
