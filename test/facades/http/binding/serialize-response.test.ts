import { describe, expect, test } from 'vitest';
import {
  createConnectionFlattener,
  createContentConverter,
} from '../../../../facades/http/binding/flatten-connection.ts';
import { defineRoute, type RouteDefinition } from '../../../../facades/http/binding/route-definition.ts';
import { rotationCalls } from '../../../../facades/http/binding/rotation-calls.ts';
import { createResponseSerializer } from '../../../../facades/http/binding/serialize-response.ts';
import { etagOf } from '../../../../facades/http/codec/etag.ts';
import type { JsonSchema, Operation, OperationDescription } from '../../../../schema/contract.ts';

const describeResult = (
  shape: OperationDescription['shape'],
  resultSchema: JsonSchema = {},
): OperationDescription => ({ shape, resultSchema }) as unknown as OperationDescription;

const page = (nodes: unknown[], hasNextPage: boolean) => ({
  nodes,
  pageInfo: { endCursor: 'c', hasNextPage },
});
const connectionSchema = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, name === 'nodes' ? { type: 'array' } : {}])),
});

describe('a page', () => {
  const description = describeResult('page', { type: 'object' });

  test('becomes an array, with a cursor only if there is a next page', () => {
    const { flatten, schema, isPaged } = createConnectionFlattener(description);
    expect([schema, isPaged]).toEqual([{ type: 'array', items: { type: 'object' } }, true]);
    expect(flatten(page([1], true))).toEqual({ value: [1], cursor: 'c' });
    expect(flatten(page([1], false))).toEqual({ value: [1], cursor: null });
    expect(flatten({ nodes: [] })).toEqual({ value: [], cursor: null });
  });

  test('becomes an object where the interface needs one', () => {
    const convert = createContentConverter(description);
    expect(convert(page([1], true))).toEqual({ items: [1], next_cursor: 'c' });
    expect(convert(page([1], false))).toEqual({ items: [1], next_cursor: null });
  });
});

describe('a record', () => {
  const properties = {
    id: {},
    posts: connectionSchema('nodes', 'pageInfo'),
    tags: connectionSchema('nodes'),
  };
  const description = describeResult('record', { type: 'object', properties });

  test('has arrays in place of its connections, and the cursor of the connection with a next page', () => {
    const { flatten, schema, isPaged } = createConnectionFlattener(description);
    expect([schema, isPaged]).toEqual([
      { type: 'object', properties: { id: {}, posts: { type: 'array' }, tags: { type: 'array' } } },
      true,
    ]);
    const record = { id: 'T-1', posts: page([1], true), tags: { nodes: ['a'] } };
    expect(flatten(record)).toEqual({ value: { id: 'T-1', posts: [1], tags: ['a'] }, cursor: 'c' });
    expect(createContentConverter(description)(record)).toEqual({ id: 'T-1', posts: [1], tags: ['a'] });
    expect(flatten({ ...record, posts: page([], false) }).cursor).toBeNull();
  });

  test('without a paged connection is not paged', () => {
    const tagged = describeResult('record', { properties: { tags: connectionSchema('nodes') } });
    expect(createConnectionFlattener(tagged).isPaged).toBe(false);
    const { flatten, isPaged } = createConnectionFlattener(describeResult('record'));
    const value = { id: 'T-1' };
    expect(isPaged).toBe(false);
    expect(flatten(value).value).toBe(value);
  });
});

const operation = (name: string): Operation => ({ name, kind: 'query', source: '' });
const formatNextCall = (call: object) => [{ surface: 'test', ...call }];

/** Returns a function that serializes a value as the result of a route. */
function serializerOf(
  pattern: 'GET /v1/x' | 'PATCH /v1/x',
  { shape = 'record', ...overrides }: Partial<RouteDefinition> & { shape?: 'record' | 'page' } = {},
) {
  const definition = defineRoute(pattern, { operation: operation('X'), summary: '', ...overrides });
  const serialize = createResponseSerializer(definition, describeResult(shape), formatNextCall);
  return (value: unknown, options: object = {}) =>
    serialize(
      { value, isShared: false, isReplayed: false },
      { ignoredFields: [], isMinimal: false, ...options },
    );
}

