// A task is a projection of a record: nothing is kept but the record itself.

interface Stamped {
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

export interface ThreadTask extends Stamped {
  readonly type: 'thread';
  readonly posts: readonly HistoryPost[];
}

export interface PostTask extends Stamped {
  readonly type: 'post';
  readonly thread_id: string;
  readonly body: string;
}

export interface AnswerTask extends Stamped {
  readonly type: 'answer';
  readonly inquiry_id: string;
  readonly body: string;
}

export interface InquiryTask extends Stamped {
  readonly type: 'inquiry';
  readonly question: string;
  readonly status: 'open' | 'claimed' | 'answered' | 'closed';
  readonly closed_at: string | null;
  readonly answers: readonly AnswerTask[];
}

export type TaskRecord = ThreadTask | PostTask | AnswerTask | InquiryTask;

/** What a task’s state and context are derived from. */
export type TaskSummary =
  | Pick<ThreadTask, 'type' | 'id'>
  | Pick<PostTask, 'type' | 'id' | 'thread_id'>
  | Pick<AnswerTask, 'type' | 'id' | 'inquiry_id'>
  | (Pick<InquiryTask, 'type' | 'id' | 'status' | 'created_by'> & { readonly answers: readonly unknown[] });

type State = 'completed' | 'working' | 'canceled';

/** An A2A 0.3.0 task as it stands; `historyLength` is how many of its latest messages it tells. */
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

/** What belongs together: a thread with its posts, an inquiry with its answers. */
export function contextOf(record: TaskSummary): string {
  if (record.type === 'post') return record.thread_id;
  return record.type === 'answer' ? record.inquiry_id : record.id;
}

/** An inquiry is worked on until it has an answer; one that was closed without any was called off. */
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

const toArtifact = (name: string, data: Stamped, text: string) => ({
  artifactId: data.id,
  name,
  parts: [
    { kind: 'text', text },
    { kind: 'data', data },
  ],
});

interface Told {
  readonly id: string;
  readonly text: string;
  readonly by: string;
}

/** The record's author is the user of the task; whoever replies is an agent. */
function historyOf(record: TaskRecord, contextId: string): object[] {
  return toldIn(record).map(({ id, text, by }) => ({
    kind: 'message',
    role: by === record.created_by ? 'user' : 'agent',
    messageId: id,
    taskId: record.id,
    contextId,
    parts: [{ kind: 'text', text }],
    metadata: { created_by: by },
  }));
}

function toldIn(record: TaskRecord): Told[] {
  const { id, created_by: by } = record;
  switch (record.type) {
    case 'thread':
      return record.posts.map((post) => ({ id: post.id, text: post.body, by: post.created_by }));
    case 'inquiry':
      return [
        { id, text: record.question, by },
        ...record.answers.map((answer) => ({ id: answer.id, text: answer.body, by: answer.created_by })),
      ];
    default:
      return [{ id, text: record.body, by }];
  }
}
