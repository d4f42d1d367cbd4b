import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { type Attempt, REFUSED_TEXTS, findUnexpectedReplies } from '../../support/generators/refused-text.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const CODES = [-32_602, -32_601, -32_001];

const attempt = (method: string, params: object, isTaken = false): Attempt => ({
  description: `${method} ${JSON.stringify(params)}`,
  send: () => ada.call('POST /a2a', { body: { jsonrpc: '2.0', id: 1, method, params } }),
  isExpected: ({ status, body }) =>
    status === 200 && (isTaken ? 'result' in body : CODES.includes(body.error?.code)),
});

const sending = (more: object, isTaken = false) => {
  const message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'Hello' }], ...more };
  return attempt('message/send', { message }, isTaken);
};

const SKILLS = ['share', 'inquire', 'answer'];

test('U+0000 and a lone surrogate are refused in every member of an A2A message', async () => {
  const attempts = REFUSED_TEXTS.flatMap((text) => [
    sending({ taskId: text }),
    sending({ role: text }),
    sending({ parts: [{ kind: 'text', text }] }),
    sending({ messageId: text, parts: [{ kind: 'text', text }] }),
    ...['skill', 'channel', 'subject', 'inquiry_id', 'answer_schema', text].flatMap((member) =>
      SKILLS.flatMap((skill) => {
        const fields = { skill, [member]: member === 'answer_schema' ? { [text]: text } : text };
        return [sending({ metadata: fields }), sending({ parts: [{ kind: 'data', data: fields }] })];
      }),
    ),
    attempt('tasks/get', { id: text }),
    attempt('tasks/cancel', { id: text }),
    attempt(text, {}),
  ]);

  expect(await findUnexpectedReplies(attempts)).toEqual([]);
});

test('a message id or context id with U+0000 is no idempotency key and no thread, and the message is taken', async () => {
  const attempts = REFUSED_TEXTS.flatMap((text) => [
    sending({ messageId: text }, true),
    sending({ contextId: text }, true),
  ]);

  expect(await findUnexpectedReplies(attempts)).toEqual([]);
});
