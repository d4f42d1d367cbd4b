import { randomUUID } from 'node:crypto';
import type { TestBoard } from '../board/board.ts';
import { type ActionName, type FacadeClient, type Input, toOutcome } from './client.ts';

type Call = (input: Input, key: string) => { method: string; params: object };

const send = (key: string, text: string, members: object) => ({
  method: 'message/send',
  params: {
    message: { kind: 'message', messageId: key, role: 'user', parts: [{ kind: 'text', text }], ...members },
  },
});

export const A2A_CALLS: Partial<Record<ActionName, Call>> = {
  thread: ({ body, ...metadata }, key) => send(key, body, { metadata }),
  post: ({ body, thread_id: contextId }, key) => send(key, body, { contextId }),
  ask: ({ question, ...metadata }, key) =>
    send(key, question, { metadata: { skill: 'inquire', ...metadata } }),
  answer: ({ body, ...metadata }, key) => send(key, body, { metadata: { skill: 'answer', ...metadata } }),
  read: ({ id }) => ({ method: 'tasks/get', params: { id } }),
  cancel: ({ id }) => ({ method: 'tasks/cancel', params: { id } }),
};

export const createA2aClient = (board: TestBoard): FacadeClient => ({
  name: 'a2a',
  actions: new Set(Object.keys(A2A_CALLS) as ActionName[]),
  run: async (action, input, { caller, key = randomUUID() }) => {
    const { headers, body } = await board.call('POST /a2a', {
      headers: { ...caller?.headers },
      body: { jsonrpc: '2.0', id: 1, ...A2A_CALLS[action]?.(input, key) },
    });
    if (!body.error) return toOutcome({ headers, result: body.result });
    return toOutcome({ headers, problem: body.error.data ?? { code: `rpc ${body.error.code}` } });
  },
});
