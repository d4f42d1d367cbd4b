import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/agent.ts';
import { openBoard, type TestBoard } from '../support/board.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const NONE = '00000000-0000-7000-8000-000000000000';

const asked = (agent: TestAgent, question = 'What weaves?', body: object = {}) =>
  agent.call('POST /v1/channels/inquire/inquiries', { body: { question, ...body } });

const ask = async (agent: TestAgent = ada): Promise<string> => (await asked(agent)).body.inquiry_id;

const on = (agent: TestAgent, id: string, step: 'claim' | 'answer' | 'close', body?: object) =>
  agent.call(`POST /v1/inquiries/${id}/${step}`, { body });

const read = async (id: string) => (await ada.call(`GET /v1/inquiries/${id}`)).body;

describe('an inquiry', () => {
  test('is asked, claimed, answered and closed, and says so at each step', async () => {
    const { status, body: inquiry } = await asked(ada, 'What weaves algebraical patterns?');
    const claimed = await on(bob, inquiry.inquiry_id, 'claim');
    const answered = await on(bob, inquiry.inquiry_id, 'answer', { body: 'The Analytical Engine.' });
    const [{ answer_id: answerId }] = answered.body.answers;
    const closing = { reason: 'It does.', accepted_answer_id: answerId };
    const closed = await on(ada, inquiry.inquiry_id, 'close', closing);

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
      body: 'The Analytical Engine.',
      schema_valid: null,
      schema_errors: [],
      accepted: false,
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
    ['a question of 4 001', { question: 'x'.repeat(4001) }, '/question'],
    ['no question', {}, '/question'],
    ['a schema that is no object', { question: 'What?', answer_schema: true }, '/answer_schema'],
    [
      'a schema of more than 8 KiB',
      { question: 'What?', answer_schema: { title: 'x'.repeat(8192 - 11) } },
      '/answer_schema',
    ],
    [
      'a schema eleven levels deep',
      { question: 'What?', answer_schema: JSON.parse('{"a":'.repeat(11) + '1' + '}'.repeat(11)) },
      '/answer_schema',
    ],
  ])('is not taken with %s', async (_case, body, pointer) => {
    const reply = await ada.call('POST /v1/channels/inquire/inquiries', { body });

    expect([reply.status, reply.body.code]).toEqual([422, 'validation_failed']);
    expect(reply.body.errors).toMatchObject([{ pointer }]);
  });

  test.each([
    ['a question of three characters', { question: 'abc' }],
    ['a question of 4 000', { question: 'x'.repeat(4000) }],
    [
      'a schema of 8 KiB',
      { question: 'What?', answer_schema: { title: 'x'.repeat(8192 - '{"title":""}'.length) } },
    ],
    [
      'a schema ten levels deep',
      { question: 'What?', answer_schema: JSON.parse('{"a":'.repeat(10) + '1' + '}'.repeat(10)) },
    ],
  ])('is taken with %s', async (_case, body) => {
    const reply = await ada.call('POST /v1/channels/inquire/inquiries', { body });

    expect([reply.status, reply.body.answer_schema]).toEqual([201, body.answer_schema ?? null]);
  });

  test('that is not there is not found, at any step', async () => {
    const replies = [
      await ada.call(`GET /v1/inquiries/${NONE}`),
      await ada.call(`GET /v1/inquiries/${NONE}/answers`),
      await on(ada, NONE, 'claim'),
      await on(ada, NONE, 'answer', { body: 'x' }),
      await on(ada, NONE, 'close'),
      await ada.call('POST /v1/channels/nowhere/inquiries', { body: { question: 'Where?' } }),
    ];

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      Array<unknown>(6).fill([404, 'not_found']),
    );
    expect(replies[0]!.body.next).toEqual([{ surface: 'rest', method: 'GET', path: '/v1/inquiries' }]);
  });
});

describe('a claim', () => {
  test('has one winner of eight who claim at once; the others are told who', async () => {
    const id = await ask();
    const agents = await Promise.all(Array.from({ length: 8 }, (_, i) => board.join(`claimer-${i}`)));

    const replies = await Promise.all(agents.map((agent) => on(agent, id, 'claim')));

    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([1, 7]);
    for (const { body } of lost) {
      expect(body).toMatchObject({
        code: 'claim_held',
        holder: won[0]!.body.claim.by,
        expires_at: won[0]!.body.claim.expires_at,
        next: [
          { surface: 'rest', method: 'POST', path: `/v1/inquiries/${id}/answer` },
          { surface: 'rest', method: 'GET', path: '/v1/inquiries' },
        ],
      });
    }
  });

  test('lasts for half an hour, and runs anew when its holder claims again', async () => {
    const id = await ask();
    const since = board.clock.now();
    await on(bob, id, 'claim');
    board.clock.pass({ minutes: 29 });

    const renewed = await on(bob, id, 'claim');

    expect(renewed.status).toBe(200);
    expect(renewed.body.claim).toEqual({
      by: 'bob',
      claimed_at: since.toISOString(),
      expires_at: new Date(since.getTime() + 59 * 60_000).toISOString(),
    });
  });

  test('that has lapsed reads as if it had never been, and is another’s to take', async () => {
    const id = await ask();
    await on(bob, id, 'claim');
    board.clock.pass({ minutes: 30 });

    const lapsed = await read(id);
    const taken = await on(ada, id, 'claim');

    expect([lapsed.status, lapsed.claim]).toEqual(['open', null]);
    expect(taken.body.claim).toMatchObject({ by: 'ada', claimed_at: board.clock.now().toISOString() });
  });

  test('keeps nobody from answering, and ends with an answer', async () => {
    const id = await ask();
    await on(bob, id, 'claim');

    const answered = await on(ada, id, 'answer', { body: 'I found out myself.' });
    const late = await on(bob, id, 'claim');

    expect(answered.body).toMatchObject({ status: 'answered', claim: null });
    expect([late.status, late.body.code, late.body.current_state]).toEqual([
      409,
      'state_conflict',
      'answered',
    ]);
    expect(late.body.next[0]).toMatchObject({ path: `/v1/inquiries/${id}/answer` });
  });

  test('may last as long as the operator says', async () => {
    await using brief = await openBoard({ INQUIRY_CLAIM_SECONDS: '60' });
    const eve = await brief.join('eve');
    const id = await ask(eve);

    const { claim } = (await on(eve, id, 'claim')).body;

    expect(Date.parse(claim.expires_at) - Date.parse(claim.claimed_at)).toBe(60_000);
  });
});

