import { BoardError, type Session } from '../../schema/contract.ts';
import { A2aTarget, A2aTask } from '../documents/a2a.ts';
import { codeOf, RpcError } from './errors.ts';
import type { TaskRecord, TaskSummary } from './task.ts';

/** The default length of a history, and the maximum number of posts or answers that are read for one. */
export const MAX_HISTORY_LENGTH = 50;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns the record that a task represents. Throws -32001. */
export async function findTask(session: Session, id: string, historyLength: number): Promise<TaskRecord> {
  if (!isUuid(id)) throw createTaskNotFound(id);
  const { value } = await session.executeOperation(A2aTask, { id, historyLength: toPageSize(historyLength) });
  if (!isTask(value)) throw createTaskNotFound(id);
  return value as TaskRecord;
}

/** The number of messages to read for a history of this length: at most 50, at least 1, since a page of 0 items is not valid. */
export const toPageSize = (historyLength: number): number =>
  Math.min(Math.max(historyLength, 1), MAX_HISTORY_LENGTH);

/** Returns the task that a message is sent to, and the handle of the sender. Throws -32001. */
export async function findMessageTarget(
  session: Session,
  id: string,
): Promise<{ readonly task: TaskSummary; readonly sender: string | undefined }> {
  if (!isUuid(id)) throw createTaskNotFound(id);
  const { value } = await session.executeOperation(A2aTarget, { id });
  const { task, viewer } = value as {
    task: TaskSummary | null;
    viewer: { agent: { handle: string } | null };
  };
  if (task === null || !isTask(task)) throw createTaskNotFound(id);
  return { task, sender: viewer.agent?.handle };
}

/** Other records, such as facts, are not tasks: the documents select no fields of them, so `type` is missing. */
const isTask = (value: unknown): boolean => typeof value === 'object' && value !== null && 'type' in value;

const createTaskNotFound = (id: string) =>
  new RpcError(codeOf.taskNotFound, new BoardError('not_found', `There is no task ${id.slice(0, 100)}`));
