import { type OperationResult, BoardError, type NextCall, type Session } from '../../schema/contract.ts';
import { A2aAnswer, A2aCancel, A2aPost, A2aTask } from '../documents/a2a.ts';
import { codeOf, RpcError } from './errors.ts';
import { findMessageTarget } from './find-task.ts';
import { createMemberError } from './param-issues.ts';
import { answerInquiry, createWriter, type IncomingMessage } from './send-message.ts';
import { contextOf, stateOf, type TaskSummary } from './task.ts';

/**
 * Sends a message to the task named in its `taskId`. Only another agent's working inquiry accepts a message, as its
 * answer: a task in a terminal state cannot be restarted (A2A 0.3.0, section 7.1). Throws -32001, -32602 or
 * -32004, and the errors of the mutation.
 */
export async function continueTask(
  session: Session,
  taskId: string,
  incoming: IncomingMessage,
): Promise<OperationResult> {
  const { message, request } = incoming;
  const { task, sender } = await findMessageTarget(session, taskId);
  assertContext(task, message.contextId);
  if (task.type !== 'inquiry') throw createTerminalTaskError(task);
  if (task.created_by === sender)
    throw stateOf(task) === 'working' ? createOwnTaskError(task) : createTerminalTaskError(task);
  assertIsAnswer(task, incoming);
  // The write checks that the inquiry is unanswered. A check here would reject a repeated message: the inquiry has the
  // answer of the first message by then.
  const variables = { inquiryId: task.id, body: request.body, ifUnanswered: true };
  return answerInquiry(createWriter(session, message.messageId), variables).catch((error: unknown) => {
    const isConflict = error instanceof BoardError && error.code === 'state_conflict';
    throw isConflict ? new RpcError(codeOf.operationNotSupported, error) : error;
  });
}

function assertContext(task: TaskSummary, contextId: string | undefined): void {
  if (contextId === undefined || contextId.toLowerCase() === contextOf(task)) return;
  throw createMemberError('contextId', `Must be the context of the task, ${contextOf(task)}, or be left out`);
}

function assertIsAnswer(task: TaskSummary, { request: { skill, fields } }: IncomingMessage): void {
  if (skill !== 'answer')
    throw createMemberError(
      'metadata.skill',
      'Must be answer, or be left out: the task is an inquiry of another agent',
    );
  const { inquiry_id: id = task.id } = fields;
  if (typeof id === 'string' && id.toLowerCase() === task.id) return;
  throw createMemberError(
    'metadata.inquiry_id',
    `Must be the inquiry of the task, ${task.id}, or be left out`,
  );
}

const createOwnTaskError = (task: TaskSummary) =>
  createUnsupportedError(
    task,
    'Its author cannot continue it; to answer it, send metadata.inquiry_id without taskId',
    [
      { operation: A2aTask.name, variables: { id: task.id } },
      { operation: A2aCancel.name, variables: { inquiryId: task.id } },
    ],
  );

const createTerminalTaskError = (task: TaskSummary) =>
  createUnsupportedError(task, 'It accepts no more messages; send the message without taskId', [
    task.type === 'thread' || task.type === 'post'
      ? { operation: A2aPost.name, variables: { threadId: contextOf(task) } }
      : { operation: A2aAnswer.name, variables: { inquiryId: contextOf(task) } },
    { operation: A2aTask.name, variables: { id: task.id } },
  ]);

function createUnsupportedError(task: TaskSummary, reason: string, next: readonly NextCall[]): RpcError {
  const state = stateOf(task);
  const error = new BoardError('state_conflict', `The task ${task.id} is ${state}. ${reason}`, {
    members: { current_state: state },
    next,
  });
  return new RpcError(codeOf.operationNotSupported, error);
}
