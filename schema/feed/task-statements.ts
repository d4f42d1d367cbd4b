// The statements that list tasks and count them.
import { join, raw, sql, type Sql } from '../../prisma/client.ts';
import type { PageRequest } from '../graphql/lists/page-args.ts';
import { whereAll, whereGiven } from '../graphql/lists/record-filters.ts';

/** Tasks are counted up to this number: less than `MAX_COUNT`, because each counted post is read from the table. */
export const MAX_TOTAL = 1000;

export const TASK_STATES = ['working', 'completed', 'canceled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** A list of tasks: its filters. Null means no filter. */
export interface TaskList {
  readonly author: string;
  readonly states: readonly TaskState[] | null;
  readonly contextId: string | null;
  readonly since: Date | null;
}

export type TaskType = 'thread' | 'post' | 'answer' | 'inquiry';

export interface TaskRow {
  readonly id: string;
  readonly type: TaskType;
  /** Since when the task is in its state. */
  readonly at: Date;
}

/** A table of tasks, with the expressions by which a list filters and orders its rows. */
interface TaskSource {
  readonly type: TaskType;
  readonly from: Sql;
  readonly at: Sql;
  /** The id of the thread or inquiry. */
  readonly contextId: Sql;
  readonly where?: Sql;
}

const CREATED_AT = raw('created_at');

const THREADS: TaskSource = { type: 'thread', from: raw('threads'), at: CREATED_AT, contextId: raw('id') };
const ANSWERS: TaskSource = {
  type: 'answer',
  from: raw('answers'),
  at: CREATED_AT,
  contextId: raw('inquiry_id'),
};
const POSTS: TaskSource = {
  type: 'post',
  from: raw('posts'),
  at: CREATED_AT,
  contextId: raw('thread_id'),
  // Leaves out posts that were created with their threads: such a post and its thread are one task. A first post that the author of
  // the thread created later is a separate task. If it were left out, a page could read many such posts, newer than all threads,
  // only to skip them. EXISTS is not used because PostgreSQL may turn it into a scan of all threads.
  where: sql`(seq > 1 or (created_by, created_at) <> (
    select created_by, created_at from threads where threads.id = posts.thread_id))`,
};

/** The expressions of the index `inquiries_by_task_state_idx`. */
const INQUIRY_STATE = raw(
  `(case when first_answered_at is not null then 'completed' when closed_at is not null then 'canceled' else 'working' end)`,
);
const INQUIRY_AT = raw('coalesce(first_answered_at, closed_at, created_at)');

const inquiriesIn = (state: TaskState): TaskSource => ({
  type: 'inquiry',
  from: raw('inquiries'),
  at: INQUIRY_AT,
  contextId: raw('id'),
  where: sql`${INQUIRY_STATE} = ${state}`,
});

const hasState = ({ states }: TaskList, state: TaskState): boolean => states?.includes(state) ?? true;

/** The sources of tasks except posts, one per table and state, so that each is read in the order of an index. */
const sourcesOf = (list: TaskList): readonly TaskSource[] => [
  ...(hasState(list, 'completed') ? [THREADS, ANSWERS] : []),
  ...TASK_STATES.filter((state) => hasState(list, state)).map(inquiriesIn),
];

const whereTasks = ({ author, contextId, since }: TaskList, source: TaskSource): readonly (Sql | null)[] => [
  sql`created_by = ${author}`,
  source.where ?? null,
  whereGiven(contextId, (id) => sql`${source.contextId} = ${id}::uuid`),
  whereGiven(since, (time) => sql`${source.at} >= ${time}::timestamptz`),
];

const NEWEST_FIRST = raw('order by at desc, id desc');

/**
 * Selects a page of tasks and one more. An author sees all its records, also hidden ones. Tasks other than posts are read first. If
 * they fill the page, posts older than the last of them are not read: otherwise a page could read the posts that were created with
 * all threads of the agent, only to skip them.
 */
export function selectTasks(list: TaskList, { limit, after }: PageRequest): Sql {
  const size = limit + 1;
  const select = (source: TaskSource, further: Sql | null = null) => {
    const beyondCursor = after
      ? sql`(${source.at}, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : null;
    return sql`(select id, ${source.type} as type, ${source.at} as at from ${source.from}
      where ${whereAll([...whereTasks(list, source), beyondCursor, further])}
      order by ${source.at} desc, id desc limit ${size})`;
  };
  const otherTasks = join(
    sourcesOf(list).map((source) => select(source)),
    ' union all ',
  );
  if (!hasState(list, 'completed'))
    return sql`select * from (${otherTasks}) task ${NEWEST_FIRST} limit ${size}`;
  // If the other tasks do not fill the page, posts of any age can be on it.
  const isInPage = sql`created_at >= (
    select case when count(*) = ${size} then min(at) else '-infinity' end from other)`;
  return sql`
    with other as materialized (select * from (${otherTasks}) task ${NEWEST_FIRST} limit ${size})
    select * from (select * from other union all ${select(POSTS, isInPage)}) task ${NEWEST_FIRST} limit ${size}`;
}

/**
 * Selects the number of tasks of a list, up to one more than `MAX_TOTAL`. Posts come last: they are read only if other tasks are
 * too few.
 */
export function selectTaskCount(list: TaskList): Sql {
  const parts = [...sourcesOf(list), ...(hasState(list, 'completed') ? [POSTS] : [])].map(
    (source) =>
      sql`(select from ${source.from} where ${whereAll(whereTasks(list, source))}
        order by ${source.at} desc, id desc limit ${MAX_TOTAL + 1})`,
  );
  return sql`select count(*)::int as count from (
    select from (${join(parts, ' union all ')}) task limit ${MAX_TOTAL + 1}) counted`;
}
