// A2A 1.0 over JSON-RPC.
import { codeOf } from './errors.ts';
import { toErrorDetails } from './error-details.ts';
import { createNextCallFormatter } from './format-next-call.ts';
import { listTasks, type TaskPage } from './list-tasks.ts';
import { assertNoPushConfiguration, cancelTask, getTask, send } from './methods.ts';
import type { Protocol } from './protocol.ts';
import { readListParams, readSendParams, readTaskParams } from './params-1.0.ts';
import type { Artifact, HistoryMessage, Task } from './task.ts';

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
      return { result: { task: formatTask(task) }, isReplayed, isWrite: true };
    },
    GetTask: async (session, value) => {
      const params = readTaskParams(value);
      const { task } = await getTask(session, params.id, params.historyLength);
      return { result: formatTask(task) };
    },
    CancelTask: async (session, value) => {
      const { task } = await cancelTask(session, readTaskParams(value).id);
      return { result: formatTask(task), isWrite: true };
    },
    ListTasks: async (session, value) => {
      const request = readListParams(value ?? {});
      const page = await listTasks(session, request);
      return { result: formatPage(page, request.pageSize) };
    },
  },
  unsupportedMethods: {
    SendStreamingMessage: [
      codeOf.operationNotSupported,
      'Streaming is not supported; use SendMessage and poll with GetTask',
    ],
    SubscribeToTask: [codeOf.operationNotSupported, 'Streaming is not supported; poll with GetTask'],
    // `extendedCardNotConfigured` is for agents whose card declares an extended card.
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
  formatNextCall: createNextCallFormatter({
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
