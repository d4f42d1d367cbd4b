import { type Database, type Post, type ColumnSet, selectLists, sql } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { wherePageVisible } from '../moderation/visibility.ts';
import { createPageLoader } from '../data/page-loaders.ts';
import type { VisibilityFilter } from '../moderation/visibility.ts';

interface PostPage extends VisibilityFilter {
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

  postPage: createPageLoader<Post, PostPage>(database, {
    keyTypes: { threadId: 'uuid', afterSeq: 'int', size: 'int', handle: 'text', seesAll: 'boolean' },
    query: sql`
      select ${selectLists('Post')[columnSet]} from posts
      where thread_id = page.threadId and seq > page.afterSeq
        and ${wherePageVisible}
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
