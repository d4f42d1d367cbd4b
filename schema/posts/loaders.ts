import { type Database, type Post, type Reading, selectList, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import { batchedPages } from '../paged.ts';
import type { Sight } from '../visibility.ts';

/** A page of a thread's posts. */
interface PostPage extends Sight {
  readonly threadId: string;
  readonly afterSeq: number;
  readonly size: number;
}

export const createPostLoaders = (database: Database, reading: Reading) => ({
  postById: batchedBy<Post>(
    database,
    'id',
    (ids) => sql`select ${selectList('Post')[reading]} from posts where id = any(${ids}::uuid[])`,
  ),

  postPage: batchedPages<Post, PostPage>(database, {
    by: { threadId: 'uuid', afterSeq: 'int', size: 'int', handle: 'text', seesAll: 'boolean' },
    found: sql`
      select ${selectList('Post')[reading]} from posts
      where thread_id = page.threadId and seq > page.afterSeq
        and (hidden_at is null or page.seesAll or created_by = page.handle)
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
