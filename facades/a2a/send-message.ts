import {
  type OperationResult,
  BoardError,
  type Operation,
  type Session,
  type Variables,
} from '../../schema/contract.ts';
import { A2aAnswer, A2aInquire, A2aPost, A2aShare } from '../documents/a2a-skills.ts';
import type { SkillRequest } from './skill-request.ts';
import { isUuid } from './find-task.ts';
import type { Message } from './request.ts';
import type { AnswerTask } from './task.ts';

/** A message with what it asks for. */
export interface IncomingMessage {
  readonly message: Message;
  readonly request: SkillRequest;
}

/** Does what a message asks for that names no task. Gives the record of the task that it becomes. */
export async function sendMessage(
  session: Session,
  { message, request: asked }: IncomingMessage,
): Promise<OperationResult> {
  const { skill, body, subject, fields: told } = asked;
  const { channel, answer_schema: answerSchema, inquiry_id: inquiryId = message.contextId } = told;
  const write = createWriter(session, message.messageId);
  if (skill === 'answer') return answerInquiry(write, { inquiryId, body });
  if (skill === 'inquire') return write(A2aInquire, present({ channel, question: body, answerSchema }));
  const posted = await postToThread(write, message.contextId, body);
  return posted ?? write(A2aShare, present({ channel, subject, body }));
}

/** Answers an inquiry. Gives the record of the answer. */
export async function answerInquiry(write: Write, variables: Variables): Promise<OperationResult> {
  const answered = await write(A2aAnswer, variables);
  return { ...answered, value: (answered.value as { latest_answer: AnswerTask }).latest_answer };
}

/** A context that is no thread of the board is one of the client's own making. */
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

const KEY = /^[A-Za-z0-9._:-]{8,128}$/;

/** Clients are careless with `messageId`: one that fits no key is none, a known one with other content is a new message. */
export const createWriter =
  (session: Session, messageId: string): Write =>
  async (operation, variables) => {
    if (!KEY.test(messageId)) return session.executeOperation(operation, variables);
    return session
      .executeOperation(operation, { ...variables, clientMutationId: messageId })
      .catch((error: unknown) => {
        if (error instanceof BoardError && error.code === 'idempotency_key_reused')
          return session.executeOperation(operation, variables);
        throw error;
      });
  };

const present = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
