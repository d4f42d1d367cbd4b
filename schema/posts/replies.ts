// The replies of a thread as a tree.
import { type Post as PostRow, selectLists, sql, dependsOnRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { pageArgs } from '../graphql/page-args.ts';
import { listRecords } from '../graphql/record-lists.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { PostConnection } from './queries.ts';
import { Post } from './type.ts';

builder.objectFields(Post, (t) => ({
  replyTo: t.field({
    type: Post,
    nullable: true,
    description: 'The post that this post replies to. Null if there is none or it is hidden from the caller.',
    resolve: ({ replyToId }, _args, ctx) =>
      replyToId === null ? null : visibleOrNull(ctx, ctx.loaders.postById.load(replyToId)),
  }),
  replies: t.field({
    type: PostConnection,
    description: 'The posts that reply to this post, oldest first.',
    args: pageArgs(t.arg),
    resolve: ({ id, threadId }, args, ctx) =>
      listRecords<PostRow>(
        ctx,
        {
          list: 'replies',
          filters: { post: id },
          select: selectLists('Post'),
          from: sql`posts`,
          dependsOn: dependsOnRow(threadId),
          // The best plan depends on the number of replies: see `listOf` in schema/feed/agent-records.ts.
          isFiltered: true,
          where: sql`reply_to_id = ${id}::uuid`,
        },
        { ...args, orderBy: { direction: 'ASC' } },
      ),
  }),
}));
