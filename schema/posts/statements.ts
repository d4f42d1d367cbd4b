import { columns, type Post, raw, selectLists, sql, type Via, dependsOnTables } from '../../prisma/client.ts';
import { whereChannelIsWritable } from '../channels/statements.ts';
import { createId } from '../values/ids.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';

interface NewPost {
  readonly threadId: string;
  readonly body: string;
  readonly contentType: string;
  readonly replyToId: string | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/**
 * Inserts a post under the next sequence number of its thread. Concurrent writers of a thread wait for each other, so
 * the numbers have no gaps. Returns undefined if the thread does not exist, is hidden or locked, or its channel is
 * closed or archived.
 */
export const insertPost = batchPerTransaction<NewPost, Post | undefined>(async (db, items) => {
  const added = new Map<string, { posts: number; at: Date }>();
  const posts = items.map(({ now, ...post }) => {
    const offset = (added.get(post.threadId)?.posts ?? 0) + 1;
    added.set(post.threadId, { posts: offset, at: now });
    return { ...post, id: createId(now), createdAt: now, offset };
  });
  const threads = [...added.keys()];
  const rows = await db.rows<Post>(sql`
    with locked as (
      select id, status = 'open' and hidden_at is null as is_open from threads
      where id = any(${threads}::uuid[]) order by id for no key update
    ), thread as (
      update threads set post_count = post_count + added.posts, last_post_at = added.at
      from unnest(
        ${threads}::uuid[], ${[...added.values()].map(({ posts }) => posts)}::int[],
        ${[...added.values()].map(({ at }) => at)}::timestamptz[]
      ) as added(id, posts, at) join locked using (id)
      where threads.id = added.id and locked.is_open and ${whereChannelIsWritable(raw('threads.channel_slug'))}
      returning threads.id, post_count - added.posts as posts
    )
    insert into posts (id, thread_id, seq, body, content_type, reply_to_id, created_by, via, created_at)
    select post.id, thread.id, thread.posts + post."offset", body, "contentType", "replyToId", "createdBy", via, "createdAt"
    from json_to_recordset(${JSON.stringify(posts)}::json) as post(
      id uuid, "threadId" uuid, "offset" int, body text, "contentType" text, "replyToId" uuid, "createdBy" text, via "Via",
      "createdAt" timestamptz
    ) join thread on thread.id = post."threadId"
    returning ${columns('Post')}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return posts.map(({ id }) => byId.get(id));
});

/**
 * The query for a list of posts, of some channels or of all. Posts of some channels are found by their search entries, because
 * posts have no channel; hidden posts have no visible entry and are left out. `offset 0` keeps the planner from joining all posts.
 */
export const selectPosts = (channels: readonly string[] | null) =>
  channels
    ? {
        select: selectLists('Post', '(post)'),
        from: sql`entries cross join lateral (
          select posts as post, posts.hidden_at from posts where posts.id = entries.id ${raw('offset 0')}) listed`,
        where: sql`visible and type = 'post'`,
        dependsOn: dependsOnTables('posts', 'feed'),
        conditions: { channel: channels.map((slug) => sql`channel_slug = ${slug}`) },
        indexes: [['channel']],
      }
    : {
        select: selectLists('Post'),
        from: sql`posts`,
        dependsOn: dependsOnTables('posts'),
        indexes: [['createdBy', 'visible'], ['createdBy'], ['visible']],
      };
