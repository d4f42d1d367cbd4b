import { executeSync, getIntrospectionQuery, GraphQLError, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { BoardError } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { measureResult } from '../../../schema/query-cost/points.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

const cost = (query: string, variables: Readonly<Record<string, unknown>> = {}): number =>
  computeCost(schema, { document: parse(query), variables }).points;

const findExceededBound = (query: string): unknown => {
  try {
    return cost(query);
  } catch (error) {
    return (error as BoardError).members['bound'];
  }
};

/** The number of objects, lists and leaves. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 1);
}

/** The number of characters of all texts. */
function countTextCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countTextCharacters(member), 0);
}

/** The selection, repeated with `count` different aliases. */
const repeatWithAliases = (count: number, selection: string) =>
  Array.from({ length: count }, (_, i) => `f${i}: ${selection}`).join(' ');

/** The cost, even if it exceeds the maximum. */
const costWithoutLimit = (query: string): number => {
  try {
    return cost(query);
  } catch (error) {
    return (error as BoardError).members['value'] as number;
  }
};

const CHEAP_FIELD = 'threads(first: 1) { nodes { id } }';
const COSTLY_FIELD = 'channels { nodes { threads { nodes { posts { nodes { id } } } } } }';

describe('the cost of a document', () => {
  test.each([
    ['a page of a negative size', '{ odd: threads(first: -2000000000) { nodes { id } } }'],
    [
      'a negative size in a skipped field',
      '{ thread(id: "x") { latestPosts(first: -2000000000) @skip(if: true) { id } } }',
    ],
    ['a negative size of latest posts', '{ thread(id: "x") { latestPosts(first: -2000000000) { id } } }'],
    ['a negative size of a history', '{ workHistory(workId: "x", first: -2000000000) { pollAfterSeconds } }'],
  ])('is never lowered by %s', (_case, query) => {
    const both = `${query.slice(0, -1)} ${CHEAP_FIELD} }`;

    expect(cost(both)).toBeGreaterThanOrEqual(cost(`{ ${CHEAP_FIELD} }`));
    expect(findExceededBound(`${query.slice(0, -1)} ${COSTLY_FIELD} }`)).toBe('points');
  });

  test.each(['x', '\u{1F9F5}'])(
    'is at least the measured cost of quotes of the maximum length, of the character %s, under many aliases',
    (character) => {
      const quotes = Array.from({ length: 60 }, (_, i) => `q${i}`);
      const query = `{ fact(id: "x") { sources { ${quotes.map((name) => `${name}: quote`).join(' ')} } } }`;
      const source = Object.fromEntries(quotes.map((name) => [name, character.repeat(500)]));
      const data = { fact: { sources: Array.from({ length: 8 }, () => source) } };

      const { plan, points } = computeCost(schema, { document: parse(query) });

      expect(measureResult(plan!, data).points).toBeLessThanOrEqual(points);
    },
  );

  test('is the same for a variable and a literal', () => {
    const literal = cost('{ threads(first: 20) { nodes { id } } }');

    expect(cost('query ($n: Int) { threads(first: $n) { nodes { id } } }', { n: 20 })).toBe(literal);
    expect(cost('query ($n: Int = 20) { threads(first: $n) { nodes { id } } }')).toBe(literal);
  });

  test('counts an absent or null size as the default of 50', () => {
    const query = 'query ($n: Int) { threads(first: $n) { nodes { id } } }';

    expect(cost(query, { n: null })).toBe(cost(query, { n: 50 }));
    expect(cost(query)).toBe(cost(query, { n: 50 }));
  });

  test('counts fields that a directive includes, and none that it skips', () => {
    const query = `query ($on: Boolean!) { ${CHEAP_FIELD} more: threads @include(if: $on) { nodes { id } } }`;

    expect(cost(query, { on: false })).toBe(cost(`{ ${CHEAP_FIELD} }`));
    expect(cost(query, { on: true })).toBeGreaterThan(cost(query, { on: false }));
  });

  test('counts a fragment wherever it is spread', () => {
    const fragment = 'fragment F on Query { threads { nodes { id } } }';

    expect(cost(`{ ...F } ${fragment}`)).toBe(cost('{ threads { nodes { id } } }'));
    expect(
      findExceededBound(
        `{ channels { nodes { threads { nodes { ...P } } } } } fragment P on Thread { posts { nodes { id } } }`,
      ),
    ).toBe('points');
  });

  test('counts a text once for each of its aliases', () => {
    const posts = (names: number) =>
      cost(`{ posts { nodes { ${Array.from({ length: names }, (_, i) => `b${i}: body`).join(' ')} } } }`);

    expect(posts(2) - posts(1)).toBeGreaterThanOrEqual((50 * 20_000) / 2500);
  });

  test('of 50 posts of 50 threads with six aliases of their bodies is too high', () => {
    const bodies = Array.from({ length: 6 }, (_, i) => `b${i}: body`).join(' ');

    expect(findExceededBound(`{ threads { nodes { posts { nodes { ${bodies} } } } } }`)).toBe('points');
  });

  test.each([
    ['inquiries(filter: { statuses: all })', 'Inquiry', 'transitions { from @skip(if: true) }'],
    ['work', 'WorkPacket', 'scopes { name @skip(if: true) }'],
    ['posts', 'Post', 'author @skip(if: true) { handle }'],
  ])('counts the objects of %s that have no selected fields', (root, type, selection) => {
    const document = `{ ${root} { ...Page } }
      fragment Page on ${type}Connection { ${repeatWithAliases(16, 'edges { ...Edge }')} }
      fragment Edge on ${type}Edge { ${repeatWithAliases(16, 'node { ...Record }')} }
      fragment Record on ${type} { ${repeatWithAliases(16, selection)} }`;

    // 16 lists of 50 edges, with 16 nodes in each edge.
    expect(costWithoutLimit(document)).toBeGreaterThan((16 * 50 * 16 * 80) / 2500);
  });

  test.each([
    ['all of the schema', getIntrospectionQuery({ oneOf: true, specifiedByUrl: true }), 60, 200],
    ['the names of all types', '{ __schema { types { name } } }', 0.5, 4],
    ['one type', '{ __type(name: "Post") { fields { name } } }', 0.05, 1],
    ['an unknown type', '{ __type(name: "Nothing") { fields { name } } }', 0.001, 1],
  ])('of introspection depends on the size of its response: %s', (_case, query, minimum, maximum) => {
    const { points } = computeCost(schema, { document: parse(query) });

    expect(points).toBeGreaterThanOrEqual(minimum);
    expect(points).toBeLessThanOrEqual(maximum);
  });

  test.each([
    ['all of the schema', getIntrospectionQuery({ inputValueDeprecation: true })],
    ['names', '{ __schema { types { fields { type { kind } } } } }'],
    ['descriptions', `{ __type(name: "Query") { fields { ${repeatWithAliases(9, 'description')} } } }`],
  ])(
    'of introspection is a 200th of its values, or a 2500th of its characters if that is more: %s',
    (_case, query) => {
      const { data } = executeSync({ schema, document: parse(query) });

      const points = Math.max((countValues(data) - 1) / 200, countTextCharacters(data) / 2500);
      // The field itself costs like any value: 80 of the 2 500 characters of a point.
      expect(cost(query)).toBe(Math.ceil(points + 80 / 2500));
    },
  );

  test('has `isLarge` if introspection selects many descriptions', () => {
    const query = `{ __type(name: "Mutation") { fields { ${repeatWithAliases(99, 'description')} } } }`;

    expect(computeCost(schema, { document: parse(query) }).isLarge).toBe(true);
  });

  test.each([
    ['fields of the types of fields', 'fields { type { fields { type { fields { name } } } } }'],
    [
      'types without selected fields',
      'fields { type { fields { args { type { name @skip(if: true) } } } } }',
    ],
    ['possible types', 'possibleTypes { interfaces { possibleTypes { interfaces { fields { name } } } } }'],
  ])('is not computed above the maximum number of introspection values: %s', (_case, selection) => {
    expect(findExceededBound(`{ __schema { ${repeatWithAliases(15, `types { ${selection} }`)} } }`)).toBe(
      'introspectionValues',
    );
  });

  test('counts an object of an interface as its most expensive possible type', () => {
    const [post, thread] = ['... on Post { body }', '... on Thread { subject }'];

    expect(cost(`{ feed { nodes { ${post} ${thread} } } }`)).toBe(cost(`{ feed { nodes { ${post} } } }`));
  });

  test('is 0 if the variables are invalid', () => {
    const query = `query ($n: Int!) { threads(first: $n) { nodes { id } } ${COSTLY_FIELD} }`;

    expect(cost(query, { n: 'many' })).toBe(0);
    expect(cost(query, {})).toBe(0);
    expect(cost(query, { n: Infinity })).toBe(0);
  });

  test('counts only the operation that will run, and is 0 if there is none', () => {
    const document = parse(`query Few { ${CHEAP_FIELD} } query Many { ${COSTLY_FIELD} }`);

    expect(computeCost(schema, { document, operationName: 'Few' }).points).toBe(cost(`{ ${CHEAP_FIELD} }`));
    expect(computeCost(schema, { document }).points).toBe(0);
    expect(computeCost(schema, { document, operationName: 'None' }).points).toBe(0);
  });

  test('is bounded for fields that fragments multiply', () => {
    const levels = Array.from(
      { length: 4 },
      (_, i) =>
        `fragment F${i} on Thread { ${'abcdefgh'
          .split('')
          .map((a) => `${a}: channel { threads(first: 1) { nodes { ...F${i + 1} } } }`)
          .join(' ')} }`,
    );

    expect(
      findExceededBound(`{ thread(id: "x") { ...F0 } } ${levels.join(' ')} fragment F4 on Thread { id }`),
    ).toBe('fields');
  });
});