describe('an answer', () => {
  test('is one of twenty given at once, with the numbers one to twenty', async () => {
    const id = await ask();

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => on(bob, id, 'answer', { body: `answer ${i}` })),
    );

    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    const { answers, answer_count: count } = await read(id);
    expect(replies.map(({ body }) => body.latest_answer.seq).toSorted((a, b) => a - b)).toEqual(numbers);
    expect(replies.every(({ body }) => body.answers.at(-1).id === body.latest_answer.id)).toBe(true);
    expect(answers.map(({ seq }: { seq: number }) => seq)).toEqual(numbers);
    expect(count).toBe(20);
  });

  test('beyond the fiftieth is on a further page, and told to who gave it', async () => {
    const id = await ask();
    for (let i = 1; i <= 50; i++) await on(bob, id, 'answer', { body: `answer ${i}` });

    const last = await on(bob, id, 'answer', { body: 'the last' });
    const first = await ada.call(`GET /v1/inquiries/${id}/answers`);
    const cursor = first.headers.get('x-next-cursor');
    const second = await ada.call(`GET /v1/inquiries/${id}/answers?cursor=${cursor}`);

    expect([last.body.answers.length, last.body.answer_count, last.body.latest_answer.seq]).toEqual([
      50, 51, 51,
    ]);
    expect(first.body.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    expect(second.body).toEqual([last.body.latest_answer]);
  });

  test.each([
    ['nothing', { body: '' }, 422],
    ['20 000 characters', { body: 'x'.repeat(20_000) }, 200],
    ['one more', { body: 'x'.repeat(20_001) }, 422],
  ])('may be of 1 to 20 000 characters: %s', async (_case, body, status) => {
    const reply = await on(bob, await ask(), 'answer', body);

    expect(reply.status).toBe(status);
  });
});

describe('closing', () => {
  test('is for who asked; another is refused, whatever the state', async () => {
    const id = await ask();

    const early = await on(bob, id, 'close');
    await on(ada, id, 'close');
    const late = await on(bob, id, 'close');

    expect([early, late].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'not_owner'],
      [403, 'not_owner'],
    ]);
  });

  test('is for the creator as well', async () => {
    const id = await ask();
    const close = `mutation { closeInquiry(input: { inquiryId: "${id}", reason: "Stale." }) { status closeReason } }`;

    const reply = await board.call('POST /graphql', {
      body: { query: close },
      headers: { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' },
    });
    const guest = await board.call('POST /graphql', { body: { query: close } });

    expect(reply.body).toEqual({ data: { closeInquiry: { status: 'closed', closeReason: 'Stale.' } } });
    expect(guest.body.errors[0].extensions.code).toBe('unauthenticated');
  });

  test('once more changes nothing, whatever is said', async () => {
    const id = await ask();
    const first = await on(ada, id, 'close', { reason: 'Found it.' });
    board.clock.pass({ minutes: 1 });

    const second = await on(ada, id, 'close', { reason: 'Lost it.', accepted_answer_id: NONE });

    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('at once by its asker five times closes it once', async () => {
    const id = await ask();

    const replies = await Promise.all([1, 2, 3, 4, 5].map((i) => on(ada, id, 'close', { reason: `${i}` })));

    expect(
      new Set(replies.map(({ status, body }) => `${status} ${body.close_reason} ${body.version}`)).size,
    ).toBe(1);
  });

  test('ends answers and claims', async () => {
    const id = await ask();
    await on(ada, id, 'close');

    const replies = [await on(bob, id, 'answer', { body: 'Too late?' }), await on(bob, id, 'claim')];

    expect(replies.map(({ status, body }) => [status, body.code, body.current_state])).toEqual([
      [409, 'state_conflict', 'closed'],
      [409, 'state_conflict', 'closed'],
    ]);
  });

  test('accepts answers of the inquiry only, and says a reason of at most 1 000 characters', async () => {
    const [id, other] = [await ask(), await ask()];
    const { latest_answer: foreign } = (await on(bob, other, 'answer', { body: 'x' })).body;

    const replies = [
      await on(ada, id, 'close', { accepted_answer_id: foreign.id }),
      await on(ada, id, 'close', { reason: 'x'.repeat(1001) }),
      await on(ada, id, 'close', { reason: '' }),
    ];
    const unmoved = await read(id);
    const longest = await on(ada, id, 'close', { reason: 'x'.repeat(1000) });

    expect(replies.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [422, '/accepted_answer_id'],
      [422, '/reason'],
      [422, '/reason'],
    ]);
    expect([unmoved.status, longest.status]).toEqual(['open', 200]);
  });
});
