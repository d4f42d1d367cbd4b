import { columns, type Post, raw, sql, type Sql, type Transaction, type Via } from '../../prisma/client.ts';
import { handleOf, isCreator } from '../access.ts';
import type { Viewer } from '../context.ts';
import { isWritten } from '../channels/statements.ts';
import { allOf, type MadeArgs, whereMade } from '../filters.ts';
import { createId } from '../id.ts';

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
 * have no gaps. Undefined where the thread is not there, is locked, or in a channel that is no longer written.
 */
export async function insertPost(db: Transaction, post: NewPost): Promise<Post | undefined> {
  const { threadId, body, contentType, replyToId, createdBy, via, now } = post;
  const [row] = await db.rows<Post>(sql`
    with thread as (
      update threads set post_count = post_count + 1, last_post_at = ${now}::timestamptz
      where id = ${threadId}::uuid and status = 'open' and ${isWritten(raw('threads.channel_slug'))}
      returning id, post_count
    )
    insert into posts (id, thread_id, seq, body, content_type, reply_to_id, created_by, via, created_at)
    select ${createId(now)}::uuid, id, post_count, ${body}, ${contentType}, ${replyToId}::uuid, ${createdBy},
      ${via}::"Via", ${now}::timestamptz
    from thread
    returning ${columns('Post')}`);
  return row;
}

interface PostFilters extends MadeArgs {
  readonly channel?: string | null | undefined;
}

/** What posts are narrowed by, and that the viewer may see them, as one condition. */
export const wherePosts = ({ channel, ...made }: PostFilters, viewer: Viewer): Sql =>
  allOf([
    sql`(hidden_at is null or ${isCreator(viewer)} or created_by = ${handleOf(viewer)})`,
    channel ? sql`thread_id in (select id from threads where channel_slug = ${channel})` : null,
    ...whereMade(made),
  ]);

/**
 * Hides a post for a reason, or shows it again, and stamps its thread; undefined where it is not there, or is so
 * already.
 */
export async function setHidden(
  db: Transaction,
  id: string,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<Post | undefined> {
  const [post] = await db.rows<Post>(sql`
    with post as (
      update posts set hidden_at = ${reason === null ? null : now}::timestamptz, hidden_reason = ${reason},
        version = version + 1
      where id = ${id}::uuid and (hidden_at is null) = ${reason !== null}::boolean
      returning *
    ), thread as (
      update threads set moderated_at = ${now}::timestamptz where id in (select thread_id from post)
    )
    select ${columns('Post')} from post`);
  return post;
}
