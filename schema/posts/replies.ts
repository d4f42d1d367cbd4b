// The fields that connect a post and its replies.
import { dependsOnRow, sql } from '../../prisma/client.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { readInTurn } from '../data/text-bound.ts';
import { builder } from '../graphql/builder.ts';
import { readPageRows, toConnection } from '../graphql/lists/connections.ts';
import { countRecords } from '../graphql/lists/counts.ts';
import { pageArgs, readPageArgs, toSeqPage } from '../graphql/lists/page-args.ts';
import { readVisible, visibleOrNull } from '../moderation/visibility.ts';
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
    resolve: async ({ id: replyToId, threadId }, args, ctx) => {
      const key = { list: 'post-replies', filters: { post: replyToId } };
      const request = readPageArgs(ctx, key, args);
      const page = { replyToId, threadId, ...toSeqPage(request) };
      const rows = await readPageRows(ctx, () =>
        readInTurn(ctx, () => readVisible(ctx.viewer, (filter) => ctx.loaders.replyPage.load(page, filter))),
      );
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (post) => [post.seq],
        countRecords: () =>
          countRecords(ctx, {
            from: sql`posts`,
            dependsOn: dependsOnRow(threadId),
            where: sql`reply_to_id = ${PARENT_KEY}::uuid`,
            order: sql`seq`,
            parentKey: replyToId,
          }),
      });
    },
  }),
}));
