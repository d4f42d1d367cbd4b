import { BoardError, type Session } from '../../schema/contract.ts';
import { A2aCancel } from '../documents/a2a-skills.ts';
import { readSkillRequest } from './skill-request.ts';
import { continueTask } from './continue-task.ts';
import { codeOf, RpcError } from './errors.ts';
import { findTask, MAX_HISTORY_LENGTH } from './find-task.ts';
import { invalidParams } from './param-issues.ts';
import { readSendParams, readTaskParams, type SendParams } from './request.ts';
import { sendMessage } from './send-message.ts';
import { type InquiryTask, stateOf, type TaskRecord, toTask } from './task.ts';

const OUTPUT = ['text/plain', 'application/json', 'text', 'data'];

/** A method of the board's: what it answers to these parameters in this session. */
export type Method = (session: Session, params: unknown) => Promise<MethodResult>;

export interface MethodResult {
  readonly task: object;
  /** The message had been sent before; the task is the one of then. */
  readonly isReplayed: boolean;
}

/** The methods of A2A that the board has (contract, A2A; decisions, section 8). */
export const methods: Readonly<Record<string, Method>> = {
  'message/send': async (session, params) => {
    const read = readSendParams(params);
    assertServable(read);
    const { message } = read;
    const sent = { message, request: readSkillRequest(read) };
    const { value, isReplayed: replayed } = await (message.taskId === undefined
      ? sendMessage(session, sent)
      : continueTask(session, message.taskId, sent));
    const historyLength = read.configuration?.historyLength ?? MAX_HISTORY_LENGTH;
    return { task: toTask(value as TaskRecord, historyLength), isReplayed: replayed };
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
    const { value, isReplayed: replayed } = await session
      .executeOperation(A2aCancel, { inquiryId: id })
      .catch((error: unknown) => {
        throw error instanceof BoardError && error.code === 'not_owner'
          ? new RpcError(codeOf.taskNotCancelable, error)
          : error;
      });
    return { task: toTask(value as InquiryTask, MAX_HISTORY_LENGTH), isReplayed: replayed };
  },
};

/** Methods of A2A that the board does not have, with what A2A says then. */
export const unsupportedMethods: Readonly<Record<string, readonly [code: number, message: string]>> = {
  'message/stream': [codeOf.operationNotSupported, 'The board does not stream; ask with tasks/get'],
  'tasks/resubscribe': [codeOf.operationNotSupported, 'The board does not stream; ask with tasks/get'],
  'agent/getAuthenticatedExtendedCard': [
    codeOf.extendedCardNotConfigured,
    'There is one card, for everybody',
  ],
  ...Object.fromEntries(
    ['set', 'get', 'list', 'delete'].map((name) => [
      `tasks/pushNotificationConfig/${name}`,
      [codeOf.pushNotSupported, 'The board never pushes'] as const,
    ]),
  ),
};

function notCancelable(task: TaskRecord): RpcError {
  const message = `Task ${task.id} cannot be canceled: only one’s own open inquiry can`;
  const members = { current_state: stateOf(task) };
  return new RpcError(codeOf.taskNotCancelable, new BoardError('state_conflict', message, { members }));
}

function assertServable({ configuration }: SendParams): void {
  if (configuration?.pushNotificationConfig) {
    const message = 'The board never pushes; ask with tasks/get';
    const path = ['configuration', 'pushNotificationConfig'];
    throw new RpcError(codeOf.pushNotSupported, invalidParams([{ path, message }]));
  }
  const modes = configuration?.acceptedOutputModes ?? [];
  if (modes.length === 0 || modes.some((mode) => mode === '*/*' || OUTPUT.includes(mode))) return;
  const message = 'The board answers in text/plain and application/json';
  const path = ['configuration', 'acceptedOutputModes'];
  throw new RpcError(codeOf.contentNotSupported, invalidParams([{ path, message }]));
}
