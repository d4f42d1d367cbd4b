import {
  type Answer,
  BoardError,
  type Operation,
  type Session,
  type Variables,
} from '../../schema/contract.ts';
import { A2aAnswer, A2aCancel, A2aInquire, A2aPost, A2aShare, A2aTask } from '../operations/a2a.ts';
import { codeOf, RpcError } from './errors.ts';
import { unreadable } from './locate.ts';
import { type Message, readSendParams, readTaskParams, type SendParams } from './request.ts';
import { type Asked, readAsked } from './skill.ts';
import { type AnswerTask, contextOf, type InquiryTask, stateOf, type TaskRecord, toTask } from './task.ts';

/** Messages that a task tells at most. */
const HISTORY_MAX = 50;

const OUTPUT = ['text/plain', 'application/json', 'text', 'data'];

/** A method of the board's: what it answers to these parameters in this session. */
export type Method = (session: Session, params: unknown) => Promise<Done>;

export interface Done {
  readonly task: object;
  /** The message had been sent before; the task is the one of then. */
  readonly replayed: boolean;
}

/** The methods of A2A that the board has (contract, A2A; decisions, section 8). */
export const methods: Readonly<Record<string, Method>> = {
  'message/send': async (session, params) => {
    const read = readSendParams(params);
    assertServable(read);
    const asked = readAsked(read.message);
    const contextId = await findContext(session, read.message);
    const { value, replayed } = await act(session, { ...read.message, contextId }, asked);
    const historyLength = read.configuration?.historyLength ?? HISTORY_MAX;
    return { task: toTask(value as TaskRecord, historyLength), replayed };
  },
  'tasks/get': async (session, params) => {
    const { id, historyLength = HISTORY_MAX } = readTaskParams(params);
    return { task: toTask(await findTask(session, id, historyLength), historyLength), replayed: false };
  },
  'tasks/cancel': async (session, params) => {
    const { id } = readTaskParams(params);
    const task = await findTask(session, id, 0);
    if (task.type !== 'inquiry' || task.status === 'closed' || task.answers.length > 0)
      throw notCancelable(task);
    const { value, replayed } = await session
      .execute(A2aCancel, { inquiryId: id })
      .catch((error: unknown) => {
        throw error instanceof BoardError && error.code === 'not_owner'
          ? new RpcError(codeOf.taskNotCancelable, error)
          : error;
      });
    return { task: toTask(value as InquiryTask, HISTORY_MAX), replayed };
  },
};

/** Methods of A2A that the board does not have, with what A2A says then. */
export const declined: Readonly<Record<string, readonly [code: number, message: string]>> = {
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
    throw new RpcError(codeOf.pushNotSupported, unreadable([{ path, message }]));
  }
  const modes = configuration?.acceptedOutputModes ?? [];
  if (modes.length === 0 || modes.some((mode) => mode === '*/*' || OUTPUT.includes(mode))) return;
  const message = 'The board answers in text/plain and application/json';
  const path = ['configuration', 'acceptedOutputModes'];
  throw new RpcError(codeOf.contentNotSupported, unreadable([{ path, message }]));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function findTask(session: Session, id: string, historyLength: number): Promise<TaskRecord> {
  const missing = new BoardError('not_found', `There is no task ${id.slice(0, 100)}`);
  const unknown = new RpcError(codeOf.taskNotFound, missing);
  if (!UUID.test(id)) throw unknown;
  const first = Math.min(Math.max(historyLength, 1), HISTORY_MAX);
  const { value } = await session.execute(A2aTask, { id, historyLength: first });
  // Ids of agents, channels and the like are none of tasks: nothing of them was selected.
  if (value === null || !('type' in (value as object))) throw unknown;
  return value as TaskRecord;
}

/** What the message goes on with: its own context, else that of its task. Throws -32001 for a task that is not there. */
async function findContext(session: Session, { taskId, contextId }: Message): Promise<string | undefined> {
  if (taskId === undefined) return contextId;
  const task = await findTask(session, taskId, 0);
  return contextId ?? contextOf(task);
}

type InContext = Omit<Message, 'contextId'> & { readonly contextId: string | undefined };

async function act(session: Session, message: InContext, asked: Asked): Promise<Answer> {
  const { skill, body, told } = asked;
  const write = createWriter(session, message.messageId);
  if (skill === 'answer') {
    const inquiryId = told['inquiry_id'] ?? message.contextId;
    const answered = await write(A2aAnswer, { inquiryId, body });
    return { ...answered, value: (answered.value as { latest_answer: AnswerTask }).latest_answer };
  }
  if (skill === 'inquire') {
    const { channel, answer_schema: answerSchema } = told;
    return write(A2aInquire, present({ channel, question: body, answerSchema }));
  }
  const posted = await postToThread(write, message.contextId, body);
  return posted ?? write(A2aShare, present({ channel: told['channel'], subject: asked.subject, body }));
}

/** A context that is no thread of the board is one of the client's own making. */
async function postToThread(
  write: Write,
  threadId: string | undefined,
  body: string,
): Promise<Answer | null> {
  if (threadId === undefined || !UUID.test(threadId)) return null;
  return write(A2aPost, { threadId, body }).catch((error: unknown) => {
    if (error instanceof BoardError && error.code === 'not_found') return null;
    throw error;
  });
}

type Write = (operation: Operation, variables: Variables) => Promise<Answer>;

const KEY = /^[A-Za-z0-9._:-]{8,128}$/;

/** Clients are careless with `messageId`: one that fits no key is none, a known one with other content is a new message. */
const createWriter =
  (session: Session, messageId: string): Write =>
  async (operation, variables) => {
    if (!KEY.test(messageId)) return session.execute(operation, variables);
    return session
      .execute(operation, { ...variables, clientMutationId: messageId })
      .catch((error: unknown) => {
        if (error instanceof BoardError && error.code === 'idempotency_key_reused')
          return session.execute(operation, variables);
        throw error;
      });
  };

const present = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
