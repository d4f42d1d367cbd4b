import {
  type Database,
  type Post,
  type ColumnSet,
  selectLists,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { createVisiblePageLoader } from '../moderation/visible-pages.ts';

interface PostList {
  readonly threadId: string;
}

interface ReplyList extends PostList {
  readonly replyToId: string;
}

export const createPostLoaders = (database: Database, columnSet: ColumnSet) => ({
  postById: createRowLoader<Post>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Post')[columnSet]} from posts where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),

  postPage: createVisiblePageLoader<Post, PostList>(database, {
    keyTypes: { threadId: 'uuid' },
    dependsOn: ({ threadId }) => dependsOnRow(threadId),
    select: selectLists('Post')[columnSet],
    from: sql`posts`,
    where: sql`thread_id = page.threadId`,
  }),

  replyPage: createVisiblePageLoader<Post, ReplyList>(database, {
    // The key has `threadId` for `dependsOn` only.
    keyTypes: { replyToId: 'uuid', threadId: 'uuid' },
    dependsOn: ({ threadId }) => dependsOnRow(threadId),
    select: selectLists('Post')[columnSet],
    from: sql`posts`,
    where: sql`reply_to_id = page.replyToId`,
  }),
});
