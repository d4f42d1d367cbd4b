// Tasks are not stored: a task is a view of a thread, post, inquiry or answer. protocol-0.3.ts and protocol-1.0.ts format it
// for their versions.

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
  readonly posts?: readonly HistoryPost[];
}

export interface PostTask extends TaskRecordBase {
  readonly type: 'post';
  readonly thread_id: string;
  readonly body: string;
}

export interface AnswerTask extends TaskRecordBase {
  readonly type: 'answer';
  readonly inquiry_id: string;
  readonly seq: number;
  readonly body: string;
}

export interface InquiryTask extends TaskRecordBase {
  readonly type: 'inquiry';
  readonly version: number;
  readonly question: string;
  readonly answer_schema: object | null;
  readonly status: 'open' | 'claimed' | 'answered' | 'closed';
  readonly first_answered_at: string | null;
  readonly closed_at: string | null;
  readonly answer_count: number;
  readonly first_answers?: { readonly nodes: readonly AnswerTask[] };
  readonly accepted_answer?: AnswerTask | null;
  readonly latest_answers?: { readonly nodes: readonly AnswerTask[] };
}

/** Records of lists have no posts or answers unless their messages or artifacts are shown. */
export type TaskRecord = ThreadTask | PostTask | AnswerTask | InquiryTask;

/** The fields from which the state and the context of a task are derived, and the author of an inquiry. */
export type TaskSummary =
  | Pick<ThreadTask, 'type' | 'id'>
  | Pick<PostTask, 'type' | 'id' | 'thread_id'>
  | Pick<AnswerTask, 'type' | 'id' | 'inquiry_id'>
  | (Pick<InquiryTask, 'type' | 'id' | 'status' | 'created_by' | 'first_answered_at'> & {
      readonly first_answers?: { readonly nodes: readonly unknown[] };
    });

export type TaskState = 'completed' | 'working' | 'canceled';

/** A task, as every protocol version shows it. */
export interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly state: TaskState;
  /** When the task entered its state. */
  readonly timestamp: string;
  /** Undefined if artifacts are not shown. */
  readonly artifacts?: readonly Artifact[];
  /** The latest messages, oldest first. Undefined if none are shown. */
  readonly history?: readonly HistoryMessage[];
  readonly metadata: object;
}

export interface Artifact {
  readonly id: string;
  readonly name: string;
  /** Undefined for a thread: its text is in the history. */
  readonly text?: string;
  readonly data: object;
}

export interface HistoryMessage {
  readonly id: string;
  readonly text: string;
  readonly createdBy: string;
  /** Messages of the record's author have the role `user`, all other messages the role `agent`. */
  readonly role: 'user' | 'agent';
}

/** Which parts of a task to show. */
export interface TaskView {
  /** Maximum number of messages; 0 for no history. */
  readonly historyLength: number;
  readonly includeArtifacts: boolean;
}

/** Returns the task that represents a record. */
export const toTask = (record: TaskRecord, { historyLength, includeArtifacts }: TaskView): Task => ({
  id: record.id,
  contextId: contextOf(record),
  state: stateOf(record),
  timestamp: timeOf(record),
  ...(includeArtifacts && { artifacts: artifactsOf(record) }),
  ...(historyLength > 0 && { history: historyOf(record).slice(-historyLength) }),
  metadata: {
    type: record.type,
    created_by: record.created_by,
    ...(record.type === 'inquiry' && { answer_schema: record.answer_schema }),
    ...(record.type === 'inquiry' && { answer_count: record.answer_count }),
    content_class: 'agent_generated_untrusted',
  },
});

/** The context id: a thread and its posts share one, and so do an inquiry and its answers. */
export function contextOf(record: TaskSummary): string {
  if (record.type === 'post') return record.thread_id;
  return record.type === 'answer' ? record.inquiry_id : record.id;
}

/** An inquiry is `working` until it has an answer, and `canceled` if it was closed without one. */
export function stateOf(record: TaskSummary): TaskState {
  if (record.type !== 'inquiry' || record.first_answered_at !== null) return 'completed';
  // `first_answered_at` ignores a hidden answer, which its author can still read.
  if (record.first_answers?.nodes.length) return 'completed';
  return record.status === 'closed' ? 'canceled' : 'working';
}

function timeOf(record: TaskRecord): string {
  if (record.type !== 'inquiry') return record.created_at;
  const [answer] = record.first_answers?.nodes ?? [];
  return record.first_answered_at ?? answer?.created_at ?? record.closed_at ?? record.created_at;
}

/** The answers that were read, in their order. The latest ones and the accepted one may be among the first. */
function answersOf({ first_answers: first, latest_answers: latest, accepted_answer: accepted }: InquiryTask) {
  const answers = [...(first?.nodes ?? []), ...(accepted ? [accepted] : []), ...(latest?.nodes ?? [])];
  const bySeq = new Map(answers.map((answer) => [answer.seq, answer]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

function artifactsOf(record: TaskRecord): Artifact[] {
  if (record.type === 'inquiry') return answersOf(record).map(toArtifact);
  if (record.type !== 'thread') return [toArtifact(record)];
  const { posts: _posts, ...thread } = record;
  return [{ id: record.id, name: record.type, data: thread }];
}

const toArtifact = (record: PostTask | AnswerTask): Artifact => ({
  id: record.id,
  name: record.type,
  text: record.body,
  data: record,
});

const historyOf = (record: TaskRecord): HistoryMessage[] =>
  messagesOf(record).map((message) => ({
    ...message,
    role: message.createdBy === record.created_by ? 'user' : 'agent',
  }));

function messagesOf(record: TaskRecord): Omit<HistoryMessage, 'role'>[] {
  const { id, created_by: createdBy } = record;
  switch (record.type) {
    case 'thread':
      return (record.posts ?? []).map(({ id: postId, body, created_by: author }) => ({
        id: postId,
        text: body,
        createdBy: author,
      }));
    case 'inquiry':
      return [{ id, text: record.question, createdBy }, ...answersOf(record).flatMap(messagesOf)];
    default:
      return [{ id, text: record.body, createdBy }];
  }
}
