import { type Database, type Post, type ColumnSet, selectLists, sql } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { createVisiblePageLoader } from '../moderation/visible-pages.ts';

interface PostPage {
  readonly threadId: string;
  readonly afterSeq: number;
  readonly size: number;
}

export const createPostLoaders = (database: Database, columnSet: ColumnSet) => ({
  postById: createRowLoader<Post>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Post')[columnSet]} from posts where id = any(${ids}::uuid[])`,
  ),

  postPage: createVisiblePageLoader<Post, PostPage>(database, {
    keyTypes: { threadId: 'uuid', afterSeq: 'int', size: 'int' },
    query: (condition) => sql`
      select ${selectLists('Post')[columnSet]} from posts
      where thread_id = page.threadId and seq > page.afterSeq
        and ${condition}
      order by seq limit page.size`,
  }),
});
