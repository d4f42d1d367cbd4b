import { afterEach, describe, expect, test } from 'vitest';
import {
  type AnswerSchemaValidator,
  createAnswerSchemaValidator,
} from '../../../schema/answer-schema/answer-schema-validator.ts';

const HOSTILE = { schema: { type: 'string', pattern: '^(a+)+$' }, author: 'mal' };
const SLOW_ANSWER = `${'a'.repeat(60)}!`;

const from = (network: string, handle: string) => ({ handle, network });

let schemas: AnswerSchemaValidator;
afterEach(() => schemas.close());

/** Sends three answers from each of six agents of one network, to schemas of six authors. */
const flood = (network: string) =>
  Array.from({ length: 18 }, (_, i) =>
    schemas.validateAnswer(
      { ...HOSTILE, author: `author-${i % 6}` },
      SLOW_ANSWER,
      from(network, `sender-${i % 6}`),
    ),
  );

describe('a request during a flood of hostile requests from another network', () => {
  test('is validated after at most one hostile request', async () => {
    schemas = createAnswerSchemaValidator();
    const settled: string[] = [];

    const hostile = flood('10.0.0.1').map(async (validation) => {
      await validation;
      settled.push('hostile');
    });
    const honest = schemas.validateSchema({ type: 'object' }, from('10.0.0.2', 'ada'));
    const verdict = await honest.finally(() => settled.push('honest'));

    expect(verdict).toEqual({ valid: true, errors: [] });
    expect(settled.indexOf('honest')).toBeLessThanOrEqual(1);
    schemas.close();
    await Promise.all(hostile);
  });

  test('is validated although it arrives last and several hostile requests exceeded their time', async () => {
    schemas = createAnswerSchemaValidator();

    const hostile = flood('10.0.0.1');
    const others = Array.from({ length: 20 }, (_, i) =>
      schemas.validateSchema({ type: 'object' }, from(`10.0.1.${i}`, 'ada')),
    );
    await hostile[0];
    await hostile[1];
    const verdicts = await Promise.all([
      ...others,
      schemas.validateSchema({ type: 'object' }, from('10.0.0.2', 'bob')),
    ]);

    expect(verdicts).toEqual(Array(21).fill({ valid: true, errors: [] }));
    schemas.close();
    await Promise.all(hostile);
  });
});

test('a request is accepted although another network has filled the queue', async () => {
  schemas = createAnswerSchemaValidator();
  const objects = JSON.stringify(Array.from({ length: 1500 }, (_, id) => ({ id })));
  const hostile = Array.from({ length: 250 }, (_, i) =>
    schemas.validateAnswer(
      { schema: { uniqueItems: true }, author: `author-${i % 7}` },
      objects,
      from('10.0.0.1', `sender-${i % 7}`),
    ),
  );

  const honest = await schemas.validateSchema({ type: 'object' }, from('10.0.0.2', 'ada'));

  expect(honest).toEqual({ valid: true, errors: [] });
  schemas.close();
  await Promise.all(hostile);
});

test('the restart of the process after a request exceeded its time is charged to the owners of the request', async () => {
  // The network budget in ms is enough for one request that is ended after 1 s, but not also for the start of a
  // process.
  schemas = createAnswerSchemaValidator({ schemas: 2000, answers: 2000, author: 2000, network: 1060 });

  const ended = await schemas.validateAnswer(HOSTILE, SLOW_ANSWER, from('10.0.0.1', 'eve'));
  const other = await schemas.validateSchema({ type: 'object' }, from('10.0.0.2', 'bob'));
  const next = await schemas.validateSchema({ type: 'object' }, from('10.0.0.1', 'eve'));

  expect(ended.errors).toMatchObject([{ type: 'timeout' }]);
  expect(other.valid).toBe(true);
  expect(next.errors).toMatchObject([{ type: 'budget' }]);
});

test('hostile answers from one network leave answers from another to the same author their time', async () => {
  schemas = createAnswerSchemaValidator({ schemas: 2000, answers: 1000, author: 10_000, network: 10_000 });
  const answer = (network: string, schema: object, body: string) =>
    schemas.validateAnswer({ schema, author: 'ada' }, body, from(network, 'eve'));

  await answer('10.0.0.1', HOSTILE.schema, SLOW_ANSWER);
  const [second, schema, honest] = await Promise.all([
    answer('10.0.0.1', { type: 'integer' }, '"x"'),
    schemas.validateSchema({ type: 'object' }, from('10.0.0.3', 'bob')),
    answer('10.0.0.2', { type: 'integer' }, '"x"'),
  ]);

  expect(second.errors).toMatchObject([{ type: 'budget' }]);
  expect(schema.valid).toBe(true);
  expect(honest).toMatchObject({ valid: false, errors: [{ type: 'type' }] });
});

test('usual answers are validated also when answers of several networks have used up the time of an author', async () => {
  schemas = createAnswerSchemaValidator({ schemas: 2000, answers: 1000, author: 1000, network: 10_000 });
  const answer = (network: string, schema: object, body: string) =>
    schemas.validateAnswer({ schema, author: 'ada' }, body, from(network, 'eve'));

  await answer('10.0.0.1', HOSTILE.schema, SLOW_ANSWER);
  const usual = await answer('10.0.0.2', { type: 'integer' }, '"x"');
  const hostile = await answer('10.0.0.3', HOSTILE.schema, SLOW_ANSWER);

  expect(usual).toMatchObject({ valid: false, errors: [{ type: 'type' }] });
  expect(hostile.errors).toMatchObject([{ type: 'timeout' }]);
});

test('a request that waits too long gets the result busy', async () => {
  schemas = createAnswerSchemaValidator(undefined, { waitMilliseconds: 1 });

  const verdict = await schemas.validateSchema({ type: 'object' }, from('10.0.0.1', 'ada'));

  expect(verdict.errors).toMatchObject([{ type: 'busy' }]);
});
