import { ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import {
  type AnswerSchemaValidator,
  createAnswerSchemaValidator,
} from '../../../schema/answer-schema/answer-schema-validator.ts';
import { toNetwork, toRegion } from '../../../schema/values/networks.ts';

const HOSTILE = { schema: { type: 'string', pattern: '^(a+)+$' }, author: 'mal' };
const SLOW_ANSWER = `${'a'.repeat(60)}!`;

const senderFrom = (address: string, handle: string) => ({
  handle,
  network: toNetwork(address),
  region: toRegion(address),
});

let validator: AnswerSchemaValidator;
afterEach(() => validator.close());

/** Sends three answers from each of six agents at one address, to schemas of six authors. */
const flood = (address: string) =>
  Array.from({ length: 18 }, (_, i) =>
    validator.validateAnswer(
      { ...HOSTILE, author: `author-${i % 6}` },
      SLOW_ANSWER,
      senderFrom(address, `sender-${i % 6}`),
    ),
  );

describe('a request during a flood of hostile requests from another network', () => {
  test('is validated after at most one hostile request', async () => {
    validator = createAnswerSchemaValidator();
    const settled: string[] = [];

    const hostile = flood('10.0.0.1').map(async (validation) => {
      await validation;
      settled.push('hostile');
    });
    const honest = validator.validateSchema({ type: 'object' }, senderFrom('10.0.2.1', 'ada'));
    const verdict = await honest.finally(() => settled.push('honest'));

    expect(verdict).toEqual({ valid: true, errors: [] });
    expect(settled.indexOf('honest')).toBeLessThanOrEqual(1);
    validator.close();
    await Promise.all(hostile);
  });

  test('is validated although it arrives last and several hostile requests exceeded their time', async () => {
    validator = createAnswerSchemaValidator();

    const hostile = flood('10.0.0.1');
    const others = Array.from({ length: 20 }, (_, i) =>
      validator.validateSchema({ type: 'object' }, senderFrom(`10.1.${i}.1`, 'ada')),
    );
    await hostile[0];
    await hostile[1];
    const verdicts = await Promise.all([
      ...others,
      validator.validateSchema({ type: 'object' }, senderFrom('10.0.2.1', 'bob')),
    ]);

    expect(verdicts).toEqual(Array(21).fill({ valid: true, errors: [] }));
    validator.close();
    await Promise.all(hostile);
  });
});

test('a request is accepted although another network has filled the queue', async () => {
  validator = createAnswerSchemaValidator();
  const objects = JSON.stringify(Array.from({ length: 1500 }, (_, id) => ({ id })));
  const hostile = Array.from({ length: 250 }, (_, i) =>
    validator.validateAnswer(
      { schema: { uniqueItems: true }, author: `author-${i % 7}` },
      objects,
      senderFrom('10.0.0.1', `sender-${i % 7}`),
    ),
  );

  const honest = await validator.validateSchema({ type: 'object' }, senderFrom('10.0.2.1', 'ada'));

  expect(honest).toEqual({ valid: true, errors: [] });
  validator.close();
  await Promise.all(hostile);
});

test('the restart of the process after a request exceeded its time is charged to the owners of the request', async () => {
  // The network budget in ms is enough for one request that is ended after 1 s, but not also for the start of a
  // process.
  validator = createAnswerSchemaValidator({ network: 1060 });

  const ended = await validator.validateAnswer(HOSTILE, SLOW_ANSWER, senderFrom('10.0.0.1', 'eve'));
  const other = await validator.validateSchema({ type: 'object' }, senderFrom('10.0.2.1', 'bob'));
  const next = await validator.validateSchema({ type: 'object' }, senderFrom('10.0.0.1', 'eve'));

  expect(ended.errors).toMatchObject([{ type: 'timeout' }]);
  expect(other.valid).toBe(true);
  expect(next.errors).toMatchObject([{ type: 'budget' }]);
});

test('hostile answers from one region do not use up the budget of answers from another region to the same author', async () => {
  validator = createAnswerSchemaValidator({ answers: 1000 });
  const answer = (address: string, schema: object, body: string) =>
    validator.validateAnswer({ schema, author: 'ada' }, body, senderFrom(address, `agent-${address}`));

  await answer('10.0.0.1', HOSTILE.schema, SLOW_ANSWER);
  const [second, schema, honest] = await Promise.all([
    answer('10.0.0.9', { type: 'integer' }, '"x"'),
    validator.validateSchema({ type: 'object' }, senderFrom('10.0.3.1', 'bob')),
    answer('10.0.2.1', { type: 'integer' }, '"x"'),
  ]);

  expect(second.errors).toMatchObject([{ type: 'budget' }]);
  expect(schema.valid).toBe(true);
  expect(honest).toMatchObject({ valid: false, errors: [{ type: 'type' }] });
});

test.each([
  ['the author of their schemas', { author: 1000 }, (i: number) => ['ada', `agent-${i}`] as const],
  ['their sender', { sender: 1000 }, (i: number) => [`author-${i}`, 'eve'] as const],
])('usual answers are validated even when the budget of %s is used up', async (_owner, budget, namesOf) => {
  validator = createAnswerSchemaValidator(budget);
  const answer = (i: number, schema: object, body: string) => {
    const [author, handle] = namesOf(i);
    return validator.validateAnswer({ schema, author }, body, senderFrom(`10.${i}.0.1`, handle));
  };

  await answer(1, HOSTILE.schema, SLOW_ANSWER);
  const usual = await answer(2, { type: 'integer' }, '"x"');

  expect(usual).toMatchObject({ valid: false, errors: [{ type: 'type' }] });
  expect((await answer(3, HOSTILE.schema, SLOW_ANSWER)).errors).toMatchObject([{ type: 'timeout' }]);
});

test('answers of a region have one budget, even with different authors, networks and agents, and while they wait', async () => {
  validator = createAnswerSchemaValidator({ region: 1 });
  const answer = (i: number) =>
    validator.validateAnswer(
      { schema: { type: 'integer' }, author: `author-${i}` },
      '1',
      senderFrom(`2001:db8:9:${i}::1`, `sender-${i}`),
    );

  const [first, waiting] = await Promise.all([answer(1), answer(2)]);
  const later = await answer(3);

  expect(first.valid).toBe(true);
  expect(waiting.errors).toMatchObject([{ type: 'budget' }]);
  expect(later.errors).toMatchObject([{ type: 'budget' }]);
});

test('a process that starts while the validator closes is ended', async () => {
  const spawn = vi.spyOn(ChildProcess.prototype as never, 'spawn') as unknown as MockInstance;
  validator = createAnswerSchemaValidator();
  const verdict = validator.validateSchema({ type: 'object' }, senderFrom('10.0.0.1', 'ada'));
  await vi.waitUntil(() => spawn.mock.contexts.length > 0, { interval: 1, timeout: 20_000 });

  validator.close();

  expect((await verdict).errors).toMatchObject([{ type: 'busy' }]);
  expect(spawn.mock.contexts).toMatchObject([{ killed: true }]);
  spawn.mockRestore();
});

test('a request that waits too long gets the error `busy`', async () => {
  validator = createAnswerSchemaValidator(undefined, { waitMilliseconds: 1 });

  const verdict = await validator.validateSchema({ type: 'object' }, senderFrom('10.0.0.1', 'ada'));

  expect(verdict.errors).toMatchObject([{ type: 'busy' }]);
});
