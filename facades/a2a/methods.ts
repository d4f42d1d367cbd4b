// The methods that all protocol versions have. Their parameters have been parsed.
import { BoardError, type ErrorCode, type OperationResult, type Session } from '../../schema/contract.ts';
import { A2aCancel } from '../documents/a2a.ts';
import { continueTask } from './continue-task.ts';
import { codeOf, RpcError } from './errors.ts';
import { findTask, MAX_HISTORY_LENGTH } from './find-task.ts';
import { createParamsRefusal } from './param-issues.ts';
import type { SendParams } from './request.ts';
import { sendMessage, type SendOptions } from './send-message.ts';
import { readSkillRequest } from './skill-request.ts';
import { type InquiryTask, stateOf, type Task, type TaskRecord, type TaskState, toTask } from './task.ts';

/** Output modes of the board's tasks: media types, and kinds of parts. */
const OUTPUT_MODES = ['text/plain', 'application/json', 'text', 'data'];

export interface TaskResult {
  readonly task: Task;
  /** Whether an earlier call with the same message made the write. */
  readonly isReplayed: boolean;
}

/**
 * Sends a message. Throws errors with these codes of `codeOf`: `taskNotFound`, `operationNotSupported`, `contentNotSupported`,
 * `invalidParams`; and the errors of the mutation.
 */
export async function send(session: Session, params: SendParams, options: SendOptions): Promise<TaskResult> {
  const { message, configuration } = params;
  assertOutputModes(configuration?.acceptedOutputModes ?? []);
  const incoming = { message, request: readSkillRequest(params) };
  const { value, isReplayed } = await (message.taskId === undefined
    ? sendMessage(session, incoming, options)
    : continueTask(session, message.taskId, incoming));
  return { task: toFullTask(value as TaskRecord, configuration?.historyLength), isReplayed };
}

/** Reads a task. Throws `taskNotFound`. */
export const getTask = async (
  session: Session,
  id: string,
  historyLength?: number | null,
): Promise<TaskResult> => ({
  task: toFullTask(await findTask(session, id, historyLength ?? MAX_HISTORY_LENGTH), historyLength),
  isReplayed: false,
});

/** Maximum attempts to close an inquiry that changes between the read and the write of each attempt. */
const MAX_CANCEL_ATTEMPTS = 3;

/**
 * Closes an inquiry of the caller that has no answer. Throws `taskNotFound`, `taskNotCancelable`, and `precondition_failed` if the
 * inquiry has changed during each attempt.
 */
export async function cancelTask(session: Session, id: string): Promise<TaskResult> {
  for (let attempt = 1; attempt < MAX_CANCEL_ATTEMPTS; attempt += 1) {
    const closed = await closeUnanswered(session, id).catch((error: unknown) => {
      // The inquiry was claimed or answered after it was read: read it again.
      if (hasCode(error, 'precondition_failed')) return null;
      throw error;
    });
    if (closed) return toResult(closed);
  }
  return toResult(await closeUnanswered(session, id));
}

/**
 * Reads an inquiry and closes it. Throws `precondition_failed` if the version of the inquiry has changed between the read and the
 * write, for example through an answer.
 */
async function closeUnanswered(session: Session, id: string): Promise<OperationResult> {
  const task = await findTask(session, id, 0);
  if (task.type !== 'inquiry' || stateOf(task) !== 'working') throw createNotCancelable(task);
  return session
    .executeOperation(A2aCancel, { inquiryId: id, version: task.version })
    .catch((error: unknown) => {
      throw hasCode(error, 'not_owner') ? new RpcError(codeOf.taskNotCancelable, error) : error;
    });
}

const hasCode = (error: unknown, code: ErrorCode): error is BoardError =>
  error instanceof BoardError && error.code === code;

const toResult = ({ value, isReplayed }: OperationResult): TaskResult => ({
  task: toFullTask(value as InquiryTask),
  isReplayed,
});

const toFullTask = (record: TaskRecord, historyLength?: number | null): Task =>
  toTask(record, { historyLength: historyLength ?? MAX_HISTORY_LENGTH, includeArtifacts: true });

/** Why an inquiry cannot be canceled, by its state. */
const REASONS: Partial<Record<TaskState, string>> = {
  completed: 'it already has an answer',
  canceled: 'it is already canceled',
};

function createNotCancelable(task: TaskRecord): RpcError {
  const state = stateOf(task);
  const reason =
    (task.type === 'inquiry' && REASONS[state]) || 'only an open inquiry can be canceled, by its author';
  const message = `Task ${task.id} cannot be canceled: ${reason}`;
  const members = { current_state: state };
  return new RpcError(codeOf.taskNotCancelable, new BoardError('state_conflict', message, { members }));
}

/** Throws `pushNotSupported` if the member of `configuration` that requests push notifications has a value. */
export function assertNoPushConfiguration(value: unknown, member: string): void {
  if (value === undefined || value === null) return;
  const message = 'Push notifications are not supported; poll for the task';
  throw new RpcError(
    codeOf.pushNotSupported,
    createParamsRefusal([{ path: ['configuration', member], message }]),
  );
}

/** Throws `contentNotSupported` if the client accepts none of the board's output modes. */
function assertOutputModes(modes: readonly string[]): void {
  if (modes.length === 0 || modes.some((mode) => mode === '*/*' || OUTPUT_MODES.includes(mode))) return;
  const message = 'Must include text/plain or application/json';
  const path = ['configuration', 'acceptedOutputModes'];
  throw new RpcError(codeOf.contentNotSupported, createParamsRefusal([{ path, message }]));
}
