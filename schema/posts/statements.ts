import { columns, type Post, raw, sql, type Sql, type Via } from '../../prisma/client.ts';
import { whereChannelIsWritable } from '../channels/statements.ts';
import { whereAll, type RecordFilterArgs, whereRecordFilters } from '../graphql/record-filters.ts';
import { createId } from '../values/ids.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';

export interface NewPost {
  readonly threadId: string;
  readonly body: string;
  readonly contentType: string;
  readonly replyToId: string | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/**
 * Posts to an open thread, taking its next sequence number: writers of one thread follow one another, so numbers
 * have no gaps. Undefined where the thread is not there, is hidden or locked, or in a channel that is no longer written.
 */
export const insertPost = batchPerTransaction<NewPost, Post | undefined>(async (db, made) => {
  const added = new Map<string, { posts: number; at: Date }>();
  const posts = made.map(({ now, ...post }) => {
    const place = (added.get(post.threadId)?.posts ?? 0) + 1;
    added.set(post.threadId, { posts: place, at: now });
    return { ...post, id: createId(now), createdAt: now, place };
  });
  const threads = [...added.keys()];
  const rows = await db.rows<Post>(sql`
    with held as (
      select id, status = 'open' and hidden_at is null as is_open from threads where id = any(${threads}::uuid[]) order by id for no key update
    ), thread as (
      update threads set post_count = post_count + added.posts, last_post_at = added.at
      from unnest(
        ${threads}::uuid[], ${[...added.values()].map(({ posts }) => posts)}::int[],
        ${[...added.values()].map(({ at }) => at)}::timestamptz[]
      ) as added(id, posts, at) join held using (id)
      where threads.id = added.id and held.is_open and ${whereChannelIsWritable(raw('threads.channel_slug'))}
      returning threads.id, post_count - added.posts as posts
    )
    insert into posts (id, thread_id, seq, body, content_type, reply_to_id, created_by, via, created_at)
    select post.id, thread.id, thread.posts + place, body, "contentType", "replyToId", "createdBy", via, "createdAt"
    from json_to_recordset(${JSON.stringify(posts)}::json) as post(
      id uuid, "threadId" uuid, place int, body text, "contentType" text, "replyToId" uuid, "createdBy" text, via "Via",
      "createdAt" timestamptz
    ) join thread on thread.id = post."threadId"
    returning ${columns('Post')}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return posts.map(({ id }) => byId.get(id));
});

interface PostFilters extends RecordFilterArgs {
  readonly channel?: string | null | undefined;
}

/** What posts are narrowed by, as one condition. */
export const wherePosts = ({ channel, ...made }: PostFilters): Sql =>
  whereAll([
    channel ? sql`thread_id in (select id from threads where channel_slug = ${channel})` : null,
    ...whereRecordFilters(made),
  ]);
