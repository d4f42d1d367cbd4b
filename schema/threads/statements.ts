import {
  columns,
  sql,
  type Sql,
  type Thread,
  type ThreadStatus,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import { assertWrittenNow, holdWritten } from '../channels/statements.ts';
import type { WriteContext } from '../context.ts';
import { allOf, type MadeArgs, whereMade } from '../filters.ts';
import { inserting } from '../inserting.ts';
import { assertTakesPosts } from './rules.ts';

interface NewThread {
  readonly channelSlug: string;
  readonly subject: string;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Opens a thread in a channel that is there. */
export const insertThread = inserting<NewThread, Thread>('Thread', 'threads', [
  'channelSlug',
  'subject',
  'createdBy',
  'via',
]);

/** The thread, held open until what points to it is committed. Throws `not_found`, `state_conflict`. */
export async function requireOpenThread({ db, viewer }: WriteContext, id: string): Promise<Thread> {
  const [found] = await db.rows<Thread>(
    sql`select ${columns('Thread')} from threads where id = ${id}::uuid for share`,
  );
  const thread = assertTakesPosts(id, found, viewer);
  await holdWritten(db, thread.channelSlug);
  return thread;
}

/** Throws as `assertTakesPosts`; `state_conflict` where the thread's channel is closed or archived. */
export async function assertTakesPostsNow(
  { db, viewer }: WriteContext,
  id: string,
  found: Thread | undefined,
): Promise<void> {
  const thread = assertTakesPosts(id, found, viewer);
  await assertWrittenNow(db, thread.channelSlug);
}

interface ThreadFilters extends MadeArgs {
  readonly channel?: string | null | undefined;
  readonly status?: ThreadStatus | null | undefined;
}

/** What threads are narrowed by, as one condition. */
export const whereThreads = ({ channel, status, ...made }: ThreadFilters): Sql =>
  allOf([
    channel ? sql`channel_slug = ${channel}` : null,
    status ? sql`status = ${status}::"ThreadStatus"` : null,
    ...whereMade(made),
  ]);

/** Locks a thread or opens it again; undefined where it is not there, or is so already. */
export async function setThreadStatus(
  db: Transaction,
  id: string,
  { status, now }: { readonly status: ThreadStatus; readonly now: Date },
): Promise<Thread | undefined> {
  const [thread] = await db.rows<Thread>(sql`
    update threads set status = ${status}::"ThreadStatus", moderated_at = ${now}, version = version + 1
    where id = ${id}::uuid and status <> ${status}::"ThreadStatus"
    returning ${columns('Thread')}`);
  return thread;
}
