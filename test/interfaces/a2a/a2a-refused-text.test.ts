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

const [INVALID_PARAMS, METHOD_NOT_FOUND, TASK_NOT_FOUND] = [-32_602, -32_601, -32_001];

/** `code` is the code of the expected error; undefined if the message is accepted. */
const attempt = (method: string, params: object, code?: number): Attempt => ({
  description: `${method} ${JSON.stringify(params)}`,
  send: () => ada.call('POST /a2a', { body: { jsonrpc: '2.0', id: 1, method, params } }),
  isExpected: ({ status, body }) => status === 200 && body.error?.code === code,
});

const attemptMessage = (more: object, code?: number) => {
  const message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'Hello' }], ...more };
  return attempt('message/send', { message }, code);
};

const SKILLS = ['share', 'inquire', 'answer'];

test('U+0000 and a lone surrogate are refused in methods, in task ids, and in the role, the parts and the metadata of a message', async () => {
  const attempts = REFUSED_TEXTS.flatMap((text) => [
    attemptMessage({ taskId: text }, TASK_NOT_FOUND),
    attemptMessage({ role: text }, INVALID_PARAMS),
    attemptMessage({ parts: [{ kind: 'text', text }] }, INVALID_PARAMS),
    attemptMessage({ messageId: text, parts: [{ kind: 'text', text }] }, INVALID_PARAMS),
    ...['skill', 'channel', 'subject', 'inquiry_id', 'answer_schema', text].flatMap((member) =>
      SKILLS.flatMap((skill) => {
        const fields = { skill, [member]: member === 'answer_schema' ? { [text]: text } : text };
        return [
          attemptMessage({ metadata: fields }, INVALID_PARAMS),
          attemptMessage({ parts: [{ kind: 'data', data: fields }] }, INVALID_PARAMS),
        ];
      }),
    ),
    attempt('tasks/get', { id: text }, TASK_NOT_FOUND),
    attempt('tasks/cancel', { id: text }, TASK_NOT_FOUND),
    attempt(text, {}, METHOD_NOT_FOUND),
  ]);

  expect(await findUnexpectedReplies(attempts)).toEqual([]);
});

test('a message with U+0000 or a lone surrogate in its message id or context id is accepted', async () => {
  const attempts = REFUSED_TEXTS.flatMap((text) => [
    attemptMessage({ messageId: text }),
    attemptMessage({ contextId: text }),
  ]);

  expect(await findUnexpectedReplies(attempts)).toEqual([]);
});
