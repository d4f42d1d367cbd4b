import {
  columns,
  sql,
  type Thread,
  type ThreadStatus,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import { checkOpenAtCommit } from '../channels/open-check.ts';
import { assertChannelWritable, requireWritableChannel } from '../channels/statements.ts';
import type { WriteContext } from '../context.ts';
import type { ListConditions } from '../graphql/lists/list-conditions.ts';
import { whereOneOf } from '../graphql/lists/record-filters.ts';
import { createBatchInsert } from '../data/batch-insert.ts';
import { assertThreadAcceptsPosts } from './rules.ts';

interface NewThread {
  readonly channelSlug: string;
  readonly subject: string;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Inserts a thread. The channel must exist. */
export const insertThread = createBatchInsert<NewThread, Thread>('Thread', 'threads', {
  channelSlug: true,
  subject: true,
  createdBy: true,
  via: true,
});

/**
 * Returns a thread that accepts posts. The commit fails if the thread or its channel no longer accepts them. Throws
 * `not_found` or `state_conflict`.
 */
export async function requireOpenThread({ db, viewer }: WriteContext, id: string): Promise<Thread> {
  const [row] = await db.rows<Thread>(sql`select ${columns('Thread')} from threads where id = ${id}::uuid`);
  const thread = assertThreadAcceptsPosts(id, row, viewer);
  await requireWritableChannel(db, thread.channelSlug);
  checkOpenAtCommit(db, { thread: id });
  return thread;
}

/** Like `assertThreadAcceptsPosts`; throws `state_conflict` also if the channel of the thread is closed or archived. */
export async function assertThreadAndChannelAcceptPosts(
  { db, viewer }: WriteContext,
  id: string,
  row: Thread | undefined,
): Promise<void> {
  const thread = assertThreadAcceptsPosts(id, row, viewer);
  await assertChannelWritable(db, thread.channelSlug);
}

interface ThreadFilters {
  readonly channels?: readonly string[] | null | undefined;
  readonly statuses?: readonly ThreadStatus[] | null | undefined;
}

/** The conditions of a filtered list of threads. */
export const filterThreads = ({ channels, statuses }: ThreadFilters): ListConditions => ({
  conditions: {
    channel: whereOneOf(channels, (slug) => sql`channel_slug = ${slug}`),
    status: whereOneOf(statuses, (status) => sql`status = ${status}::"ThreadStatus"`),
  },
  indexes: [['channel', 'createdBy'], ['createdBy'], ['channel'], ['status']],
});

/** Locks or unlocks a thread. Returns undefined if there is no such thread or it has that status already. */
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
