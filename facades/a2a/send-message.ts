import { createHash } from 'node:crypto';
import {
  type OperationResult,
  BoardError,
  type Operation,
  type Session,
  type Variables,
} from '../../schema/contract.ts';
import { A2aAnswer, A2aInquire, A2aPost, A2aShare } from '../documents/a2a.ts';
import { omitUndefined } from '../documents/operation.ts';
import { codeOf, RpcError } from './errors.ts';
import { findMessageTarget, isUuid } from './find-task.ts';
import { createMemberError } from './param-issues.ts';
import type { Message } from './request.ts';
import type { SkillRequest } from './skill-request.ts';
import type { AnswerTask, TaskSummary } from './task.ts';

/** A message with the skill that it requests. */
export interface IncomingMessage {
  readonly message: Message;
  readonly request: SkillRequest;
}

export interface SendOptions {
  /**
   * Whether the task must be in the context that the message names, as A2A 1.0 requires (section 3.4.1). In 0.3,
   * clients may choose context ids themselves, so an unknown context id is ignored.
   */
  readonly keepsContext: boolean;
}

/**
 * Performs the skill of a message without `taskId`. Returns the record that the new task represents. Throws -32602 for a
 * context that the new task cannot have, for the fields of a new thread in a reply, and for a new thread without text.
 */
export async function sendMessage(
  session: Session,
  { message, request }: IncomingMessage,
  { keepsContext }: SendOptions,
): Promise<OperationResult> {
  const { skill, body, subject, fields } = request;
  const { contextId } = message;
  const { channel, answer_schema: answerSchema, inquiry_id: inquiryId = contextId } = fields;
  const write = createWriter(session, message.messageId);
  if (skill === 'answer') {
    await assertContext(session, contextId, { expected: inquiryId, keepsContext });
    return answerInquiry(write, { inquiryId, body });
  }
  if (skill === 'inquire') {
    await assertContext(session, contextId, { expected: null, keepsContext });
    return write(A2aInquire, omitUndefined({ channel, question: body, answerSchema }));
  }
  await assertNoThreadFields(session, message, { fields, keepsContext });
  const reply = await replyToThread(write, message, request);
  if (reply) return reply;
  if (keepsContext) await assertContext(session, contextId, { expected: null, keepsContext });
  else await assertIsNotTaskId(session, contextId);
  // The subject is the first line of the text, so a missing text would be reported as a fault of the subject.
  if (subject === '' && fields['subject'] === undefined) throw createMemberError('parts', 'Must have text');
  return write(A2aShare, omitUndefined({ channel, subject, body }));
}

/**
 * Throws -32602 if the message names another context than `expected`. `expected` is null for a context that does not exist yet.
 * Without `keepsContext`, a context id that is not the id of a task is ignored.
 */
async function assertContext(
  session: Session,
  contextId: string | undefined,
  { expected, keepsContext }: { readonly expected: unknown } & SendOptions,
): Promise<void> {
  if (contextId === undefined) return;
  if (typeof expected === 'string' && contextId.toLowerCase() === expected.toLowerCase()) return;
  if (!keepsContext && (await findTaskType(session, contextId)) === null) return;
  const message =
    expected === null
      ? 'Must be the id of a thread that exists, with the skill share, or be left out: a new thread or inquiry starts its own context'
      : 'Must be the inquiry_id, or be left out';
  throw createMemberError('contextId', message);
}

/** Answers an inquiry. Returns the record of the answer. */
export async function answerInquiry(write: Write, variables: Variables): Promise<OperationResult> {
  const result = await write(A2aAnswer, variables);
  return { ...result, value: (result.value as { latest_answer: AnswerTask }).latest_answer };
}

/** Throws -32602 if a reply has a field of a new thread: `channel` or `subject`. */
async function assertNoThreadFields(
  session: Session,
  { contextId }: Message,
  { fields, keepsContext }: Pick<SkillRequest, 'fields'> & SendOptions,
): Promise<void> {
  const given = ['channel', 'subject'].find((name) => fields[name] !== undefined);
  if (contextId === undefined || given === undefined) return;
  if (keepsContext || (await isThread(session, contextId)))
    throw createMemberError(
      `metadata.${given}`,
      'Must be left out with contextId: the thread has them already',
    );
}

const isThread = async (session: Session, id: string): Promise<boolean> =>
  (await findTaskType(session, id)) === 'thread';

/** The type of the task with this id; null if there is no such task. */
async function findTaskType(session: Session, id: string): Promise<TaskSummary['type'] | null> {
  const { task } = await findMessageTarget(session, id).catch((error: unknown) => {
    if (error instanceof RpcError && error.code === codeOf.taskNotFound) return { task: null };
    throw error;
  });
  return task?.type ?? null;
}

/** Throws -32602 if the context id is the id of a task. An id that a client chooses is never equal to a task's id by chance. */
async function assertIsNotTaskId(session: Session, contextId: string | undefined): Promise<void> {
  if (contextId === undefined || (await findTaskType(session, contextId)) === null) return;
  throw createMemberError(
    'contextId',
    'Must be the id of a thread; to answer an inquiry, give its id as metadata.inquiry_id',
  );
}

/** Posts to the thread that the message names as its context. Returns null if there is no such thread. */
async function replyToThread(
  write: Write,
  { contextId }: Message,
  { body }: SkillRequest,
): Promise<OperationResult | null> {
  if (contextId === undefined || !isUuid(contextId)) return null;
  return write(A2aPost, { threadId: contextId, body }).catch((error: unknown) => {
    if (error instanceof BoardError && error.code === 'not_found') return null;
    throw error;
  });
}

type Write = (operation: Operation, variables: Variables) => Promise<OperationResult>;

const IDEMPOTENCY_KEY = /^[A-Za-z0-9._:-]{8,128}$/;

/** The idempotency key of a message whose id is not a valid key, or was used with other content. */
function toHashedKey(messageId: string, content: Variables): string {
  const hash = createHash('sha256').update(JSON.stringify([messageId, content]));
  return `sha256-${hash.digest('base64url')}`;
}

/**
 * Returns a function that executes a mutation with the id of the message as its idempotency key. Many clients do not send
 * unique message ids: if the id was used with other content, a hash of id and content is the key of a new write.
 */
export const createWriter =
  (session: Session, messageId: string): Write =>
  (operation, variables) => {
    const writeWith = (idempotencyKey: string) =>
      session.executeOperation(operation, { ...variables, idempotencyKey });
    const hashedKey = toHashedKey(messageId, variables);
    if (!IDEMPOTENCY_KEY.test(messageId)) return writeWith(hashedKey);
    return writeWith(messageId).catch((error: unknown) => {
      if (error instanceof BoardError && error.code === 'idempotency_key_reused') return writeWith(hashedKey);
      throw error;
    });
  };
