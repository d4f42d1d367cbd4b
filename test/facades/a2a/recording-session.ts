// Messages and tasks over a session that records the executed operations.
import type { RpcError } from '../../../facades/a2a/errors.ts';
import { send } from '../../../facades/a2a/methods.ts';
import type { Message } from '../../../facades/a2a/request.ts';
import type { BoardError, Operation, Session } from '../../../schema/contract.ts';

export const ID = '01900000-0000-7000-8000-00000000000a';
export const OTHER = '01900000-0000-7000-8000-00000000000b';
export const AT = '2026-01-02T03:04:05.006Z';

const base = { created_by: 'ada', created_at: AT };
export const thread = { ...base, type: 'thread', id: ID };
export const post = { ...base, type: 'post', id: ID, thread_id: OTHER, body: 'b' };
export const answer = { ...base, type: 'answer', id: ID, inquiry_id: OTHER, body: 'b' };
export const inquiry = {
  ...{ ...base, type: 'inquiry', id: ID, question: 'q', answer_schema: null, status: 'open' },
  ...{ first_answered_at: null, closed_at: null },
};

/**
 * A session, and the operations that it executes. `values` has their results or errors by name, or functions that return them.
 * `isReplayed`: whether earlier calls made the writes.
 */
export function openSession(values: Readonly<Record<string, unknown>>, isReplayed = false) {
  const executed: [name: string, variables: object][] = [];
  const session = {
    executeOperation: ({ name }: Operation, variables: object) => {
      executed.push([name, variables]);
      const given = values[name];
      const value: unknown = typeof given === 'function' ? (given as () => unknown)() : given;
      return value instanceof Error ? Promise.reject(value) : Promise.resolve({ value, isReplayed });
    },
  } as unknown as Session;
  return { session, executed };
}

export interface Sent {
  readonly message?: Partial<Message>;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly keepsContext?: boolean;
  readonly configuration?: object;
}

/** Sends a message. The outcome is the task, or the code, the locations of the issues and the message of the error. */
export async function sendWith({ message, values = {}, keepsContext = true, configuration = {} }: Sent) {
  const { session, executed } = openSession(values);
  const params = {
    message: { messageId: 'message-1', parts: [{ kind: 'text' as const, text: 'b' }], ...message },
    configuration,
  };
  const outcome = await send(session, params, { keepsContext }).then(
    ({ task }) => task,
    (error: unknown) => {
      const { code, refusal } = error as Partial<RpcError>;
      const { issues, message: text } = refusal ?? (error as BoardError);
      return [code, issues.map(({ loc }) => loc?.slice(2).join('.')).join(), text];
    },
  );
  return { outcome, executed };
}

/** The result of `A2aTarget`, by its name: the task to which a message is sent, and the handle of the sender. */
export const target = (task: object | null, handle = 'bob') => ({
  A2aTarget: { task, viewer: { agent: { handle } } },
});
