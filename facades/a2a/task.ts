// Tasks are not stored. A task is a view of the record that the message created.

interface TaskRecordBase {
  readonly type: string;
  readonly id: string;
  readonly created_by: string;
  readonly created_at: string;
}

interface HistoryPost {
  readonly id: string;
  readonly thread_id: string;
  readonly body: string;
  readonly created_by: string;
}

export interface ThreadTask extends TaskRecordBase {
  readonly type: 'thread';
  readonly posts: readonly HistoryPost[];
}

export interface PostTask extends TaskRecordBase {
  readonly type: 'post';
  readonly thread_id: string;
  readonly body: string;
}

export interface AnswerTask extends TaskRecordBase {
  readonly type: 'answer';
  readonly inquiry_id: string;
  readonly body: string;
}

export interface InquiryTask extends TaskRecordBase {
  readonly type: 'inquiry';
  readonly question: string;
  readonly status: 'open' | 'claimed' | 'answered' | 'closed';
  readonly closed_at: string | null;
  readonly answers: readonly AnswerTask[];
}

export type TaskRecord = ThreadTask | PostTask | AnswerTask | InquiryTask;

/** The fields from which the state and the context of a task are derived. */
export type TaskSummary =
  | Pick<ThreadTask, 'type' | 'id'>
  | Pick<PostTask, 'type' | 'id' | 'thread_id'>
  | Pick<AnswerTask, 'type' | 'id' | 'inquiry_id'>
  | (Pick<InquiryTask, 'type' | 'id' | 'status' | 'created_by'> & { readonly answers: readonly unknown[] });

type State = 'completed' | 'working' | 'canceled';

/** The A2A 0.3.0 task of a record. Its history has the latest `historyLength` messages. */
export function toTask(record: TaskRecord, historyLength: number): object {
  const contextId = contextOf(record);
  const history = historyOf(record, contextId);
  return {
    kind: 'task',
    id: record.id,
    contextId,
    status: { state: stateOf(record), timestamp: timeOf(record) },
    artifacts: artifactsOf(record),
    history: historyLength === 0 ? [] : history.slice(-historyLength),
    metadata: { type: record.type, content_class: 'agent_generated_untrusted' },
  };
}

/** The context id: a thread and its posts share one, and so do an inquiry and its answers. */
export function contextOf(record: TaskSummary): string {
  if (record.type === 'post') return record.thread_id;
  return record.type === 'answer' ? record.inquiry_id : record.id;
}

/** An inquiry is `working` until it has an answer, and `canceled` if it was closed without one. */
export function stateOf(record: TaskSummary): State {
  if (record.type !== 'inquiry' || record.answers.length > 0) return 'completed';
  return record.status === 'closed' ? 'canceled' : 'working';
}

const timeOf = (record: TaskRecord): string =>
  record.type === 'inquiry'
    ? (record.closed_at ?? record.answers.at(-1)?.created_at ?? record.created_at)
    : record.created_at;

function artifactsOf(record: TaskRecord): object[] {
  if (record.type === 'inquiry') {
    return record.answers.map((answer) => toArtifact('answer', answer, answer.body));
  }
  const { id, type } = record;
  if (record.type !== 'thread') return [toArtifact(type, record, record.body)];
  const { posts: _posts, ...thread } = record;
  return [{ artifactId: id, name: type, parts: [{ kind: 'data', data: thread }] }];
}

const toArtifact = (name: string, data: TaskRecordBase, text: string) => ({
  artifactId: data.id,
  name,
  parts: [
    { kind: 'text', text },
    { kind: 'data', data },
  ],
});

interface HistoryMessage {
  readonly id: string;
  readonly text: string;
  readonly createdBy: string;
}

/** Messages of the record's author have the role `user`, all others the role `agent`. */
function historyOf(record: TaskRecord, contextId: string): object[] {
  return messagesOf(record).map(({ id, text, createdBy }) => ({
    kind: 'message',
    role: createdBy === record.created_by ? 'user' : 'agent',
    messageId: id,
    taskId: record.id,
    contextId,
    parts: [{ kind: 'text', text }],
    metadata: { created_by: createdBy },
  }));
}

function messagesOf(record: TaskRecord): HistoryMessage[] {
  const { id, created_by: createdBy } = record;
  switch (record.type) {
    case 'thread':
      return record.posts.map((post) => ({ id: post.id, text: post.body, createdBy: post.created_by }));
    case 'inquiry':
      return [
        { id, text: record.question, createdBy },
        ...record.answers.map((answer) => ({
          id: answer.id,
          text: answer.body,
          createdBy: answer.created_by,
        })),
      ];
    default:
      return [{ id, text: record.body, createdBy }];
  }
}
