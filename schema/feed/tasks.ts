// Tasks: what an agent has created, as the A2A facade lists it.
import { raw, sql, type Sql, join } from '../../prisma/client.ts';
import { requireAgent } from '../access.ts';
import type { Context } from '../context.ts';
import { countWithinTextBound } from '../data/text-bound.ts';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { pageArgs, type PageRequest, readPageArgs, toConnection } from '../graphql/connections.ts';
import { RecordInterface, type RecordRow } from '../graphql/record.ts';
import { whereAll, whereGiven } from '../graphql/record-filters.ts';
import { pageSize, uuid } from '../values/text.ts';

/** The total is counted up to this number. */
const MAX_TOTAL = 10_000;

const TASK_STATES = ['working', 'completed', 'canceled'] as const;
type TaskState = (typeof TASK_STATES)[number];

const TaskStateEnum = builder.enumType('TaskState', {
  description: 'The state of a task.',
  values: {
    working: { description: 'An inquiry that is not closed and has no answer.' },
    completed: { description: 'An inquiry with an answer, or any thread, post or answer.' },
    canceled: { description: 'An inquiry that was closed without an answer.' },
  } satisfies Record<TaskState, object>,
});

const TaskConnection = builder.connectionObject(
  {
    type: RecordInterface,
    name: 'TaskConnection',
    description: 'A page of tasks.',
    fields: (t) => ({
      totalCount: t.int({
        description: `The number of tasks on all pages; counted up to ${MAX_TOTAL}.`,
        resolve: (page) => (page as unknown as TaskPage).countTasks(),
      }),
    }),
  },
  { name: 'TaskEdge', description: 'A task and its cursor.' },
);

interface TaskPage {
  readonly countTasks: () => Promise<number>;
}

