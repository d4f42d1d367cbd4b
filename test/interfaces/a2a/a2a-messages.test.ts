import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';
import { malformedJsonRpc } from '../../support/mcp/malformed-json-rpc.ts';

const validate = loadProtocolSchema('a2a-0.3.0.schema.json');

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const post = (raw: BodyInit) =>
  ada.call('POST /a2a', { raw, headers: { 'Content-Type': 'application/json' } });

const rpc = (method: string, params: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 'request-1', method, params });

const message = (more: object = {}) => ({
  kind: 'message',
  messageId: 'm',
  role: 'user',
  parts: [{ kind: 'text', text: 'Hello' }],
  ...more,
});

test('every malformed JSON-RPC request over A2A gets its error code, and none causes an internal error', async () => {
  const replies = await Promise.all(malformedJsonRpc.map(([raw]) => post(raw)));

  const codes = replies.map(({ body }, i) => [malformedJsonRpc[i]?.[0], body.error?.code]);
  expect(codes).toEqual(malformedJsonRpc);
  expect(replies.map(({ status }) => status)).toEqual(malformedJsonRpc.map(() => 200));
  expect(replies.flatMap(({ body }) => validate('JSONRPCErrorResponse', body))).toEqual([]);
  expect(board.log.join('')).not.toContain('internal');
});

describe('the A2A facade returns -32602 with the location of the fault', () => {
  test.each([
    ['message/send', undefined, []],
    ['message/send', 7, []],
    ['message/send', [], []],
    ['message/send', {}, ['message']],
    ['message/send', { message: 'Hello' }, ['message']],
    ['message/send', { message: message({ parts: [] }) }, ['message', 'parts']],
    ['message/send', { message: message({ parts: 'Hello' }) }, ['message', 'parts']],
    ['message/send', { message: message({ parts: [{ kind: 'text' }] }) }, ['message', 'parts', 0, 'text']],
    ['message/send', { message: message({ parts: [{ kind: 'song' }] }) }, ['message', 'parts', 0, 'kind']],
    ['message/send', { message: message({ role: 'king' }) }, ['message', 'role']],
    ['message/send', { message: message({ messageId: '' }) }, ['message', 'messageId']],
    ['message/send', { message: message({ contextId: 7 }) }, ['message', 'contextId']],
    ['message/send', { message: message({ context_id: 'x' }) }, ['message', 'context_id']],
    ['message/send', { message: message({ skill: 'inquire' }) }, ['message', 'skill']],
    [
      'message/send',
      { message: message(), configuration: { historyLength: -1 } },
      ['configuration', 'historyLength'],
    ],
    ['message/send', { message: message({ parts: [{ kind: 'text', text: '' }] }) }, ['message', 'parts']],
    [
      'message/send',
      { message: message({ metadata: { subject: 'x'.repeat(201) } }) },
      ['message', 'metadata', 'subject'],
    ],
    [
      'message/send',
      { message: message({ metadata: { skill: 'inquire', channel: 7 } }) },
      ['message', 'metadata', 'channel'],
    ],
    [
      'message/send',
      { message: message({ metadata: { skill: 'answer', inquiry_id: 'no' } }) },
      ['message', 'metadata', 'inquiry_id'],
    ],
    [
      'message/send',
      { message: message({ metadata: { skill: 'answer' } }) },
      ['message', 'metadata', 'inquiry_id'],
    ],
    ['tasks/get', {}, ['id']],
    ['tasks/get', { id: 7 }, ['id']],
    ['tasks/get', { id: 'x', historyLength: 'all' }, ['historyLength']],
    ['tasks/cancel', undefined, []],
  ])('for %s with %j', async (method, params, loc) => {
    const { status, body } = await post(rpc(method, params));

    expect([status, body.id, body.error?.code]).toEqual([200, 'request-1', -32_602]);
    expect(body.error.data.errors[0].loc).toEqual(['body', 'params', ...loc]);
    expect(validate('JSONRPCErrorResponse', body)).toEqual([]);
  });
});

