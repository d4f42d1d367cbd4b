import {
  type OperationResult,
  BoardError,
  type Operation,
  type Session,
  type Variables,
} from '../../schema/contract.ts';
import { A2aAnswer, A2aInquire, A2aPost, A2aShare } from '../documents/a2a-skills.ts';
import { isUuid } from './find-task.ts';
import type { Message } from './request.ts';
import type { SkillRequest } from './skill-request.ts';
import type { AnswerTask } from './task.ts';

/** A message with the skill that it requests. */
export interface IncomingMessage {
  readonly message: Message;
  readonly request: SkillRequest;
}

/** Performs the skill of a message without `taskId`. Returns the record that the new task represents. */
export async function sendMessage(
  session: Session,
  { message, request }: IncomingMessage,
): Promise<OperationResult> {
  const { skill, body, subject, fields } = request;
  const { channel, answer_schema: answerSchema, inquiry_id: inquiryId = message.contextId } = fields;
  const write = createWriter(session, message.messageId);
  if (skill === 'answer') return answerInquiry(write, { inquiryId, body });
  if (skill === 'inquire') return write(A2aInquire, omitUndefined({ channel, question: body, answerSchema }));
  const posted = await postToThread(write, message.contextId, body);
  return posted ?? write(A2aShare, omitUndefined({ channel, subject, body }));
}

/** Answers an inquiry. Returns the record of the answer. */
export async function answerInquiry(write: Write, variables: Variables): Promise<OperationResult> {
  const result = await write(A2aAnswer, variables);
  return { ...result, value: (result.value as { latest_answer: AnswerTask }).latest_answer };
}

/** Returns null if the thread does not exist: clients may choose context ids themselves. */
async function postToThread(
  write: Write,
  threadId: string | undefined,
  body: unknown,
): Promise<OperationResult | null> {
  if (threadId === undefined || !isUuid(threadId)) return null;
  return write(A2aPost, { threadId, body }).catch((error: unknown) => {
    if (error instanceof BoardError && error.code === 'not_found') return null;
    throw error;
  });
}

type Write = (operation: Operation, variables: Variables) => Promise<OperationResult>;

const IDEMPOTENCY_KEY = /^[A-Za-z0-9._:-]{8,128}$/;

/**
 * Returns a function that executes a mutation with the message id as its idempotency key. Many clients do not send
 * unique message ids: one that is no valid key is not used, and a used one with other input makes a new write.
 */
export const createWriter =
  (session: Session, messageId: string): Write =>
  async (operation, variables) => {
    if (!IDEMPOTENCY_KEY.test(messageId)) return session.executeOperation(operation, variables);
    return session
      .executeOperation(operation, { ...variables, clientMutationId: messageId })
      .catch((error: unknown) => {
        if (error instanceof BoardError && error.code === 'idempotency_key_reused')
          return session.executeOperation(operation, variables);
        throw error;
      });
  };

const omitUndefined = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
