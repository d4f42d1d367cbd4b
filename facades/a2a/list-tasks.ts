import type { Session } from '../../schema/contract.ts';
import { A2aTasks, A2aTasksWithMessages } from '../documents/a2a.ts';
import { omitUndefined } from '../documents/operation.ts';
import { MAX_HISTORY_LENGTH, toPageSize } from './find-task.ts';
import { type Task, type TaskRecord, type TaskState, toTask } from './task.ts';

export interface TaskListRequest {
  /** Undefined for every state; null for a state that no task of the board has: the list is empty. */
  readonly state?: TaskState | null | undefined;
  readonly contextId?: string | undefined;
  readonly since?: string | undefined;
  readonly pageSize: number;
  readonly pageToken?: string | undefined;
  readonly historyLength: number;
  readonly includeArtifacts: boolean;
}

export interface TaskPage {
  readonly tasks: readonly Task[];
  /** Null on the last page. */
  readonly nextPageToken: string | null;
  readonly total: number;
}

interface TaskConnection {
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly nodes: readonly TaskRecord[];
}

/** The number of first answers, and of latest answers, in the task of an inquiry with more answers (`InquiryTask`). */
const MAX_ANSWERS = 24;

/**
 * The variables that select the answers of an inquiry which its task shows. A history of up to 24 messages has only the latest
 * answers. Artifacts and a longer history also have the first answers and the accepted one.
 */
const toAnswerVariables = (messagesPerTask: number) =>
  messagesPerTask > MAX_ANSWERS
    ? { firstAnswers: MAX_ANSWERS, acceptedAnswer: true, latestAnswers: MAX_ANSWERS }
    : { firstAnswers: 1, acceptedAnswer: false, latestAnswers: messagesPerTask };

/**
 * Lists the tasks of the caller. A page ends before it has more than 50 messages or artifacts, or too much text of the records that
 * are its tasks, so it may have fewer tasks than requested. The result has at most 100 answers of these inquiries: an answer may be
 * among the first and the latest ones. Throws `invalid_cursor`.
 */
export async function listTasks(session: Session, request: TaskListRequest): Promise<TaskPage> {
  const { state, contextId, since, pageSize, pageToken, historyLength, includeArtifacts } = request;
  if (state === null) {
    // No task has the state. The operation runs only to report the errors of the other parameters.
    await session.executeOperation(A2aTasks, omitUndefined({ contextId, since, first: 1, after: pageToken }));
    return { tasks: [], nextPageToken: null, total: 0 };
  }
  const messagesPerTask = includeArtifacts ? MAX_HISTORY_LENGTH : toPageSize(historyLength);
  const filters = omitUndefined({ state, contextId, since, first: pageSize, after: pageToken });
  const { value } =
    historyLength > 0 || includeArtifacts
      ? await session.executeOperation(A2aTasksWithMessages, {
          ...filters,
          messagesPerTask,
          historyLength: toPageSize(historyLength),
          ...toAnswerVariables(messagesPerTask),
        })
      : await session.executeOperation(A2aTasks, filters);
  const { nodes, pageInfo, totalCount } = value as TaskConnection;
  return {
    tasks: nodes.map((record) => toTask(record, { historyLength, includeArtifacts })),
    nextPageToken: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    total: totalCount,
  };
}
