import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { BoardError } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { computeCost, operationTypeOf, rootFieldOf } from '../../../schema/query-cost/document-cost.ts';

const request = (text: string, operationName?: string | null) => ({
  document: parse(text),
  variables: {},
  ...(operationName !== undefined && { operationName }),
});

const refusalOf = (text: string): BoardError | null => {
  try {
    computeCost(schema, request(text));
    return null;
  } catch (error) {
    return error as BoardError;
  }
};

describe('the document', () => {
  const text = '{ agent { id } }';
  const several = `${text} mutation M { a: b } query Q { c } subscription S { d }`;

  test.each([
    [text, undefined, 'query'],
    [text, null, 'query'],
    [several, 'M', 'mutation'],
    [several, 'S', 'subscription'],
    [several, 'unknown', 'query'],
    [several, null, 'query'],
  ])('%s with the operation name %s counts as a %s', (document, name, type) => {
    expect(operationTypeOf(request(document, name))).toBe(type);
  });

  test.each([
    [several, 'M', 'b'],
    [several, 'Q', 'c'],
    ['{ a b }', undefined, '(several)'],
    ['{ ... { a } }', undefined, '(several)'],
    [several, undefined, '(several)'],
    [several, 'unknown', '(several)'],
  ])('%s with the operation name %s has the root field %s', (document, name, field) => {
    expect(rootFieldOf(request(document, name))).toBe(field);
  });
});

test('a document may have at most 100 aliases', () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} b: __typename }`;

  expect(refusalOf(aliases(99))).toBeNull();
  expect(refusalOf(aliases(100))).toMatchObject({
    code: 'query_too_complex',
    members: { bound: 'aliases', value: 101, max: 100 },
  });
});

test('the refusal of a document with too many points names its most expensive fields', () => {
  const refusal = refusalOf('{ channels { nodes { threads { nodes { posts { nodes { body } } } } } } }');

  expect(refusal).toMatchObject({ code: 'query_too_complex', members: { bound: 'points' } });
  expect(refusal?.message).toContain('Most points are spent on channels.nodes.threads.nodes.posts: ');
});

test('the refusal of a document names the expensive fields of each type of a list, and the list itself', () => {
  const page = (field: string) => `{ ${field}(first: 50) { nodes { body } } }`;
  const ids = JSON.stringify(Array(12).fill('F-1'));
  const refusal = refusalOf(
    `{ nodes(ids: ${ids}) { ... on Thread ${page('posts')} ... on Inquiry ${page('answers')} } }`,
  );

  expect(refusal?.message).toMatch(
    /Most points are spent on nodes\.answers: \d+, nodes\.posts: \d+, nodes: \d+\./,
  );
});

describe('the cost of a document', () => {
  const document = parse('query ($id: ID!) { thread(id: $id) { id } }');
  const costOf = (id: string, given = document) =>
    computeCost(schema, { document: given, variables: { id } });
  // The key of the cached cost is `[null,{"id":"…"}]`.
  const idForKey = (length: number) => 'x'.repeat(length - JSON.stringify([undefined, { id: '' }]).length);

  test('is computed once for equal requests', () => {
    expect(costOf('a')).toBe(costOf('a'));
    expect(costOf('a')).not.toBe(costOf('b'));
    expect(costOf('a')).not.toBe(costOf('a', parse('query ($id: ID!) { thread(id: $id) { id } }')));
  });

  test('is computed each time for requests whose cache key has more than 1 000 characters', () => {
    expect(costOf(idForKey(1000))).toBe(costOf(idForKey(1000)));
    expect(costOf(idForKey(1001))).not.toBe(costOf(idForKey(1001)));
    expect(costOf(idForKey(1001))).toEqual(costOf(idForKey(1000)));
  });
});
