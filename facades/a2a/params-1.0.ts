// The parameters of A2A 1.0. Messages are the JSON form of Protocol Buffers: an empty string and null count as absent,
// and the member of a part (`text`, `data`, `raw` or `url`) determines its kind.
import { z } from 'zod';
import type { TaskListRequest } from './list-tasks.ts';
import { createParamsReader, historyLength, jsonObject, listOf, openObject, type Part } from './request.ts';
import type { TaskState } from './task.ts';

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

const PART_MEMBERS = ['text', 'data', 'raw', 'url'] as const;

const part = jsonObject.transform((members, context): Part => {
  const given = PART_MEMBERS.filter((name) => members[name] !== undefined && members[name] !== null);
  const [member] = given;
  const refuse = (message: string, path: readonly string[] = []) => {
    context.addIssue({ code: 'custom', message, path: [...path] });
    return z.NEVER;
  };
  if (member === undefined || given.length > 1)
    return refuse(`Must have exactly one of ${PART_MEMBERS.join(', ')}`);
  const value = members[member];
  if (member === 'text')
    return typeof value === 'string' ? { kind: 'text', text: value } : refuse('Must be a string', ['text']);
  if (member !== 'data') return { kind: 'file', member };
  const data = jsonObject.safeParse(value);
  return data.success ? { kind: 'data', data: data.data } : refuse('Must be an object', ['data']);
});

export const readSendParams = createParamsReader(
  z.object({
    message: openObject({
      messageId: z.string().min(1),
      role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
      parts: listOf(part).min(1),
      contextId: optionalText,
      taskId: optionalText,
      metadata: jsonObject.nullish(),
    }),
    configuration: z
      .object({
        acceptedOutputModes: listOf(z.string()).nullish(),
        historyLength: historyLength.nullish(),
        taskPushNotificationConfig: z.unknown().optional(),
      })
      .nullish(),
    metadata: jsonObject.nullish(),
  }),
);

export const readTaskParams = createParamsReader(
  z.object({ id: z.string().min(1), historyLength: historyLength.nullish() }),
);

/** The task state for each filter value of A2A 1.0. Undefined: every state; null: no task of the board has this state. */
const STATES = {
  TASK_STATE_UNSPECIFIED: undefined,
  TASK_STATE_SUBMITTED: null,
  TASK_STATE_WORKING: 'working',
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: null,
  TASK_STATE_CANCELED: 'canceled',
  TASK_STATE_INPUT_REQUIRED: null,
  TASK_STATE_REJECTED: null,
  TASK_STATE_AUTH_REQUIRED: null,
} as const satisfies Record<string, TaskState | null | undefined>;

/** The page sizes of A2A 1.0. */
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 50;

/** Unlike GetTask, ListTasks shows history and artifacts only on request. */
export const readListParams = createParamsReader(
  openObject({
    contextId: optionalText,
    status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]).nullish(),
    pageSize: z.int().min(1).max(MAX_PAGE_SIZE).nullish(),
    pageToken: optionalText,
    historyLength: historyLength.nullish(),
    statusTimestampAfter: optionalText,
    includeArtifacts: z.boolean().nullish(),
  }).transform(
    ({ contextId, status, pageSize, pageToken, statusTimestampAfter, ...params }): TaskListRequest => ({
      contextId,
      state: STATES[status ?? 'TASK_STATE_UNSPECIFIED'],
      since: statusTimestampAfter,
      pageSize: pageSize ?? DEFAULT_PAGE_SIZE,
      pageToken,
      historyLength: params.historyLength ?? 0,
      includeArtifacts: params.includeArtifacts ?? false,
    }),
  ),
);
