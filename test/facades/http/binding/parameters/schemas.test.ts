// Descriptions of parameters by their JSON Schemas, and the locations and wire names of parameters.
import { describe, expect, test } from 'vitest';
import { findDescribedObjects } from '../../../../../facades/http/binding/parameters/described-objects.ts';
import { mergeKinds } from '../../../../../facades/http/binding/parameters/merge-kinds.ts';
import {
  describeBounds,
  describeWithoutBounds,
} from '../../../../../facades/http/binding/parameters/parameter-bounds.ts';
import {
  toParameterLocations,
  withoutUnknownParameters,
} from '../../../../../facades/http/binding/parameters/parameter-locations.ts';
import { withRequestId } from '../../../../../facades/http/binding/parameters/idempotency-parameter.ts';
import {
  rulesOfParameters,
  toSchemaKeywords,
} from '../../../../../facades/http/binding/parameters/rule-schema.ts';
import type { JsonSchema, OperationDescription, Parameter } from '../../../../../schema/contract.ts';

const parameter = (wireName: string, schema: JsonSchema = {}): Parameter => ({
  name: wireName,
  wireName,
  required: false,
  type: 'string',
  schema,
});

describe('the bounds of a parameter', () => {
  test.each<[JsonSchema, string[]]>([
    [{}, []],
    [{ minLength: 1, maxLength: 200 }, ['1–200 characters']],
    [{ maxLength: 200 }, ['0–200 characters']],
    [{ minLength: 3 }, ['at least 3 characters']],
    [{ minimum: 1, maximum: 100 }, ['1–100']],
    [{ minimum: 0 }, ['at least 0']],
    [{ minimum: -5, maximum: 2_147_483_646 }, ['-5–2147483646']],
    [{ minimum: -2_147_483_648, maximum: 2_147_483_647 }, []],
    [{ minimum: 1, maximum: 2_147_483_647 }, ['at least 1']],
    [{ maxItems: 5, items: { enum: ['a', 'b'], maxLength: 9 } }, ['at most 5', 'one of a, b']],
    [{ enum: ['a', 'b'] }, ['one of a, b']],
    [{ pattern: '^[a-z]+$', minLength: 2, maxLength: 32 }, ['2–32 characters', 'matches `^[a-z]+$`']],
    [{ pattern: '^[a-z]+$', format: 'date-time' }, []],
    [{ pattern: '^[^\\n]*$' }, ['one line']],
    [{ pattern: '^[^\\0]*$' }, []],
  ])('of %j are %j', (schema, expected) => {
    expect(describeBounds(schema)).toEqual(expected);
  });

  test.each([
    ['The subject; 1–200 characters on one line.', 'The subject.'],
    ['The body, 1–10 000 characters; Markdown.', 'The body; Markdown.'],
    ['How many, 1–100, per page.', 'How many, per page.'],
    ['From 1–5 steps.', 'From 1–5 steps.'],
  ])('in %j are left out after a comma or semicolon: %j', (description, expected) => {
    expect(describeWithoutBounds(parameter('a', { description }))).toBe(expected);
  });
});

test('the description without bounds is empty for a parameter that has no description', () => {
  expect(describeWithoutBounds(parameter('a'))).toBe('');
});

describe('the variants of a schema', () => {
  const text = {
    type: 'object',
    properties: { kind: { const: 'text' }, text: { type: 'string' } },
    required: ['kind', 'text'],
  };
  const link = {
    type: 'object',
    properties: { kind: { const: 'link' }, url: { type: 'string' } },
    required: ['kind', 'url'],
  };

  test('become one object with all kinds, which requires the members that every variant requires', () => {
    expect(mergeKinds([{ oneOf: [text, { type: 'string' }], description: 'x' }, link])).toEqual([
      { type: 'string' },
      {
        type: 'object',
        properties: { kind: { enum: ['text', 'link'] }, text: { type: 'string' }, url: { type: 'string' } },
        required: ['kind'],
      },
    ]);
  });

  test('are kept if fewer than two variants are objects, or a kind is no constant', () => {
    expect(mergeKinds([text, { type: 'null' }])).toEqual([text, { type: 'null' }]);
    const other = { ...link, properties: { kind: { type: 'string' } } };
    expect(mergeKinds([{ anyOf: [text, other] }])).toEqual([text, other]);
    expect(mergeKinds([{ type: 'string' }])).toEqual([{ type: 'string' }]);
  });

  test('are matched by the constants of an object, also in a list and if a variant has variants', () => {
    const schema = { items: { anyOf: [text, { oneOf: [link] }] } };
    const [first, second, third] = [{ kind: 'text', text: 't', a: 1 }, { kind: 'link' }, { kind: 'other' }];
    expect(findDescribedObjects(schema, [first, 'x', second, third, null])).toEqual([
      { path: [0], object: first, names: ['kind', 'text'] },
      { path: [2], object: second, names: ['kind', 'url'] },
    ]);
    expect(findDescribedObjects({ properties: { a: {} }, anyOf: [link] }, second, ['x'])).toEqual([
      { path: ['x'], object: second, names: ['a', 'kind', 'url'] },
    ]);
    expect(findDescribedObjects({}, [first])).toEqual([]);
    expect(findDescribedObjects({}, first)).toEqual([]);
  });
});

describe('the rules of parameters', () => {
  const rule = (parameters: string[], schema: JsonSchema | null) => ({ parameters, message: '', schema });
  const both = rule(['a', 'b'], { required: ['a'] });
  const one = rule(['a'], { minProperties: 1 });
  const withoutSchema = rule(['b'], null);

  test('are those whose parameters are all known', () => {
    const rules = [both, one, withoutSchema];
    expect(rulesOfParameters({ rules }, [parameter('a')])).toEqual([one]);
    expect(rulesOfParameters({ rules }, [parameter('a'), parameter('b')])).toEqual(rules);
  });

  test('are keywords of the object schema; several rules are wrapped in `allOf`', () => {
    expect(toSchemaKeywords([])).toEqual({});
    expect(toSchemaKeywords([withoutSchema, one])).toEqual({ minProperties: 1 });
    expect(toSchemaKeywords([both, withoutSchema, one])).toEqual({
      allOf: [{ required: ['a'] }, { minProperties: 1 }],
    });
  });
});

describe('the parameters of a GET route', () => {
  const [id, limit] = [parameter('thread_id'), parameter('limit')];
  const locations = toParameterLocations('/v1/threads/{thread_id}', [limit, id, parameter('thread')]);

  test('are in the path if the path names them', () => {
    expect(locations).toEqual({ path: [id], query: [limit, parameter('thread')], body: [] });
  });

  test('are kept in its URL, and unknown parameters are removed', () => {
    const url = new URL('http://board/v1/threads/T-1?key=sbk_1&limit=5&thread_id=T-2&limit=a%20b');
    expect(String(withoutUnknownParameters(url, locations))).toBe(
      'http://board/v1/threads/T-1?limit=5&limit=a+b',
    );
    expect(url.searchParams.get('key')).toBe('sbk_1');
  });
});

test('the idempotency key has the wire name request_id for interfaces that take it as a parameter', () => {
  const [id, key] = [parameter('thread_id'), parameter('idempotencyKey')];
  const description = { parameters: [id, key] } as unknown as OperationDescription;
  expect(withRequestId(description)).toEqual([id, { ...key, wireName: 'request_id' }]);
});
