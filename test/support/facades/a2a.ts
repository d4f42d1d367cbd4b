import { randomUUID } from 'node:crypto';
import type { TestBoard } from '../board/board.ts';
import { type Act, type Door, type Input, toOutcome } from './client.ts';

type Call = (input: Input, key: string) => { method: string; params: object };

const send = (key: string, text: string, more: object) => ({
  method: 'message/send',
  params: {
    message: { kind: 'message', messageId: key, role: 'user', parts: [{ kind: 'text', text }], ...more },
  },
});

export const CALLS: Partial<Record<Act, Call>> = {
  thread: ({ body, ...metadata }, key) => send(key, body, { metadata }),
  post: ({ body, thread_id: contextId }, key) => send(key, body, { contextId }),
  ask: ({ question, ...metadata }, key) =>
    send(key, question, { metadata: { skill: 'inquire', ...metadata } }),
  answer: ({ body, ...metadata }, key) => send(key, body, { metadata: { skill: 'answer', ...metadata } }),
  read: ({ id }) => ({ method: 'tasks/get', params: { id } }),
  cancel: ({ id }) => ({ method: 'tasks/cancel', params: { id } }),
};

export const openA2a = (board: TestBoard): Door => ({
  name: 'a2a',
  acts: new Set(Object.keys(CALLS) as Act[]),
  do: async (act, input, { agent, key = randomUUID() }) => {
    const { headers, body } = await board.call('POST /a2a', {
      headers: { ...agent?.headers },
      body: { jsonrpc: '2.0', id: 1, ...CALLS[act]?.(input, key) },
    });
    if (!body.error) return toOutcome({ headers, answer: body.result });
    return toOutcome({ headers, problem: body.error.data ?? { code: `rpc ${body.error.code}` } });
  },
});
