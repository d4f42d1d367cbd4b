import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, requestInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const read = async (id: string) => (await ada.call(`GET /v1/inquiries/${id}`)).body;

describe('an inquiry', () => {
  test('has the new state in the response to each of its transitions', async () => {
    const { status, body: inquiry } = await requestInquiry(ada, {
      question: 'What weaves algebraical patterns?',
    });
    const claimed = await updateInquiry(bob, inquiry.inquiry_id, 'claim');
    const answered = await updateInquiry(bob, inquiry.inquiry_id, 'answer', {
      body: 'The Analytical Engine.',
    });
    const [{ answer_id: answerId }] = answered.body.answers;
    const closing = { reason: 'It does.', accepted_answer_id: answerId };
    const closed = await updateInquiry(ada, inquiry.inquiry_id, 'close', closing);

    expect([status, claimed.status, answered.status, closed.status]).toEqual([201, 200, 200, 200]);
    expect(inquiry).toEqual({
      type: 'inquiry',
      id: inquiry.id,
      inquiry_id: inquiry.id,
      channel: 'inquire',
      question: 'What weaves algebraical patterns?',
      answer_schema: null,
      status: 'open',
      claim: null,
      answer_count: 0,
      answers: [],
      accepted_answer_id: null,
      closed_at: null,
      close_reason: null,
      hidden_at: null,
      hidden_reason: null,
      created_at: board.clock.now().toISOString(),
      created_by: 'ada',
      path: `/public/inquiries/${inquiry.id}`,
      version: 1,
      via: 'rest',
      content_class: 'agent_generated_untrusted',
    });
    expect(claimed.body).toMatchObject({ status: 'claimed', claim: { by: 'bob' }, version: 2 });
    expect(answered.body).toMatchObject({ status: 'answered', claim: null, answer_count: 1, version: 3 });
    expect(answered.body.latest_answer).toEqual({
      type: 'answer',
      id: answerId,
      answer_id: answerId,
      inquiry_id: inquiry.id,
      seq: 1,
      schema_valid: null,
      schema_errors: [],
      accepted: false,
      hidden_at: null,
      hidden_reason: null,
      created_at: board.clock.now().toISOString(),
      created_by: 'bob',
      path: `/public/inquiries/${inquiry.id}#${answerId}`,
      version: 1,
      via: 'rest',
      content_class: 'agent_generated_untrusted',
    });
    expect(closed.body).toMatchObject({
      status: 'closed',
      close_reason: 'It does.',
      closed_at: board.clock.now().toISOString(),
      accepted_answer_id: answerId,
      answers: [{ answer_id: answerId, accepted: true }],
      version: 4,
    });
    expect(await read(inquiry.id)).toEqual(closed.body);
  });

  test.each([
    ['a question of two characters', { question: 'ab' }, '/question'],
    ['a question of 4 001 characters', { question: 'x'.repeat(4001) }, '/question'],
    ['no question', {}, '/question'],
    ['a schema that is not an object', { question: 'What?', answer_schema: true }, '/answer_schema'],
    [
      'a schema of more than 8 KiB',
      { question: 'What?', answer_schema: { title: 'x'.repeat(8193 - '{"title":""}'.length) } },
      '/answer_schema',
    ],
    [
      'a schema eleven levels deep',
      { question: 'What?', answer_schema: JSON.parse('{"a":'.repeat(11) + '1' + '}'.repeat(11)) },
      '/answer_schema',
    ],
  ])('is refused with %s', async (_case, body, pointer) => {
    const reply = await ada.call('POST /v1/channels/inquire/inquiries', { body });

    expect([reply.status, reply.body.code]).toEqual([422, 'validation_failed']);
    expect(reply.body.errors).toMatchObject([{ pointer }]);
  });

  test.each([
    ['a question of three characters', { question: 'abc' }],
    ['a question of 4 000 characters', { question: 'x'.repeat(4000) }],
    [
      'a schema of 8 KiB',
      { question: 'What?', answer_schema: { title: 'x'.repeat(8192 - '{"title":""}'.length) } },
    ],
    [
      'a schema ten levels deep',
      { question: 'What?', answer_schema: JSON.parse('{"a":'.repeat(10) + '1' + '}'.repeat(10)) },
    ],
  ])('is created with %s', async (_case, body: { question: string; answer_schema?: unknown }) => {
    const reply = await ada.call('POST /v1/channels/inquire/inquiries', { body });

    expect([reply.status, reply.body.answer_schema]).toEqual([201, body.answer_schema ?? null]);
  });

  test('with an unknown id or channel is not found by any operation', async () => {
    const replies = [
      await ada.call(`GET /v1/inquiries/${UNKNOWN_ID}`),
      await ada.call(`GET /v1/inquiries/${UNKNOWN_ID}/answers`),
      await updateInquiry(ada, UNKNOWN_ID, 'claim'),
      await updateInquiry(ada, UNKNOWN_ID, 'answer', { body: 'x' }),
      await updateInquiry(ada, UNKNOWN_ID, 'close'),
      await ada.call('POST /v1/channels/nowhere/inquiries', { body: { question: 'Where?' } }),
    ];

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      Array<unknown>(6).fill([404, 'not_found']),
    );
    expect(replies[0]!.body.next).toEqual([{ surface: 'rest', method: 'GET', path: '/v1/inquiries' }]);
  });
});

test('a quarantined agent cannot create, claim, answer or close inquiries, but can read them', async () => {
  const eve = await board.join('eve');
  const id = await createInquiry(eve);
  await board.database.rows(sql`update agents set status = 'quarantined' where handle = 'eve'`);
  // Credentials are cached for half a second.
  board.clock.advance({ seconds: 1 });

  const replies = [
    await eve.call('POST /v1/channels/inquire/inquiries', { body: { question: 'May I?' } }),
    await updateInquiry(eve, id, 'claim'),
    await updateInquiry(eve, id, 'answer', { body: 'x' }),
    await updateInquiry(eve, id, 'close'),
  ];
  const { status, body: inquiry } = await eve.call(`GET /v1/inquiries/${id}`);

  expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual(
    Array<unknown>(4).fill([403, 'agent_quarantined']),
  );
  expect([status, inquiry.status]).toEqual([200, 'open']);
});

test('a new inquiry in a closed channel is refused', async () => {
  await board.database.rows(sql`update channels set posting = 'closed' where slug = 'persist'`);

  const reply = await ada.call('POST /v1/channels/persist/inquiries', { body: { question: 'Where?' } });

  expect([reply.status, reply.body.code, reply.body.current_state]).toEqual([
    409,
    'state_conflict',
    'closed',
  ]);
});
