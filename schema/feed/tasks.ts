// Tasks: the records that an agent has created, as the A2A facade lists them.
import { requireAgent } from '../access.ts';
import type { Context } from '../context.ts';
import { countWithinTextBound } from '../data/text-bound.ts';
import { toRecordCount } from '../graphql/lists/counts.ts';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { toConnection } from '../graphql/lists/connections.ts';
import { forwardArgs, readPageArgs } from '../graphql/lists/page-args.ts';
import { valuesOf } from '../graphql/lists/record-filters.ts';
import { RecordInterface, type RecordRow } from '../graphql/record.ts';
import { pageSize, uuid } from '../values/validators.ts';
import { RECORD_SOURCES } from './entries.ts';
import {
  selectTaskCount,
  MAX_TOTAL,
  selectTasks,
  type TaskList,
  type TaskRow,
  type TaskState,
} from './task-statements.ts';

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
  },
  { name: 'TaskEdge', description: 'A task and its cursor.' },
);

const TaskFilter = builder.inputType('TaskFilter', {
  description:
    'Filters of the list of tasks. A task must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    states: t.field({
      type: [TaskStateEnum],
      description: 'Filters to tasks in these states.',
      extensions: { singleDescription: 'Filters to tasks in this state.' },
    }),
    contextId: t.id({
      description: 'Filters to the thread or inquiry with this id, and to the posts or answers in it.',
      validate: uuid(),
    }),
    since: t.field({
      type: 'DateTime',
      description: 'Filters to tasks that reached their state at or after this time.',
    }),
  }),
});

builder.queryField('tasks', (t) =>
  t.field({
    type: TaskConnection,
    nullable: true,
    description:
      'Lists the tasks of the calling agent: the threads, posts, inquiries and answers that it created. The task whose ' +
      'state changed last comes first. A thread and the post created with it are one task. Throws `invalid_cursor`.',
    args: {
      filter: t.arg({ type: TaskFilter, description: 'Filters of the list.' }),
      messagesPerTask: t.arg.int({
        description: `Counts at most this many messages per task and ends the page before the sum exceeds ${MAX_PAGE_SIZE}. A page has at least one task.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
      ...forwardArgs(t.arg, 'clamped'),
    },
    resolve: (_root, { filter, messagesPerTask, ...pageArguments }, ctx) => {
      const { handle: author } = requireAgent(ctx.viewer).agent;
      const list = {
        author,
        states: valuesOf(filter?.states),
        contextId: filter?.contextId ?? null,
        since: filter?.since ?? null,
      };
      return readTasks(ctx, { list, messagesPerTask: messagesPerTask ?? 0, pageArguments });
    },
  }),
);

interface TasksRequest {
  readonly list: TaskList;
  readonly messagesPerTask: number;
  readonly pageArguments: Parameters<typeof readPageArgs>[2];
}

async function readTasks(ctx: Context, { list, messagesPerTask, pageArguments }: TasksRequest) {
  const key = { list: 'tasks', filters: { ...list } };
  const request = readPageArgs(ctx, key, pageArguments);
  const planning = list.contextId === null ? 'prepared' : 'unprepared';
  const options = { caller: ctx.queueKey, planning } as const;
  const rows = await ctx.loaders.loadRows<TaskRow>(selectTasks(list, request), options);
  const tasks = await loadTasks(ctx, rows);
  const limit = Math.min(request.limit, countWithinBounds(tasks, messagesPerTask));
  return toConnection(ctx, key, {
    rows: tasks,
    request: { ...request, limit },
    positionOf: ({ at, id }) => [at.toISOString(), id],
    countRecords: async () => {
      const [row] = await ctx.loaders.loadRows<{ readonly count: number }>(selectTaskCount(list), options);
      return toRecordCount(row?.count ?? 0, MAX_TOTAL);
    },
  });
}

interface Task extends RecordRow, Pick<TaskRow, 'at'> {
  readonly __typename: string;
  /** Of a thread. */
  readonly postCount?: number;
  /** Of an inquiry. */
  readonly answerCount?: number;
}

async function loadTasks(ctx: Context, rows: readonly TaskRow[]): Promise<Task[]> {
  const loaded = await Promise.all(
    rows.map(async ({ id, type, at }) => {
      const { typename, load } = RECORD_SOURCES[type];
      const record = await load(ctx, id);
      return record && { ...record, at, __typename: typename };
    }),
  );
  return loaded.filter((task) => task !== null);
}

/** Returns how many of the tasks, in order, a page has by the bounds of text and of messages: at least one, if there is one. */
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
