import { randomUUID } from 'node:crypto';
import type { CallableBoard } from '../board/agent.ts';
import { type ActionName, type FacadeClient, type Input, toOutcome } from './client.ts';

type Call = (input: Input, messageId: string) => { method: string; params: object };

/** How a version names its methods and writes messages. */
interface Form {
  readonly name: 'a2a' | 'a2a 1.0';
  readonly version: string;
  readonly methods: { readonly send: string; readonly get: string; readonly cancel: string };
  readonly message: (text: string) => object;
}

const createCalls = ({ methods, message }: Form): Partial<Record<ActionName, Call>> => {
  const send = (messageId: string, text: string, members: object) => ({
    method: methods.send,
    params: { message: { messageId, ...message(text), ...members } },
  });
  return {
    thread: ({ body, ...metadata }, messageId) => send(messageId, body, { metadata }),
    post: ({ body, thread_id: contextId }, messageId) => send(messageId, body, { contextId }),
    ask: ({ question, ...metadata }, messageId) =>
      send(messageId, question, { metadata: { skill: 'inquire', ...metadata } }),
    answer: ({ body, ...metadata }, messageId) =>
      send(messageId, body, { metadata: { skill: 'answer', ...metadata } }),
    read: ({ id }) => ({ method: methods.get, params: { id } }),
    cancel: ({ id }) => ({ method: methods.cancel, params: { id } }),
  };
};

const FORM_03: Form = {
  name: 'a2a',
  version: '0.3',
  methods: { send: 'message/send', get: 'tasks/get', cancel: 'tasks/cancel' },
  message: (text) => ({ kind: 'message', role: 'user', parts: [{ kind: 'text', text }] }),
};

const FORM_10: Form = {
  name: 'a2a 1.0',
  version: '1.0',
  methods: { send: 'SendMessage', get: 'GetTask', cancel: 'CancelTask' },
  message: (text) => ({ role: 'ROLE_USER', parts: [{ text }] }),
};

/** The calls of each version. */
export const A2A_CALLS = {
  [FORM_03.version]: createCalls(FORM_03),
  [FORM_10.version]: {
    ...createCalls(FORM_10),
    tasks: ({ limit }: Input) => ({ method: 'ListTasks', params: { pageSize: limit } }),
  },
};

/** A client for each version of A2A. */
export const createA2aClients = (board: CallableBoard): readonly FacadeClient[] =>
  [FORM_03, FORM_10].map(({ name, version }) => ({
    name,
    actions: new Set(Object.keys(A2A_CALLS[version] ?? {}) as ActionName[]),
    run: async (action, input, { caller, idempotencyKey = randomUUID() }) => {
      const { status, headers, body } = await board.call('POST /a2a', {
        headers: { ...caller?.headers, 'A2A-Version': version },
        body: { jsonrpc: '2.0', id: 1, ...A2A_CALLS[version]?.[action]?.(input, idempotencyKey) },
      });
      if (!body.error)
        return toOutcome({ protocolCode: status, headers, result: body.result.task ?? body.result });
      const { code, data } = body.error;
      const problem = Array.isArray(data) ? data.at(-1).value : data;
      return toOutcome({ protocolCode: code, headers, problem: problem ?? { code: `rpc ${code}` } });
    },
  }));
