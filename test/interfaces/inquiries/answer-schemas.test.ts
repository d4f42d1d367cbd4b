import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, requestInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** A board whose time for checks nothing has used, with two agents. */
async function openFresh() {
  const own = await openBoard();
  const [mal, eve] = [await own.join('mal'), await own.join('eve')];
  return { own, mal, eve, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
}

/** How an answer is shown that was given to a question with this schema. */
const answered = async (schema: object, body: string) => {
  const id = await createInquiry(ada, { answer_schema: schema });
  return (await updateInquiry(bob, id, 'answer', { body })).body.latest_answer;
};

const CITY = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { city: { $ref: '#/$defs/name' }, since: { type: 'string', format: 'date' } },
  required: ['city'],
  additionalProperties: false,
  $defs: { name: { type: 'string', minLength: 2 } },
};

/** References to references: twice as many with every line. */
const fanOut = (guard: object) => ({
  ...guard,
  $defs: Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `a${i}`,
      i === 59
        ? { type: 'string' }
        : { allOf: [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }] },
    ]),
  ),
});

const SLOW_PATTERN = { type: 'string', pattern: '^(a+)+$' };
const SLOW_ANSWER = `${'a'.repeat(60)}!`;

describe('an answer', () => {
  test.each([
    ['that fits', CITY, '{"city": "Turin", "since": "1840-08-15"}', true],
    ['that is no JSON where text is asked for', { type: 'string', minLength: 3 }, 'Turin', true],
    ['that is a number where one is asked for', { type: 'integer' }, '42', true],
    ['that is JSON is what it says, not its text', { type: 'string' }, '42', false],
    ['in quotes is text', { type: 'string' }, '"42"', true],
    ['to a schema with words of its own', { 'x-unit': 'km', format: 'distance', type: 'number' }, '3', true],
    ['without a member that every object inherits', { required: ['toString'] }, '{}', false],
  ])('%s: schema_valid', async (_case, schema, body, valid) => {
    const answer = await answered(schema, body);

    expect([answer.body, answer.schema_valid]).toEqual([body, valid]);
  });

  test('that does not fit is taken, and shown with every place where it does not', async () => {
    const answer = await answered(CITY, '{"city": "T", "since": "yesterday", "river": "Po"}');

    expect(answer.schema_valid).toBe(false);
    expect(answer.schema_errors).toEqual([
      { pointer: '', msg: 'must NOT have additional properties: “river”', type: 'additionalProperties' },
      { pointer: '/city', msg: 'must NOT have fewer than 2 characters', type: 'minLength' },
      { pointer: '/since', msg: 'must match format "date"', type: 'format' },
    ]);
  });

  test('with very many and very odd faults is shown with a few, short and fit to be stored', async () => {
    const names = Array.from({ length: 50 }, (_, i) => [`${i}\\u0000\\ud800${'x'.repeat(300)}`, 1]);
    const body = `{${names.map(([name]) => `"${name}": 1`).join(', ')}}`;

    const { schema_valid: valid, schema_errors: errors } = await answered(
      { additionalProperties: false },
      body,
    );

    expect([valid, errors.length]).toEqual([false, 16]);
    for (const { msg } of errors)
      expect(msg).toMatch(/^must NOT have additional properties: “\d+\ufffd\ufffdx+…$/);
    for (const { msg } of errors) expect(msg.length).toBeLessThanOrEqual(200);
  });
});

