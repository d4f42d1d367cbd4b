// A2A 1.0 over JSON-RPC. Messages are the JSON form of Protocol Buffers: an empty string and null count as absent, and the
// member that a part has says what kind of part it is.
import { z } from 'zod';
import { codeOf } from './errors.ts';
import { toErrorDetails } from './error-details.ts';
import { formatNextCallOf } from './format-next-call.ts';
import { listTasks, type TaskPage } from './list-tasks.ts';
import { assertNoPushConfiguration, cancelTask, getTask, send } from './methods.ts';
import type { Protocol } from './protocol.ts';
import { createParamsReader, historyLength, jsonObject, listOf, type Part } from './request.ts';
import type { Artifact, HistoryMessage, Task, TaskState } from './task.ts';

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

const readSendParams = createParamsReader(
  z.object({
    message: z.object({
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

const readTaskParams = createParamsReader(
  z.object({ id: z.string().min(1), historyLength: historyLength.nullish() }),
);

/** The states of 1.0, with the board's own. Null for states that no task has. */
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

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 50;

const readListParams = createParamsReader(
  z.object({
    contextId: optionalText,
    status: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]).nullish(),
    pageSize: z.int().min(1).max(MAX_PAGE_SIZE).nullish(),
    pageToken: optionalText,
    historyLength: historyLength.nullish(),
    statusTimestampAfter: optionalText,
    includeArtifacts: z.boolean().nullish(),
  }),
);

const PUSH_METHODS = [
  ...['Create', 'Get', 'Delete'].map((verb) => `${verb}TaskPushNotificationConfig`),
  'ListTaskPushNotificationConfigs',
];

export const protocol10: Protocol = {
  version: '1.0',
  methods: {
    SendMessage: async (session, value) => {
      const params = readSendParams(value);
      assertNoPushConfiguration(
        params.configuration?.taskPushNotificationConfig,
        'taskPushNotificationConfig',
      );
      const { task, isReplayed } = await send(session, params, { keepsContext: true });
      return { result: { task: formatTask(task) }, isReplayed };
    },
    GetTask: async (session, value) => {
      const params = readTaskParams(value);
      const { task } = await getTask(session, params.id, params.historyLength);
      return { result: formatTask(task) };
    },
    CancelTask: async (session, value) => {
      const { task } = await cancelTask(session, readTaskParams(value).id);
      return { result: formatTask(task) };
    },
    /** History and artifacts are shown on request only. */
    ListTasks: async (session, value) => {
      const params = readListParams(value ?? {});
      const pageSize = params.pageSize ?? DEFAULT_PAGE_SIZE;
      const page = await listTasks(session, {
        ...params,
        state: STATES[params.status ?? 'TASK_STATE_UNSPECIFIED'],
        since: params.statusTimestampAfter,
        pageSize,
        historyLength: params.historyLength ?? 0,
        hasArtifacts: params.includeArtifacts ?? false,
      });
      return { result: formatPage(page, pageSize) };
    },
  },
  unsupportedMethods: {
    SendStreamingMessage: [
      codeOf.operationNotSupported,
      'Streaming is not supported; use SendMessage and poll with GetTask',
    ],
    SubscribeToTask: [codeOf.operationNotSupported, 'Streaming is not supported; poll with GetTask'],
    GetExtendedAgentCard: [
      codeOf.operationNotSupported,
      'There is no extended agent card; the public card is complete',
    ],
    ...Object.fromEntries(
      PUSH_METHODS.map((name) => [
        name,
        [codeOf.pushNotSupported, 'Push notifications are not supported; poll with GetTask'] as const,
      ]),
    ),
  },
  toErrorData: toErrorDetails,
  formatNextCall: formatNextCallOf({
    getTask: 'GetTask',
    cancelTask: 'CancelTask',
    sendMessage: 'SendMessage',
  }),
};

const formatPage = ({ tasks, nextPageToken, total }: TaskPage, pageSize: number) => ({
  tasks: tasks.map(formatTask),
  nextPageToken: nextPageToken ?? '',
  pageSize,
  totalSize: total,
});

const formatTask = (task: Task) => ({
  id: task.id,
  contextId: task.contextId,
  status: { state: `TASK_STATE_${task.state.toUpperCase()}`, timestamp: task.timestamp },
  ...(task.artifacts && { artifacts: task.artifacts.map(formatArtifact) }),
  ...(task.history && { history: task.history.map((message) => formatMessage(task, message)) }),
  metadata: task.metadata,
});

const formatArtifact = ({ id, name, text, data }: Artifact) => ({
  artifactId: id,
  name,
  parts: [
    ...(text === undefined ? [] : [{ text, mediaType: 'text/plain' }]),
    { data, mediaType: 'application/json' },
  ],
});

const formatMessage = (task: Task, { id, role, text, createdBy }: HistoryMessage) => ({
  messageId: id,
  contextId: task.contextId,
  taskId: task.id,
  role: `ROLE_${role.toUpperCase()}`,
  parts: [{ text, mediaType: 'text/plain' }],
  metadata: { created_by: createdBy },
});
