import { columns, type Database, type Post, sql } from '../../prisma/client.ts';
import { batched, batchedBy } from '../batch.ts';

/** A page of a thread's posts for one viewer: `handle` sees its own hidden posts, `all` sees every one. */
interface PostPage {
  readonly threadId: string;
  readonly afterSeq: number;
  readonly limit: number;
  readonly handle: string | null;
  readonly all: boolean;
}

export const createPostLoaders = (database: Database) => ({
  postById: batchedBy<Post>(
    database,
    'id',
    (ids) => sql`select ${columns('Post')} from posts where id = any(${ids}::uuid[])`,
  ),

  postPage: batched<PostPage, readonly Post[]>(async (pages) => {
    const rows = await database.rows<Post & { page: number }>(sql`
      select post.*, page.n::int as page
      from unnest(
        ${pages.map((page) => page.threadId)}::uuid[],
        ${pages.map((page) => page.afterSeq)}::int[],
        ${pages.map((page) => page.limit)}::int[],
        ${pages.map((page) => page.handle)}::text[],
        ${pages.map((page) => page.all)}::boolean[]
      ) with ordinality as page(thread_id, after_seq, size, handle, sees_all, n)
      cross join lateral (
        select ${columns('Post', 'p')} from posts p
        where p.thread_id = page.thread_id and p.seq > page.after_seq
          and (p.hidden_at is null or page.sees_all or p.created_by = page.handle)
        order by p.seq limit page.size
      ) post
      order by page.n, post.seq`);
    const byPage: Post[][] = pages.map(() => []);
    for (const row of rows) byPage[row.page - 1]?.push(row);
    return byPage;
  }),
});
