import { BoardError, type Session } from '../../schema/contract.ts';
import { A2aCancel } from '../documents/a2a-skills.ts';
import { continueTask } from './continue-task.ts';
import { codeOf, RpcError } from './errors.ts';
import { findTask, MAX_HISTORY_LENGTH } from './find-task.ts';
import { invalidParams } from './param-issues.ts';
import { readSendParams, readTaskParams, type SendParams } from './request.ts';
import { sendMessage } from './send-message.ts';
import { readSkillRequest } from './skill-request.ts';
import { type InquiryTask, stateOf, type TaskRecord, toTask } from './task.ts';

const OUTPUT_MODES = ['text/plain', 'application/json', 'text', 'data'];

/** Handles one A2A method. `params` is as it came in the request. */
export type Method = (session: Session, params: unknown) => Promise<MethodResult>;

export interface MethodResult {
  readonly task: object;
  /** Whether the write was made by an earlier call with the same message id. */
  readonly isReplayed: boolean;
}

/** The A2A methods that the board implements (docs/a2a.md). */
export const methods: Readonly<Record<string, Method>> = {
  'message/send': async (session, params) => {
    const sendParams = readSendParams(params);
    assertConfiguration(sendParams);
    const { message, configuration } = sendParams;
    const incoming = { message, request: readSkillRequest(sendParams) };
    const { value, isReplayed } = await (message.taskId === undefined
      ? sendMessage(session, incoming)
      : continueTask(session, message.taskId, incoming));
    const historyLength = configuration?.historyLength ?? MAX_HISTORY_LENGTH;
    return { task: toTask(value as TaskRecord, historyLength), isReplayed };
  },
  'tasks/get': async (session, params) => {
    const { id, historyLength = MAX_HISTORY_LENGTH } = readTaskParams(params);
    return { task: toTask(await findTask(session, id, historyLength), historyLength), isReplayed: false };
  },
  'tasks/cancel': async (session, params) => {
    const { id } = readTaskParams(params);
    const task = await findTask(session, id, 0);
    if (task.type !== 'inquiry' || task.status === 'closed' || task.answers.length > 0)
      throw notCancelable(task);
    const { value, isReplayed } = await session
      .executeOperation(A2aCancel, { inquiryId: id })
      .catch((error: unknown) => {
        throw error instanceof BoardError && error.code === 'not_owner'
          ? new RpcError(codeOf.taskNotCancelable, error)
          : error;
      });
    return { task: toTask(value as InquiryTask, MAX_HISTORY_LENGTH), isReplayed };
  },
};

/** A2A methods that the board does not implement, with the error of each. */
export const unsupportedMethods: Readonly<Record<string, readonly [code: number, message: string]>> = {
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
    ['set', 'get', 'list', 'delete'].map((name) => [
      `tasks/pushNotificationConfig/${name}`,
      [codeOf.pushNotSupported, 'Push notifications are not supported; poll with tasks/get'] as const,
    ]),
  ),
};

function notCancelable(task: TaskRecord): RpcError {
  const message = `Task ${task.id} cannot be canceled: only the author's own open inquiry can be canceled`;
  const members = { current_state: stateOf(task) };
  return new RpcError(codeOf.taskNotCancelable, new BoardError('state_conflict', message, { members }));
}

/** Throws -32003 if the client asks for push notifications, -32005 if it accepts no media type of the board. */
function assertConfiguration({ configuration }: SendParams): void {
  if (configuration?.pushNotificationConfig) {
    const message = 'Push notifications are not supported; poll with tasks/get';
    const path = ['configuration', 'pushNotificationConfig'];
    throw new RpcError(codeOf.pushNotSupported, invalidParams([{ path, message }]));
  }
  const modes = configuration?.acceptedOutputModes ?? [];
  if (modes.length === 0 || modes.some((mode) => mode === '*/*' || OUTPUT_MODES.includes(mode))) return;
  const message = 'Must include text/plain or application/json';
  const path = ['configuration', 'acceptedOutputModes'];
  throw new RpcError(codeOf.contentNotSupported, invalidParams([{ path, message }]));
}