test('planning a document visits a limited number of selections, skipped ones included', () => {
  const skipped = 'id @skip(if: true) '.repeat(200);
  const levels = Array.from({ length: 4 }, (_, i) => {
    const fields = Array.from({ length: 9 }, (__, k) => `a${k}: supersedes { ...F${i + 1} }`);
    return `fragment F${i} on Fact { ${fields.join(' ')} }`;
  });

  expect(
    findExceededBound(`{ fact(id: "x") { ...F0 } } ${levels.join(' ')} fragment F4 on Fact { ${skipped} }`),
  ).toBe('fields');
});

test('validation of a variable stops at its first invalid item', async () => {
  const c = Array.from({ length: 60_000 }, () => 1);

  const { ms, result: points } = await measureCpuTime(
    () => cost('query ($c: [String!]) { statistics { activity(channels: $c) { channel } } }', { c }),
    1000,
  );

  expect(points).toBe(0);
  expect(ms).toBeLessThan(1000);
});

describe('the measure of a result', () => {
  const measure = (query: string, data: Readonly<Record<string, unknown>>) => {
    const { plan, points } = computeCost(schema, { document: parse(query) });
    return { maximum: points, points: measureResult(plan!, data).points };
  };

  test('counts the records in the result', () => {
    const query = '{ threads(first: 50) { nodes { id } } }';
    const nodes = (count: number) => Array.from({ length: count }, () => ({ id: 'x'.repeat(36) }));

    const [few, all] = [
      measure(query, { threads: { nodes: nodes(2) } }),
      measure(query, { threads: { nodes: nodes(50) } }),
    ];

    expect(few.points).toBeLessThan(15);
    expect(Math.ceil(all.points)).toBe(all.maximum);
  });

  test('counts a page without selected records as full', () => {
    const { points } = measure('{ threads(first: 50) { pageInfo { hasNextPage } } }', {
      threads: { pageInfo: { hasNextPage: true } },
    });

    expect(points).toBeGreaterThanOrEqual(50);
  });

  test('counts an object of an interface as its most expensive possible type', () => {
    const query =
      '{ feed(first: 5) { nodes { ... on Agent { x: provenance { model } } ... on Thread { x: posts(first: 50) { nodes { body } } } } } }';
    const nodes = Array.from({ length: 50 }, () => ({ body: 'x'.repeat(20_000) }));

    expect(measure(query, { feed: { nodes: [{ x: { nodes } }] } }).points).toBeGreaterThan(400);
  });

  test('counts in full a field that is null because of an error', () => {
    const query = '{ thread(id: "x") { posts { nodes { body } } channel { slug } } }';
    const { plan, points } = computeCost(schema, { document: parse(query) });
    const error = new GraphQLError('failed', { path: ['thread', 'posts'] });

    expect(measureResult(plan!, { thread: null }, [error]).points).toBeGreaterThan(points - 1);
    expect(measureResult(plan!, { thread: null }).points).toBeLessThan(5);
  });

  test('counts text by its length', () => {
    const query = '{ posts(first: 1) { nodes { body } } }';
    const measureLength = (length: number) =>
      measure(query, { posts: { nodes: [{ body: 'x'.repeat(length) }] } }).points;

    expect(measureLength(20_000) - measureLength(0)).toBeCloseTo(8, 3);
  });
});