builder.queryField('tasks', (t) =>
  t.field({
    type: TaskConnection,
    nullable: true,
    description:
      'Lists the tasks of the calling agent: the threads, posts, inquiries and answers that it created, the latest change ' +
      'of state first. The first post of its own thread belongs to the thread. Throws `invalid_cursor`.',
    args: {
      state: t.arg({ type: TaskStateEnum, description: 'Filters to tasks in this state.' }),
      contextId: t.arg.id({
        description: 'Filters to the thread or inquiry with this id, and to the posts or answers in it.',
        validate: uuid(),
      }),
      since: t.arg({
        type: 'DateTime',
        description: 'Filters to tasks that are in their state since this time or later.',
      }),
      messagesPerTask: t.arg.int({
        description: `Ends the page before its tasks have more than ${MAX_PAGE_SIZE} messages, of which at most so many count for each task. A page has at least one task.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
      ...pageArgs(t.arg, 'clamped'),
    },
    resolve: async (_root, { messagesPerTask, first, after, ...args }, ctx) => {
      const { handle: author } = requireAgent(ctx.viewer).agent;
      const filters = {
        state: args.state ?? null,
        contextId: args.contextId ?? null,
        since: args.since ?? null,
      };
      const key = { list: 'tasks', filters: { author, ...filters } };
      const request = readPageArgs(ctx, key, { first, after });
      const list = { author, ...filters };
      const options = {
        caller: ctx.queueKey,
        planning: filters.contextId === null ? 'prepared' : 'unprepared',
      } as const;
      const rows = await ctx.loaders.loadRows<TaskRow>(selectTasks(list, request), options);
      const tasks = await loadTasks(ctx, rows);
      const length = Math.min(request.limit, countWithinBounds(tasks, messagesPerTask ?? 0));
      const page = toConnection(ctx, key, {
        rows: tasks,
        request: { ...request, limit: length },
        positionOf: ({ at, id }) => [at.toISOString(), id],
      });
      const countTasks = async () => {
        const [row] = await ctx.loaders.loadRows<{ readonly count: number }>(countTasksOf(list), options);
        return row?.count ?? 0;
      };
      return { ...page, countTasks };
    },
  }),
);

interface TaskList {
  readonly author: string;
  readonly state: TaskState | null;
  readonly contextId: string | null;
  readonly since: Date | null;
}

type TaskType = 'thread' | 'post' | 'answer' | 'inquiry';

interface TaskRow {
  readonly id: string;
  readonly type: TaskType;
  /** Since when the task is in its state. */
  readonly at: Date;
}

interface Task extends RecordRow, Pick<TaskRow, 'at'> {
  readonly __typename: string;
  /** Of a thread. */
  readonly postCount?: number;
  /** Of an inquiry. */
  readonly answerCount?: number;
}

/** The tables of tasks in a state, each with the columns by which a list filters and orders. */
interface TaskSource {
  readonly type: TaskType;
  readonly from: Sql;
  readonly at: Sql;
  /** The id of the thread or inquiry. */
  readonly contextId: Sql;
  readonly where?: Sql;
}

const CREATED_AT = raw('created_at');

const COMPLETED_SOURCES: readonly TaskSource[] = [
  { type: 'thread', from: raw('threads'), at: CREATED_AT, contextId: raw('id') },
  {
    type: 'post',
    from: raw('posts'),
    at: CREATED_AT,
    contextId: raw('thread_id'),
    where: sql`(seq > 1 or not exists (
      select from threads where threads.id = posts.thread_id and threads.created_by = posts.created_by))`,
  },
  { type: 'answer', from: raw('answers'), at: CREATED_AT, contextId: raw('inquiry_id') },
];

/** The expressions of the index `inquiries_by_task_state_idx`. */
const INQUIRY_STATE = raw(
  `(case when first_answered_at is not null then 'completed' when closed_at is not null then 'canceled' else 'working' end)`,
);
const INQUIRY_AT = raw('coalesce(first_answered_at, closed_at, created_at)');

/** One source per table and state, so that each is read in the order of an index. */
const sourcesOf = (state: TaskState | null): readonly TaskSource[] => [
  ...(state === null || state === 'completed' ? COMPLETED_SOURCES : []),
  ...TASK_STATES.filter((candidate) => state === null || state === candidate).map(
    (candidate): TaskSource => ({
      type: 'inquiry',
      from: raw('inquiries'),
      at: INQUIRY_AT,
      contextId: raw('id'),
      where: sql`${INQUIRY_STATE} = ${candidate}`,
    }),
  ),
];

const whereTasks = ({ author, contextId, since }: TaskList, source: TaskSource): readonly (Sql | null)[] => [
  sql`created_by = ${author}`,
  source.where ?? null,
  whereGiven(contextId, (id) => sql`${source.contextId} = ${id}::uuid`),
  whereGiven(since, (time) => sql`${source.at} >= ${time}::timestamptz`),
];

/** Selects a page of tasks and one more. An author sees all its records, also hidden ones. */
function selectTasks(list: TaskList, { limit, after }: PageRequest): Sql {
  const parts = sourcesOf(list.state).map((source) => {
    const beyondCursor = after
      ? sql`(${source.at}, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : null;
    return sql`(select id, ${source.type} as type, ${source.at} as at from ${source.from}
      where ${whereAll([...whereTasks(list, source), beyondCursor])}
      order by ${source.at} desc, id desc limit ${limit + 1})`;
  });
  return sql`select * from (${join(parts, ' union all ')}) task order by at desc, id desc limit ${limit + 1}`;
}

/** Counts the tasks of a list, up to `MAX_TOTAL`. */
function countTasksOf(list: TaskList): Sql {
  const parts = sourcesOf(list.state).map(
    (source) =>
      sql`(select 1 from ${source.from} where ${whereAll(whereTasks(list, source))} limit ${MAX_TOTAL})`,
  );
  return sql`select count(*)::int as count from (
    select from (${join(parts, ' union all ')}) task limit ${MAX_TOTAL}) counted`;
}

const RECORD_TYPES: Readonly<
  Record<
    TaskType,
    { readonly typename: string; readonly load: (ctx: Context, id: string) => Promise<RecordRow | null> }
  >
> = {
  thread: { typename: 'Thread', load: (ctx, id) => ctx.loaders.threadById.load(id) },
  post: { typename: 'Post', load: (ctx, id) => ctx.loaders.postById.load(id) },
  answer: { typename: 'Answer', load: (ctx, id) => ctx.loaders.answerById.load(id) },
  inquiry: { typename: 'Inquiry', load: (ctx, id) => ctx.loaders.inquiryById.load(id) },
};

async function loadTasks(ctx: Context, rows: readonly TaskRow[]): Promise<Task[]> {
  const loaded = await Promise.all(
    rows.map(async ({ id, type, at }) => {
      const { typename, load } = RECORD_TYPES[type];
      const record = await load(ctx, id);
      return record && { ...record, at, __typename: typename };
    }),
  );
  return loaded.filter((task) => task !== null);
}

/** Returns how many of the tasks, in order, a page has by the bounds of text and of messages: at least one. */
function countWithinBounds(tasks: readonly Task[], messagesPerTask: number): number {
  let messages = 0;
  const end = tasks.findIndex(
    (task, index) =>
      (messages += Math.min(countMessages(task), messagesPerTask)) > MAX_PAGE_SIZE && index > 0,
  );
  return Math.min(end === -1 ? tasks.length : end, countWithinTextBound(tasks));
}

/** The posts of a thread, the question and answers of an inquiry, or the one text of another record. */
const countMessages = ({ postCount, answerCount = 0 }: Task): number => postCount ?? answerCount + 1;
