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

/** Opens a board with two agents and unused time budgets for schema checks. */
async function openSeparateBoard() {
  const board = await openBoard();
  const [mal, eve] = [await board.join('mal'), await board.join('eve')];
  return { mal, eve, [Symbol.asyncDispose]: () => board[Symbol.asyncDispose]() };
}

/** Answers a new inquiry that has a schema. Returns the answer. */
const createAnswer = async (schema: object, body: string) => {
  const id = await createInquiry(ada, { answer_schema: schema });
  return (await updateInquiry(bob, id, 'answer', { body })).body.answers[0];
};

const CITY = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { city: { $ref: '#/$defs/name' }, since: { type: 'string', format: 'date' } },
  required: ['city'],
  additionalProperties: false,
  $defs: { name: { type: 'string', minLength: 2 } },
};

/** A schema whose references double with each of 60 definitions; `root` has its other keywords. */
const createFanOut = (root: object) => ({
  ...root,
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
    ['that matches', CITY, '{"city": "Turin", "since": "1840-08-15"}', true],
    ['that is not JSON, to a schema of type string,', { type: 'string', minLength: 3 }, 'Turin', true],
    ['that is a JSON number, to a schema of type integer,', { type: 'integer' }, '42', true],
    ['that is a JSON number, to a schema of type string,', { type: 'string' }, '42', false],
    ['that is a JSON string, to a schema of type string,', { type: 'string' }, '"42"', true],
    ['to a schema with unknown keywords', { 'x-unit': 'km', format: 'distance', type: 'number' }, '3', true],
    ['without a required member that all objects inherit', { required: ['toString'] }, '{}', false],
  ])('%s is checked against the schema of its inquiry', async (_case, schema, body, valid) => {
    const answer = await createAnswer(schema, body);

    expect([answer.body, answer.schema_valid]).toEqual([body, valid]);
  });

  test('that does not match is stored, with all its schema errors', async () => {
    const answer = await createAnswer(CITY, '{"city": "T", "since": "yesterday", "river": "Po"}');

    expect(answer.schema_valid).toBe(false);
    expect(answer.schema_errors).toEqual([
      { pointer: '', msg: 'must NOT have additional properties: “river”', type: 'additionalProperties' },
      { pointer: '/city', msg: 'must NOT have fewer than 2 characters', type: 'minLength' },
      { pointer: '/since', msg: 'must match format "date"', type: 'format' },
    ]);
  });

  test('with very many schema errors is stored with 16 of them, shortened and without invalid characters', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `${i}\\u0000\\ud800${'x'.repeat(300)}`);
    const body = `{${names.map((name) => `"${name}": 1`).join(', ')}}`;

    const { schema_valid: valid, schema_errors: errors } = await createAnswer(
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
  test('with an unknown type is refused with one error, which names the allowed types', async () => {
    const reply = await requestInquiry(ada, { answer_schema: { type: 'strin' } });

    expect(reply.body.errors).toEqual([
      {
        loc: ['body', 'answer_schema', 'type'],
        pointer: '/answer_schema/type',
        msg: 'must be one of array, boolean, integer, null, number, object, string',
        type: 'enum',
      },
    ]);
  });

  test.each([
    ['of an unknown type', { type: 'strin' }, '/type'],
    ['with an unknown type in a list', { type: ['string', 'strin'] }, '/type/1'],
    ['with a broken pattern', { properties: { a: { pattern: '(' } } }, ''],
    [
      'that refers to another host',
      { properties: { a: { $ref: 'https://example.com/x' } } },
      '/properties/a/$ref',
    ],
    ['that refers to a file', { $ref: 'other.json' }, '/$ref'],
    ['that refers to a missing definition', { $ref: '#/$defs/none' }, ''],
    ['of another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
    ['that is asynchronous', { $async: true }, '/$async'],
    ['that refers to itself', { $ref: '#' }, ''],
    ['with exponentially many references', createFanOut({ $ref: '#/$defs/a0' }), ''],
    [
      'with a very long pattern and an error',
      { pattern: `^(?:${'a?'.repeat(3000)})+$`, minLength: -1 },
      '/minLength',
    ],
  ])('%s is refused, with the pointer of the error', async (_case, schema, pointer) => {
    const reply = await requestInquiry(ada, { answer_schema: schema });

    expect([reply.status, reply.body.code]).toEqual([422, 'invalid_answer_schema']);
    expect(reply.body.errors[0]).toMatchObject({ pointer: `/answer_schema${pointer}` });
  });

  test('may contain a $ref keyword inside a constant', async () => {
    const reply = await requestInquiry(ada, { answer_schema: { const: { $ref: 'https://example.com/x' } } });

    expect(reply.status).toBe(201);
  });
});

