import { columns, type Database, type Post, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import { batchedPages } from '../paged.ts';

/** A page of a thread's posts for one viewer: `handle` sees its own hidden posts, `seesAll` every one. */
interface PostPage {
  readonly threadId: string;
  readonly afterSeq: number;
  readonly size: number;
  readonly handle: string | null;
  readonly seesAll: boolean;
}

type HiddenPost = Pick<Post, 'id' | 'hiddenAt' | 'createdBy'>;

export const createPostLoaders = (database: Database) => ({
  postById: batchedBy<Post>(
    database,
    'id',
    (ids) => sql`select ${columns('Post')} from posts where id = any(${ids}::uuid[])`,
  ),

  /** Posts that are hidden, without what they say; null for those that everybody sees. */
  hiddenPostById: batchedBy<HiddenPost>(
    database,
    'id',
    (ids) => sql`
      select id, hidden_at as "hiddenAt", created_by as "createdBy" from posts
      where id = any(${ids}::uuid[]) and hidden_at is not null`,
  ),

  postPage: batchedPages<Post, PostPage>(database, {
    by: { threadId: 'uuid', afterSeq: 'int', size: 'int', handle: 'text', seesAll: 'boolean' },
    found: sql`
      select ${columns('Post')} from posts
      where thread_id = page.threadId and seq > page.afterSeq
        and (hidden_at is null or page.seesAll or created_by = page.handle)
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