test.each([
  ['message/send', undefined, 'params: Is required'],
  ['message/send', [], 'params: Must be an object'],
  ['message/send', { message: { messageId: 'm', role: 'user' } }, 'params.message.parts: Is required'],
  ['message/send', { message: message({ parts: 'Hello' }) }, 'params.message.parts: Must be an array'],
  ['message/send', { message: message({ role: 'king' }) }, 'params.message.role: Must be one of user, agent'],
  [
    'message/send',
    { message: message({ parts: [{ text: 'Hello' }] }) },
    'params.message.parts.0.kind: Must be one of text, data, file',
  ],
  [
    'message/send',
    { message: message({ parts: [{ kind: 'text', text: ' \n' }] }) },
    'params.message.parts: Must have text',
  ],
  [
    'message/send',
    {
      message: message({
        parts: [{ kind: 'data', data: { x: 5 } }],
        metadata: { skill: 'answer', inquiry_id: 'x' },
      }),
    },
    'params.message.parts.0.data.x: The skill answer takes skill, inquiry_id in message.metadata; an answer in JSON is a text part',
  ],
  ['tasks/get', { id: 7 }, 'params.id: Must be a string'],
  ['tasks/get', { id: '' }, 'params.id: Must not be empty'],
  ['tasks/get', { id: 'x', historyLength: -1 }, 'params.historyLength: Must be at least 0'],
])('the error of %s with %j says what is wrong', async (method, params, detail) => {
  const { body } = await post(rpc(method, params));

  expect(body.error.message).toBe(detail);
  expect(body.error.data.errors[0].msg).toBe(detail.replace(/^[^:]*: /, ''));
});

test('a message to a task may have the ids of the task and its context in capital letters', async () => {
  const bob = await board.join('bob');
  const { body: asked } = await post(
    rpc('message/send', { message: message({ messageId: 'asked', metadata: { skill: 'inquire' } }) }),
  );
  const id = (asked.result.id as string).toUpperCase();

  const { body } = await bob.call('POST /a2a', {
    raw: rpc('message/send', { message: message({ taskId: id, contextId: id }) }),
    headers: { 'Content-Type': 'application/json' },
  });

  expect([body.error, body.result?.contextId]).toEqual([undefined, asked.result.id]);
});

test('a message whose context is an inquiry is refused; a message with a context id made by the client opens a thread', async () => {
  const { body: asked } = await post(
    rpc('message/send', { message: message({ metadata: { skill: 'inquire' } }) }),
  );
  const contextId = asked.result.id;

  const { body: refused } = await post(rpc('message/send', { message: message({ contextId }) }));
  const { body: opened } = await post(rpc('message/send', { message: message({ contextId: 'my-context' }) }));

  expect([refused.error?.code, refused.error?.data.errors[0].loc.at(-1)]).toEqual([-32_602, 'contextId']);
  expect(opened.result.metadata.type).toBe('thread');
});

test('an inquiry or answer whose context is another task is refused; an inquiry or answer with a context id made by the client is accepted', async () => {
  const sendWith = async (contextId: string, metadata: object) =>
    (await post(rpc('message/send', { message: message({ messageId: randomUUID(), contextId, metadata }) })))
      .body;
  const thread = (await post(rpc('message/send', { message: message() }))).body.result.id;
  const inquiry = (await sendWith(randomUUID(), { skill: 'inquire' })).result.id;
  const skills = [{ skill: 'inquire' }, { skill: 'answer', inquiry_id: inquiry }];

  for (const metadata of skills) {
    const refused = await sendWith(thread, metadata);
    const accepted = [await sendWith(randomUUID(), metadata), await sendWith('my-context', metadata)];

    expect([refused.error?.code, refused.error?.data.errors[0].loc.at(-1)]).toEqual([-32_602, 'contextId']);
    expect(accepted.map(({ error }) => error)).toEqual([undefined, undefined]);
  }
});

test('the A2A facade accepts data parts, several text parts, and a message without metadata', async () => {
  const sent = [
    message({ parts: [{ kind: 'data', data: { body: 'From data', subject: 'Data' } }] }),
    message({
      parts: [
        { kind: 'text', text: 'One' },
        { kind: 'text', text: 'Two' },
      ],
      metadata: null,
    }),
    message({ extensions: ['https://x.test'], referenceTaskIds: [] }),
  ];

  const replies = await Promise.all(sent.map((item) => post(rpc('message/send', { message: item }))));

  expect(replies.map(({ body }) => body.result?.status.state)).toEqual(sent.map(() => 'completed'));
  expect(replies.flatMap(({ body }) => validate('SendMessageSuccessResponse', body))).toEqual([]);
});

test('a request that prefers HTML, a Content-Type other than JSON and a body that is too large are refused', async () => {
  const raw = rpc('tasks/get', { id: 'x' });

  const [html, plainText, large] = [
    await ada.call('POST /a2a', {
      raw,
      headers: { 'Content-Type': 'application/json', Accept: 'text/html' },
    }),
    await ada.call('POST /a2a', { raw, headers: { 'Content-Type': 'text/plain' } }),
    await post(JSON.stringify({ text: 'x'.repeat(128 * 1024) })),
  ];

  expect([html.status, large.status]).toEqual([406, 413]);
  expect([plainText.status, plainText.body.error.data.code]).toEqual([200, 'unsupported_media_type']);
});