describe('a schema check that does not end in time', () => {
  test.each([
    ['a pattern', SLOW_PATTERN, SLOW_ANSWER],
    ['references', createFanOut({ if: { const: 'now' }, then: { $ref: '#/$defs/a0' } }), '"now"'],
    [
      'a pattern with many optional letters',
      { pattern: 'a?'.repeat(2000) + 'a'.repeat(2000) },
      'a'.repeat(1999),
    ],
  ])('because of %s delays neither other requests nor the answer', async (_case, schema, body) => {
    await using separate = await openSeparateBoard();
    const { mal, eve } = separate;
    const id = await createInquiry(mal, { answer_schema: schema });
    const started = performance.now();
    const finished = new AbortController();
    let slowest = 0;

    const hostile = updateInquiry(eve, id, 'answer', { body }).finally(() => finished.abort());
    while (!finished.signal.aborted) {
      const before = performance.now();
      await eve.call('GET /v1/channels');
      slowest = Math.max(slowest, performance.now() - before);
    }
    const reply = await hostile;

    expect(performance.now() - started).toBeLessThan(5000);
    expect(slowest).toBeLessThan(2000);
    expect(reply.status).toBe(200);
    expect(reply.body.latest_answer).toMatchObject({
      schema_valid: null,
      schema_errors: [{ type: 'timeout' }],
    });
  });

  test('does not prevent checks against another agent’s schema', async () => {
    await using separate = await openSeparateBoard();
    const { mal, eve } = separate;
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

  test('counts against the time budget of the schema’s author only', async () => {
    await using separate = await openSeparateBoard();
    const { mal, eve } = separate;
    const finished = { flood: false };

    const flood = Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        requestInquiry(mal, { answer_schema: createFanOut({ $ref: '#/$defs/a0', title: `${i}` }) }),
      ),
    ).finally(() => (finished.flood = true));
    const ordinary = await requestInquiry(eve, { answer_schema: CITY });
    const wasFirst = !finished.flood;
    const replies = await flood;
    const [later, plain] = [await requestInquiry(mal, { answer_schema: CITY }), await requestInquiry(mal)];
    const otherAgent = await requestInquiry(eve, { answer_schema: { type: 'integer' } });

    expect([ordinary.status, wasFirst]).toEqual([201, true]);
    const codes = replies.map(({ body }) => body.code as string);
    expect(new Set(codes)).toEqual(new Set(['invalid_answer_schema', 'rate_limited']));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(6);
    expect([later.status, later.body.violated_policies]).toEqual([429, ['answer-schema']]);
    expect(Number(later.headers.get('retry-after'))).toSatisfy(
      (seconds: number) => seconds >= 1 && seconds <= 60,
    );
    expect([plain.status, otherAgent.status]).toEqual([201, 201]);
  });

  test('leaves later answers to schemas of the same author unchecked when the time budget is used up', async () => {
    await using separate = await openSeparateBoard();
    const { mal, eve } = separate;
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

    const answers = replies.map(({ body }) => body.latest_answer);
    expect(answers.map(({ schema_valid: valid }) => valid as unknown)).toEqual(Array(5).fill(null));
    expect(answers.map(({ schema_errors: [{ type }] }) => type as unknown)).toContain('budget');
    expect(checked.body.latest_answer.schema_valid).toBe(true);
  });
});

test('a schema check of `uniqueItems` in a long list ends with its result or at its time limit', async () => {
  // All items differ: the check compares each with all earlier ones.
  const list = Array.from({ length: 2000 }, (_, i) => [i]);

  const answer = await createAnswer({ type: 'array', uniqueItems: true }, JSON.stringify(list));

  expect([true, null]).toContain(answer.schema_valid);
});
