// Plans of operations of the schema: how often statements run, how many objects a field can have, and what is bounded.
import { type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { BoardError } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { type FieldPlan, planOperation } from '../../../schema/query-cost/plan.ts';
import { maxPointsOfField } from '../../../schema/query-cost/points.ts';

const planRoot = (field: string, variables: Readonly<Record<string, unknown>> = {}) => {
  const operation = parse(`{ ${field} }`).definitions[0] as OperationDefinitionNode;
  return planOperation(schema, { operation, fragments: {}, variables });
};

const planField = (field: string, variables?: Readonly<Record<string, unknown>>): FieldPlan =>
  [...planRoot(field, variables).values()][0]!;

const refusalOf = (field: string): unknown => {
  try {
    planRoot(field);
    return null;
  } catch (error) {
    return (error as BoardError).members;
  }
};

test('`__typename` counts as a text of 64 characters', () => {
  expect(maxPointsOfField(planField('__typename'))).toBeCloseTo((80 + 64) / 2500, 9);
});

describe('an alias', () => {
  const long = 'x'.repeat(80 + 2500);

  test.each([
    ['of a field', `${long}: me { handle }`, 'x: me { handle }', 1],
    [
      'of a leaf of each of ten records',
      `threads(first: 10) { nodes { ${long}: id } }`,
      'threads(first: 10) { nodes { x: id } }',
      10,
    ],
    ['of introspection', `__type(name: "Post") { ${long}: name }`, '__type(name: "Post") { x: name }', 1],
  ])('%s costs a point for each 2500 characters beyond 80', (_case, expensive, cheap, points) => {
    expect(maxPointsOfField(planField(expensive)) - maxPointsOfField(planField(cheap))).toBeCloseTo(
      points,
      1,
    );
  });

  test('of up to 80 characters costs nothing', () => {
    const [alias, name] = [`${'x'.repeat(80)}: me { handle }`, 'me { handle }'].map((field) =>
      planField(field),
    );

    expect(maxPointsOfField(alias!)).toBe(maxPointsOfField(name!));
  });

  test('of 80 characters on introspection costs a point for each 2500 characters beyond 12', () => {
    const aliases = Array.from({ length: 50 }, (_, i) => String(i).padStart(80, 'x'));
    const selection = aliases.map((alias) => `${alias}: isRepeatable`).join(' ');

    const { weight } = planField(`__schema { directives { ${selection} } }`);

    const { length } = schema.getDirectives();
    expect(weight.pointsPerParent).toBeCloseTo((length * 50 * (80 - 12)) / 2500, 9);
  });

  test('of `__typename` beside the total does not read the page', () => {
    expect(planField(`threads { totalCount ${long}: __typename }`).maxObjects).toBe(0);
  });
});

describe('the maximum number of records of a page', () => {
  test.each([
    ['first: 3', 3],
    ['last: 4', 4],
    ['first: 50', 50],
    ['first: 9999', 200],
    ['first: -1', 0],
    ['first: null', 50],
    ['first: "3"', 50],
    ['', 50],
  ])('is the size in its arguments, from 0 to 200 and by default 50: (%s) %d', (args, count) => {
    expect(planField(`threads${args && `(${args})`} { nodes { id } }`).maxObjects).toBe(count);
  });

  test('is the number of ids if the ids are given', () => {
    expect(planField('nodes(ids: ["a", "b", "c"]) { id }').maxObjects).toBe(3);
  });

  test('is 0 if only the total is selected', () => {
    const [counted, read] = ['totalCount __typename', 'totalCount nodes { id }'].map((selection) =>
      planField(`threads(first: 3) { ${selection} }`),
    );

    expect([counted!.maxObjects, counted!.weight.statementPoints]).toEqual([0, 0]);
    expect(read!.maxObjects).toBe(3);
    expect(read!.weight.statementPoints).toBeGreaterThan(0);
  });

  test('is the same in each of its lists', () => {
    const [selection] = planField('threads(first: 3) { nodes { id } edges { cursor } }').selections;

    expect([...selection!.values()].map(({ maxObjects }) => maxObjects)).toEqual([3, 3]);
  });
});

test.each([
  ['channels: ["a", "b"], agents: ["c"]', 3],
  ['channels: ["a"]', 1],
  ['channels: []', 1],
  ['', 1],
])('the statement of the activity by (%s) runs %d times, for as many series', (args, count) => {
  const [selection] = planField(`statistics { activity${args && `(${args})`} { channel } }`).selections;
  const activity = selection!.get('activity')!;

  expect([activity.statementCount, activity.maxObjects]).toEqual([count, count]);
});

test.each([
  ['wait: 1', true],
  ['wait: 0', false],
  ['wait: null', false],
  ['first: 1', false],
])('a field with (%s) waits: %s', (args, isWaiting) => {
  expect(planField(`feed(${args}) { nodes { id } }`).isWaiting).toBe(isWaiting);
});

test('a field that returns no page can wait too', () => {
  expect(planField('inquiry(id: "a", wait: 1) { id }').isWaiting).toBe(true);
});

test('a page with filters reads further ranges of an index', () => {
  const [filtered, plain] = [
    planField('facts(filter: { tags: ["a", "b", "c"] }) { nodes { id } }'),
    planField('facts { nodes { id } }'),
  ];

  expect([filtered.rangePoints, filtered.isFiltered]).toEqual([1, true]);
  expect([plain.rangePoints, plain.isFiltered]).toEqual([0, false]);
});

test('the plan of introspection is opaque: its weight has all its values', () => {
  const { isOpaque, selections } = planField('__schema { types { name } }');

  expect([isOpaque, selections]).toEqual([true, []]);
  expect(planField('threads { nodes { id } }').isOpaque).toBe(false);
});

describe('a document is refused', () => {
  const nest = (levels: number) =>
    levels === 0 ? 'id' : `supersedes { ${'supersedes { '.repeat(levels - 1)} id ${'}'.repeat(levels - 1)} }`;

  test('beyond a depth of 15', () => {
    expect(refusalOf(`fact(id: "a") { ${nest(13)} }`)).toBeNull();
    expect(refusalOf(`fact(id: "a") { ${nest(14)} }`)).toEqual({ bound: 'depth', value: 16, max: 15 });
  });

  test('beyond a depth of 15 in introspection', () => {
    const ofTypes = (levels: number) =>
      `__type(name: "ID") { ${'ofType { '.repeat(levels)} name ${'}'.repeat(levels)} }`;

    expect(refusalOf(ofTypes(13))).toBeNull();
    expect(refusalOf(ofTypes(14))).toEqual({ bound: 'depth', value: 16, max: 15 });
  });

  test('beyond 10 000 selections, the skipped ones of the operation and of fragments included', () => {
    const skipped = (count: number) => '__typename @skip(if: true) '.repeat(count);

    expect(refusalOf(skipped(10_000))).toBeNull();
    expect(refusalOf(skipped(10_001))).toEqual({ bound: 'fields', value: 10_001, max: 10_000 });
    expect(refusalOf(`agent(handle: "a") { ${skipped(9_999)} }`)).toBeNull();
    expect(refusalOf(`agent(handle: "a") { ... { ${skipped(9_999)} } }`)).toEqual({
      bound: 'fields',
      value: 10_001,
      max: 10_000,
    });
  });
});
