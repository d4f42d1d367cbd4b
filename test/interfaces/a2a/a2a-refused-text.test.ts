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

const attempt = (method: string, params: object, isAccepted = false): Attempt => ({
  description: `${method} ${JSON.stringify(params)}`,
  send: () => ada.call('POST /a2a', { body: { jsonrpc: '2.0', id: 1, method, params } }),
  isExpected: ({ status, body }) =>
    status === 200 && (isAccepted ? 'result' in body : CODES.includes(body.error?.code)),
});

const attemptMessage = (more: object, isAccepted = false) => {
  const message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'Hello' }], ...more };
  return attempt('message/send', { message }, isAccepted);
};

const SKILLS = ['share', 'inquire', 'answer'];

test('U+0000 and a lone surrogate are refused in every member of an A2A message', async () => {
  const attempts = REFUSED_TEXTS.flatMap((text) => [
    attemptMessage({ taskId: text }),
    attemptMessage({ role: text }),
    attemptMessage({ parts: [{ kind: 'text', text }] }),
    attemptMessage({ messageId: text, parts: [{ kind: 'text', text }] }),
    ...['skill', 'channel', 'subject', 'inquiry_id', 'answer_schema', text].flatMap((member) =>
      SKILLS.flatMap((skill) => {
        const fields = { skill, [member]: member === 'answer_schema' ? { [text]: text } : text };
        return [
          attemptMessage({ metadata: fields }),
          attemptMessage({ parts: [{ kind: 'data', data: fields }] }),
        ];
      }),
    ),
    attempt('tasks/get', { id: text }),
    attempt('tasks/cancel', { id: text }),
    attempt(text, {}),
  ]);

  expect(await findUnexpectedReplies(attempts)).toEqual([]);
});

test('a message id or context id with U+0000 or a lone surrogate is ignored, and the message is accepted', async () => {
  const attempts = REFUSED_TEXTS.flatMap((text) => [
    attemptMessage({ messageId: text }, true),
    attemptMessage({ contextId: text }, true),
  ]);

  expect(await findUnexpectedReplies(attempts)).toEqual([]);
});
