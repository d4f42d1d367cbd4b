import { type OperationResult, BoardError, type NextCall, type Session } from '../../schema/contract.ts';
import { A2aAnswer, A2aCancel, A2aPost, A2aTask } from '../documents/a2a-skills.ts';
import { codeOf, RpcError } from './errors.ts';
import { findMessageTarget } from './find-task.ts';
import { invalidParams } from './param-issues.ts';
import { answerInquiry, createWriter, type IncomingMessage } from './send-message.ts';
import { contextOf, stateOf, type TaskSummary } from './task.ts';

/**
 * Sends a message to the task that it names. Only another agent's inquiry that is working takes one, as its answer: a
 * terminal task cannot be restarted (A2A 0.3.0, section 7.1). Throws -32001, -32602, -32004.
 */
export async function continueTask(
  session: Session,
  taskId: string,
  sent: IncomingMessage,
): Promise<OperationResult> {
  const { message, request: asked } = sent;
  const { task, sender } = await findMessageTarget(session, taskId);
  assertContext(task, message.contextId);
  if (task.type !== 'inquiry') throw isTerminal(task);
  if (task.created_by === sender) throw stateOf(task) === 'working' ? isOwn(task) : isTerminal(task);
  assertAnswers(task, sent);
  // Whether it is still unanswered the write decides, after it has looked for an earlier answer under this message id.
  const variables = { inquiryId: task.id, body: asked.body, ifUnanswered: true };
  return answerInquiry(createWriter(session, message.messageId), variables).catch((error: unknown) => {
    const isRefusal = error instanceof BoardError && error.code === 'state_conflict';
    throw isRefusal ? new RpcError(codeOf.operationNotSupported, error) : error;
  });
}

function assertContext(task: TaskSummary, contextId: string | undefined): void {
  if (contextId === undefined || contextId.toLowerCase() === contextOf(task)) return;
  throw mismatch('contextId', `Must be the context of the task, ${contextOf(task)}, or left out`);
}

function assertAnswers(task: TaskSummary, { request: { skill, fields: told } }: IncomingMessage): void {
  if (skill !== 'answer')
    throw mismatch('metadata.skill', 'Must be answer, or left out: the task is an inquiry of another agent');
  const { inquiry_id: id = task.id } = told;
  if (typeof id === 'string' && id.toLowerCase() === task.id) return;
  throw mismatch('metadata.inquiry_id', `Must be the inquiry of the task, ${task.id}, or left out`);
}

const mismatch = (member: string, message: string) =>
  new RpcError(
    codeOf.params,
    invalidParams([{ path: ['message', ...member.split('.')], message, type: 'value_error' }]),
  );

const isOwn = (task: TaskSummary) =>
  unsupported(task, 'An agent does not answer its own inquiry by taskId; others do', [
    { operation: A2aTask.name, variables: { id: task.id } },
    { operation: A2aCancel.name, variables: { inquiryId: task.id } },
  ]);

const isTerminal = (task: TaskSummary) =>
  unsupported(task, 'It takes no more messages; send one without taskId', [
    task.type === 'thread' || task.type === 'post'
      ? { operation: A2aPost.name, variables: { threadId: contextOf(task) } }
      : { operation: A2aAnswer.name, variables: { inquiryId: contextOf(task) } },
    { operation: A2aTask.name, variables: { id: task.id } },
  ]);

function unsupported(task: TaskSummary, reason: string, next: readonly NextCall[]): RpcError {
  const state = stateOf(task);
  const refusal = new BoardError('state_conflict', `The task ${task.id} is ${state}. ${reason}`, {
    members: { current_state: state },
    next,
  });
  return new RpcError(codeOf.operationNotSupported, refusal);
}