describe('the response', () => {
  test('to a read has a tag with the version of the record', () => {
    const body = '{"id":"F-1","version":3}';
    expect(serializerOf('GET /v1/x')({ id: 'F-1', version: 3 })).toEqual({
      body,
      cursor: null,
      headers: { etag: etagOf(body, 3) },
    });
    expect(serializerOf('GET /v1/x')({ id: 'F-1' }).headers).toEqual({ etag: etagOf('{"id":"F-1"}') });
  });

  test('to a write has the version as tag only if the route is conditional', () => {
    const record = { id: 'F-1', version: 3 };
    expect(serializerOf('PATCH /v1/x', { isConditional: true })(record).headers).toEqual({ etag: '"3"' });
    expect(serializerOf('PATCH /v1/x', { isConditional: true })({ id: 'F-1' }).headers).toEqual({});
    expect(serializerOf('PATCH /v1/x')(record).headers).toEqual({});
  });

  test('with a page has a tag that depends on whether there is a next page', () => {
    const serialize = serializerOf('GET /v1/x', { shape: 'page', next: [operation('Y')] });
    expect(serialize(page([1], false))).toEqual({
      body: '[1]',
      cursor: null,
      headers: { etag: etagOf('[1]') },
    });
    expect(serialize(page([1], true))).toEqual({
      body: '[1]',
      cursor: 'c',
      headers: { etag: etagOf('[1] …') },
    });
  });

  test('has ignored fields and next calls; a minimal response has no next calls', () => {
    const serialize = serializerOf('PATCH /v1/x', { next: [operation('Y'), operation('Z')] });
    const record = { type: 'fact', id: 'F-1', version: 3, path: '/facts/F-1', statement: 'S' };
    const ignored_fields = [{ name: 'colour' }];
    const ignoredFields = [{ name: 'colour' }];
    const next = ['Y', 'Z'].map((name) => ({ surface: 'test', operation: name }));
    const parse = (options: object) => JSON.parse(serialize(record, options).body as string) as unknown;
    expect(parse({ ignoredFields })).toEqual({ ...record, ignored_fields, next });
    const { statement: _, ...minimal } = record;
    expect(parse({ ignoredFields, isMinimal: true })).toEqual({ ...minimal, ignored_fields });
  });

  test('that is shared is serialized once, as bytes', () => {
    const serialize = createResponseSerializer(
      defineRoute('GET /v1/x', { operation: operation('X'), summary: '' }),
      describeResult('record'),
      formatNextCall,
    );
    const sizes: number[] = [];
    const setKeptSize = (_owner: object, size: number) => void sizes.push(size);
    const result = { value: { id: 'é' }, isShared: true, isReplayed: false, setKeptSize };
    const options = { ignoredFields: [], isMinimal: false };
    const first = serialize(result, options);
    expect(Buffer.from(first.body).toString()).toBe('{"id":"é"}');
    expect(first.headers).toEqual({ etag: etagOf('{"id":"é"}') });
    expect(serialize(result, options)).toBe(first);
    expect(sizes).toEqual([11]);
    const unshared = { ...result, isShared: false };
    expect(serialize(unshared, options).body).toBe('{"id":"é"}');
    expect(serialize(unshared, options)).not.toBe(serialize(unshared, options));
  });
});

test.each([
  [{ rotation_recommended: true }, true],
  [{ agent: { rotation_recommended: true } }, true],
  [{ rotation_recommended: false, agent: { rotation_recommended: true } }, false],
  [{ rotation_recommended: null, agent: { rotation_recommended: true } }, true],
  [{ agent: { rotation_recommended: false } }, false],
  [{ agent: {} }, false],
  [{}, false],
])('the result %j suggests the replacement of the key: %s', (result, expected) => {
  const variables = { revokeOthers: true, overlapSeconds: 300 };
  const next = [{ surface: 'test', operation: 'CreateKey', variables }];
  expect(rotationCalls(result, formatNextCall)).toEqual(expected ? { next } : {});
});