describe('a schema', () => {
  test.each([
    ['of no known type', { type: 'strin' }, '/type'],
    ['with a broken pattern', { properties: { a: { pattern: '(' } } }, ''],
    [
      'that refers to another host',
      { properties: { a: { $ref: 'https://example.com/x' } } },
      '/properties/a/$ref',
    ],
    ['that refers to a file', { $ref: 'other.json' }, '/$ref'],
    ['that refers to nothing', { $ref: '#/$defs/none' }, ''],
    ['of another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
    ['that promises', { $async: true }, '/$async'],
    ['that refers to itself without end', { $ref: '#' }, ''],
    ['that says everything twice, sixty times over', fanOut({ $ref: '#/$defs/a0' }), ''],
    [
      'with a pattern of very many words, and a fault',
      { pattern: `^(?:${'a?'.repeat(3000)})+$`, minLength: -1 },
      '/minLength',
    ],
  ])('%s is refused, with the place', async (_case, schema, place) => {
    const reply = await requestInquiry(ada, { answer_schema: schema });

    expect([reply.status, reply.body.code]).toEqual([422, 'invalid_answer_schema']);
    expect(reply.body.errors[0]).toMatchObject({ pointer: `/answer_schema${place}` });
  });

  test('may hold as data what it may not say', async () => {
    const reply = await requestInquiry(ada, { answer_schema: { const: { $ref: 'https://example.com/x' } } });

    expect(reply.status).toBe(201);
  });
});

describe('while a check runs that would take for ever', () => {
  test.each([
    ['a pattern', SLOW_PATTERN, SLOW_ANSWER],
    ['references', fanOut({ if: { const: 'now' }, then: { $ref: '#/$defs/a0' } }), '"now"'],
    [
      'an optional letter four thousand times',
      { pattern: 'a?'.repeat(2000) + 'a'.repeat(2000) },
      'a'.repeat(1999),
    ],
  ])('by %s, others are answered, and so is the answer', async (_case, schema, body) => {
    await using fresh = await openFresh();
    const { mal, eve } = fresh;
    const id = await createInquiry(mal, { answer_schema: schema });
    const started = performance.now();
    const done = new AbortController();
    let slowest = 0;

    const hostile = updateInquiry(eve, id, 'answer', { body }).finally(() => done.abort());
    while (!done.signal.aborted) {
      const before = performance.now();
      await eve.call('GET /v1/channels');
      slowest = Math.max(slowest, performance.now() - before);
    }
    const reply = await hostile;

    expect(performance.now() - started).toBeLessThan(5000);
    expect(slowest).toBeLessThan(2000);
    expect(reply.status).toBe(200);
    expect(reply.body.latest_answer).toMatchObject({
      body,
      schema_valid: null,
      schema_errors: [{ type: 'timeout' }],
    });
  });

  test('one who sends many keeps another waiting for one of them', async () => {
    await using fresh = await openFresh();
    const { mal, eve } = fresh;
    const [hostile, plain] = [
      await createInquiry(mal, { answer_schema: SLOW_PATTERN }),
      await createInquiry(eve, { answer_schema: { type: 'integer' } }),
    ];

    const flood = Array.from({ length: 8 }, () =>
      updateInquiry(mal, hostile, 'answer', { body: SLOW_ANSWER }),
    );
    const answer = await updateInquiry(eve, plain, 'answer', { body: '42' });
    const flooded = await Promise.all(flood);

    expect(answer.body.latest_answer.schema_valid).toBe(true);
    expect(flooded.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(flooded.every(({ body }) => body.latest_answer.schema_valid === null)).toBe(true);
  });

  test('an agent with ever new hostile schemas uses up its own time, and no other’s', async () => {
    await using fresh = await openFresh();
    const { mal, eve } = fresh;
    const isDone = { flood: false };

    const flood = Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        requestInquiry(mal, { answer_schema: fanOut({ $ref: '#/$defs/a0', title: `${i}` }) }),
      ),
    ).finally(() => (isDone.flood = true));
    const ordinary = await requestInquiry(eve, { answer_schema: CITY });
    const wasFirst = !isDone.flood;
    const replies = await flood;
    const [later, plain] = [await requestInquiry(mal, { answer_schema: CITY }), await requestInquiry(mal)];
    const still = await requestInquiry(eve, { answer_schema: { type: 'integer' } });

    expect([ordinary.status, wasFirst]).toEqual([201, true]);
    const codes = replies.map(({ body }) => body.code as string);
    expect(new Set(codes)).toEqual(new Set(['invalid_answer_schema', 'rate_limited']));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(6);
    expect([later.status, later.body.violated_policies]).toEqual([429, ['answer-schema']]);
    expect(Number(later.headers.get('retry-after'))).toSatisfy(
      (seconds: number) => seconds >= 1 && seconds <= 60,
    );
    expect([plain.status, still.status]).toEqual([201, 201]);
  });

  test('answers to the schemas of an agent that has used up its time are taken unchecked', async () => {
    await using fresh = await openFresh();
    const { mal, eve } = fresh;
    const ids = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        createInquiry(mal, { answer_schema: { ...SLOW_PATTERN, title: `${i}` } }),
      ),
    );
    const plain = await createInquiry(eve, { answer_schema: { type: 'integer' } });

    const replies = await Promise.all(
      ids.map((id) => updateInquiry(eve, id, 'answer', { body: SLOW_ANSWER })),
    );
    const checked = await updateInquiry(eve, plain, 'answer', { body: '42' });

    const shown = replies.map(({ body }) => body.latest_answer);
    expect(shown.map(({ schema_valid: valid }) => valid as unknown)).toEqual(Array(5).fill(null));
    expect(shown.map(({ schema_errors: [{ type }] }) => type as unknown)).toContain('budget');
    expect(checked.body.latest_answer.schema_valid).toBe(true);
  });

  test('a list of many unlike things takes its time and no more', async () => {
    const list = Array.from({ length: 4000 }, (_, i) => [i % 7]);

    const answer = await answered({ type: 'array', uniqueItems: true }, JSON.stringify(list));

    expect([false, null]).toContain(answer.schema_valid);
  });
});
