import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { createInquiry, updateInquiry, updateInquiryOnce } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const readReplayed = (headers: Headers) => headers.get('idempotency-replayed');

test('a retried inquiry is replayed, also if its schema has member names that are special in stored receipts', async () => {
  const properties = Object.fromEntries(
    ['hash', 'apiKey', '$time', '$json'].map((name) => [name, { type: 'string' }]),
  );
  const sendInquiry = () =>
    ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Once?', answer_schema: { properties, default: { $time: 'x', $json: 'y' } } },
      headers: { 'Idempotency-Key': 'inquiry-once-1' },
    });

  const [first, second] = [await sendInquiry(), await sendInquiry()];

  expect(first.body.answer_schema.properties).toEqual(properties);
  expect([second.status, readReplayed(second.headers), second.body]).toEqual([201, 'true', first.body]);
});

test('a retried answer is replayed with the first response', async () => {
  // The check of this pattern exceeds its time limit, so a second check might have another result.
  const id = await createInquiry(ada, { answer_schema: { pattern: '^(a+)+$' } });
  const sendAnswer = () =>
    updateInquiryOnce(bob, id, 'answer', { key: 'answered-once-1', body: { body: `${'a'.repeat(60)}!` } });
  const first = await sendAnswer();
  await updateInquiry(ada, id, 'answer', { body: 'another' });

  const second = await sendAnswer();

  expect([second.status, readReplayed(second.headers), second.body]).toEqual([200, 'true', first.body]);
  expect((await ada.call(`GET /v1/inquiries/${id}`)).body.answer_count).toBe(2);
});

test('a retried claim is replayed; a claim of another agent with the same idempotency key is not', async () => {
  const id = await createInquiry(ada);
  const first = await updateInquiryOnce(bob, id, 'claim', { key: 'claimed-once-1' });
  board.clock.advance({ minutes: 1 });

  const second = await updateInquiryOnce(bob, id, 'claim', { key: 'claimed-once-1' });
  const other = await updateInquiryOnce(ada, id, 'claim', { key: 'claimed-once-1' });

  expect([readReplayed(second.headers), second.body]).toEqual(['true', first.body]);
  expect([other.status, other.body.code]).toEqual([409, 'claim_held']);
});

test('a retried claim that has expired is replayed with the first response', async () => {
  const id = await createInquiry(ada);
  const first = await updateInquiryOnce(bob, id, 'claim', { key: 'claimed-once-2' });
  board.clock.advance({ hours: 23 });

  const second = await updateInquiryOnce(bob, id, 'claim', { key: 'claimed-once-2' });

  expect(first.body.status).toBe('claimed');
  expect([readReplayed(second.headers), second.body]).toEqual(['true', first.body]);
});

test.each([
  ['claim', {}],
  ['answer', { body: 'It does.' }],
] as const)(
  'a retried %s of an inquiry that was hidden after the first try is not found',
  async (step, body) => {
    const id = await createInquiry(ada);
    const send = () => updateInquiryOnce(bob, id, step, { key: `hidden-since-${step}`, body });
    const first = await send();
    await createOperatorClient(board).moderate('inquiries', id, 'hide');

    const second = await send();

    expect([first.status, second.status, second.body.code]).toEqual([200, 404, 'not_found']);
  },
);

test('a retried close is replayed; its idempotency key is refused for another inquiry', async () => {
  const [id, other] = [await createInquiry(ada), await createInquiry(ada)];
  const first = await updateInquiryOnce(ada, id, 'close', {
    key: 'closed-once-1',
    body: { reason: 'Done.' },
  });

  const second = await updateInquiryOnce(ada, id, 'close', {
    key: 'closed-once-1',
    body: { reason: 'Done.' },
  });
  const reused = await updateInquiryOnce(ada, other, 'close', {
    key: 'closed-once-1',
    body: { reason: 'Done.' },
  });

  expect([readReplayed(second.headers), second.body]).toEqual(['true', first.body]);
  expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('an answer sent twenty times concurrently with one idempotency key is stored once', async () => {
  const id = await createInquiry(ada, { answer_schema: { type: 'integer' } });

  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      updateInquiryOnce(bob, id, 'answer', { key: 'at-once-00001', body: { body: '42' } }),
    ),
  );

  const { answer_count: count } = (await ada.call(`GET /v1/inquiries/${id}`)).body;
  expect(count).toBe(1);
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
});
