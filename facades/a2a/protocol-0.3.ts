// A2A 0.3.0 over JSON-RPC.
import { z } from 'zod';
import { codeOf } from './errors.ts';
import { createNextCallFormatter } from './format-next-call.ts';
import { assertNoPushConfiguration, cancelTask, getTask, send, type TaskResult } from './methods.ts';
import type { MethodResult, Protocol } from './protocol.ts';
import { createParamsReader, historyLength, jsonObject, listOf, openObject } from './request.ts';
import type { Artifact, HistoryMessage, Task } from './task.ts';

const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('data'), data: jsonObject }),
  z.object({ kind: z.literal('file') }).transform(({ kind }) => ({ kind, member: 'kind' })),
]);

const readSendParams = createParamsReader(
  z.object({
    message: openObject({
      kind: z.literal('message').optional(),
      messageId: z.string().min(1),
      role: z.enum(['user', 'agent']),
      parts: listOf(part).min(1),
      contextId: z.string().optional(),
      taskId: z.string().optional(),
      metadata: jsonObject.nullish(),
    }),
    configuration: z
      .object({
        acceptedOutputModes: listOf(z.string()).optional(),
        historyLength: historyLength.optional(),
        pushNotificationConfig: z.unknown().optional(),
      })
      .nullish(),
    metadata: jsonObject.nullish(),
  }),
);

const readTaskParams = createParamsReader(
  z.object({ id: z.string().min(1), historyLength: historyLength.optional() }),
);

const PUSH_METHODS = ['set', 'get', 'list', 'delete'].map((name) => `tasks/pushNotificationConfig/${name}`);

export const protocol03: Protocol = {
  version: '0.3',
  methods: {
    'message/send': async (session, value) => {
      const params = readSendParams(value);
      assertNoPushConfiguration(params.configuration?.pushNotificationConfig, 'pushNotificationConfig');
      return { ...toResult(await send(session, params, { keepsContext: false })), isWrite: true };
    },
    'tasks/get': async (session, value) => {
      const params = readTaskParams(value);
      return toResult(await getTask(session, params.id, params.historyLength));
    },
    'tasks/cancel': async (session, value) => ({
      ...toResult(await cancelTask(session, readTaskParams(value).id)),
      isWrite: true,
    }),
  },
  unsupportedMethods: {
    'message/stream': [
      codeOf.operationNotSupported,
      'Streaming is not supported; use message/send and poll with tasks/get',
    ],
    'tasks/resubscribe': [codeOf.operationNotSupported, 'Streaming is not supported; poll with tasks/get'],
    'agent/getAuthenticatedExtendedCard': [
      codeOf.extendedCardNotConfigured,
      'There is no extended agent card; the public card is complete',
    ],
    ...Object.fromEntries(
      PUSH_METHODS.map((name) => [
        name,
        [codeOf.pushNotSupported, 'Push notifications are not supported; poll with tasks/get'] as const,
      ]),
    ),
  },
  toErrorData: (_code, problem) => problem,
  formatNextCall: createNextCallFormatter({
    getTask: 'tasks/get',
    cancelTask: 'tasks/cancel',
    sendMessage: 'message/send',
  }),
};

const toResult = ({ task, isReplayed }: TaskResult): MethodResult => ({
  result: formatTask(task),
  isReplayed,
});

const formatTask = (task: Task) => ({
  kind: 'task',
  id: task.id,
  contextId: task.contextId,
  status: { state: task.state, timestamp: task.timestamp },
  artifacts: (task.artifacts ?? []).map(formatArtifact),
  history: (task.history ?? []).map((message) => formatMessage(task, message)),
  metadata: task.metadata,
});

const formatArtifact = ({ id, name, text, data }: Artifact) => ({
  artifactId: id,
  name,
  parts: [...(text === undefined ? [] : [{ kind: 'text', text }]), { kind: 'data', data }],
});

const formatMessage = (task: Task, { id, role, text, createdBy }: HistoryMessage) => ({
  kind: 'message',
  role,
  messageId: id,
  taskId: task.id,
  contextId: task.contextId,
  parts: [{ kind: 'text', text }],
  metadata: { created_by: createdBy },
});
