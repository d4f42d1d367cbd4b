// Exact points and characters of plans written by hand. 2500 characters cost a point. A value costs as much as 80 characters.
import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { BoardError, type ErrorCode } from '../../../schema/contract.ts';
import type { FieldPlan } from '../../../schema/query-cost/plan.ts';
import { computeMaxPoints, maxPointsOfField, measureResult } from '../../../schema/query-cost/points.ts';
import { createFieldPlan, createLeafPlan, toSelectionPlan } from '../../support/schema/field-plans.ts';

const VALUE = 80 / 2500;
const leafPoints = (characters: number) => VALUE + characters / 2500;

const total = createLeafPlan(10, { isCount: true });

describe('the maximum points', () => {
  test('of a statement count once for each of its executions, whatever the number of parents', () => {
    const child = createLeafPlan(0, { statementPoints: 2 });
    const list = createFieldPlan({
      weight: { statementPoints: 3, listLength: 10 },
      statementCount: 4,
      maxObjects: 10,
      selections: [{ child }],
    });

    expect(computeMaxPoints(toSelectionPlan({ list }))).toBeCloseTo(3 * 4 + 2 + VALUE + 10 * 2 * VALUE, 9);
  });

  test('of an object include the statements of all its possible types, but the values of the most expensive only', () => {
    const object = createFieldPlan({
      selections: [
        { a: createLeafPlan(100, { statementPoints: 5 }) },
        { b: createLeafPlan(900, { statementPoints: 7 }) },
      ],
    });

    expect(computeMaxPoints(toSelectionPlan({ object }))).toBeCloseTo(5 + 7 + VALUE + leafPoints(900), 9);
  });

  test('of a page are those of its records, of its further ranges and of one count', () => {
    const page = createFieldPlan({
      weight: { pointsPerParent: 1, pointsPerItem: 3, isPage: true },
      rangePoints: 2.5,
      maxObjects: 7,
      selections: [{ a: total, b: total }],
    });

    expect(maxPointsOfField(page)).toBeCloseTo(1 + 2.5 + VALUE + 7 * 3 + 50 + 2 * leafPoints(10), 9);
  });

  test('of a page without a count, and of an object that is no page, include no count', () => {
    const id = createLeafPlan(36);
    const page = createFieldPlan({
      weight: { pointsPerItem: 3, isPage: true },
      maxObjects: 2,
      selections: [{ id }],
    });
    const object = createFieldPlan({ weight: { pointsPerItem: 3 }, selections: [{ total }] });

    expect(maxPointsOfField(page)).toBeCloseTo(VALUE + 6 + leafPoints(36), 9);
    expect(maxPointsOfField(object)).toBeCloseTo(VALUE + leafPoints(10), 9);
  });
});

const measure = (
  fields: Readonly<Record<string, FieldPlan>>,
  data: Readonly<Record<string, unknown>>,
  errors: readonly GraphQLError[] = [],
) => measureResult(toSelectionPlan(fields), data, errors);

describe('the measure', () => {
  test('of a leaf is its length, with the name of the member and its punctuation', () => {
    const { points, characters } = measure({ name: createLeafPlan(500) }, { name: 'xyz' });

    expect(characters).toBe('"name":"xyz",'.length);
    expect(points).toBeCloseTo(leafPoints(5), 9);
  });

  test('of a list has a value for the list and for each item, null items included', () => {
    const list = createFieldPlan({
      weight: { listLength: 50, pointsPerItem: 2, pointsPerParent: 1 },
      rangePoints: 0.5,
      maxObjects: 50,
      selections: [{ a: createLeafPlan(9) }],
    });

    const { points, characters } = measure({ list }, { list: [{ a: 'b' }, null] });

    expect(characters).toBe('"list":'.length + 1 + 4 + 3 + '"a":'.length + 1 + 3 + 3);
    expect(points).toBeCloseTo(1 + 0.5 + VALUE + 2 * (2 + VALUE) + leafPoints(3), 9);
  });

  test.each([[null], [undefined]])(
    'of an object that is %s without an error has the points of its statement and of one value',
    (object) => {
      const field = createFieldPlan({
        weight: { statementPoints: 4, isPage: true, pointsPerItem: 5 },
        maxObjects: 9,
        selections: [{ a: createLeafPlan(9) }],
      });

      const { points, characters } = measure({ field }, { field: object });

      expect(characters).toBe('"field":null,'.length);
      expect(points).toBeCloseTo(4 + VALUE, 9);
    },
  );

  test('of a page has the points of the records in it, and of its count', () => {
    const nodes = createFieldPlan({
      weight: { listLength: 'page' },
      maxObjects: 50,
      selections: [{ a: createLeafPlan(9) }],
    });
    const page = createFieldPlan({
      weight: { isPage: true, pointsPerItem: 3 },
      maxObjects: 50,
      selections: [{ nodes, total }],
    });

    const { points } = measure({ page }, { page: { nodes: [{ a: 'b' }, { a: 'c' }], total: 5_000 } });

    const values = VALUE + (VALUE + 2 * (VALUE + leafPoints(3))) + leafPoints(4);
    expect(points).toBeCloseTo(2 * 3 + 25 + values, 9);
  });

  test('of an object that is no page has no points of a page', () => {
    const object = createFieldPlan({ weight: { pointsPerItem: 3 }, selections: [{ total }] });

    expect(measure({ object }, { object: { total: 10_000 } }).points).toBeCloseTo(VALUE + leafPoints(5), 9);
  });

  test('of a field whose weight includes its selections has its length, but no further points', () => {
    const field = createFieldPlan({ weight: { pointsPerParent: 6 }, isOpaque: true });

    const { points, characters } = measure({ field }, { field: { name: 'x' } });

    expect(characters).toBe('"field":'.length + 1 + '{"name":"x"'.length + 1);
    expect(points).toBe(6);
  });

  test('counts the statement of a field once for each of its executions, for all parents', () => {
    const child = createFieldPlan({ weight: { statementPoints: 4 }, statementCount: 3 });
    const list = createFieldPlan({ weight: { listLength: 50 }, maxObjects: 50, selections: [{ child }] });

    const { points } = measure({ list }, { list: [{ child: {} }, { child: {} }] });

    expect(points).toBeCloseTo(4 * 3 + VALUE + 2 * 2 * VALUE, 9);
  });
});

describe('the measure of an object of an interface', () => {
  const costly = createLeafPlan(5, { pointsPerParent: 10 });
  const long = createLeafPlan(500);
  const measureObject = (selections: readonly Readonly<Record<string, FieldPlan>>[], object: object) => {
    const { points, characters } = measure({ o: createFieldPlan({ selections }) }, { o: object });
    // Without the name and the comma of `o`, 4 characters for brackets or `null`, and 3 for its braces.
    return { points: points - VALUE, characters: characters - '"o":'.length - 1 - 4 - 3 };
  };

  test.each([[[{ a: costly }, { a: long }]], [[{ a: long }, { a: costly }]]])(
    'has the most points of the types that its members fit',
    (selections) => {
      const { points, characters } = measureObject(selections, { a: 'x'.repeat(100) });

      expect(characters).toBe(5 + 102);
      expect(points).toBeCloseTo(10 + leafPoints(102), 9);
    },
  );

  test('excludes types with more, fewer or other members than the object has', () => {
    const others = [{ a: costly, b: costly }, { b: costly }, {}];

    expect(measureObject([...others, { a: long }], { a: 'x' }).points).toBeCloseTo(leafPoints(3), 9);
    expect(measureObject(others, { a: 'x' })).toEqual({ points: expect.closeTo(0, 9), characters: 0 });
  });
});

describe('the measure of a result with errors', () => {
  const page = createFieldPlan({
    weight: { statementPoints: 2, pointsPerItem: 3, isPage: true },
    statementCount: 2,
    maxObjects: 7,
    selections: [{ a: createLeafPlan(9, { statementPoints: 5 }) }],
  });
  const below = new GraphQLError('failed', { path: ['other', 'field'] });

  test.each([[null], [undefined]])('has the maximum of an object that is %s', (value) => {
    const { points } = measure({ page }, { page: value }, [below]);

    // The value itself counts twice: as a part of the maximum, and as null.
    expect(points).toBeCloseTo(maxPointsOfField(page) + 2 * 2 + 5 + VALUE, 9);
  });

  test('has the maximum of the members of each null item of a list', () => {
    const list = createFieldPlan({
      weight: { statementPoints: 2, listLength: 50, pointsPerItem: 4 },
      maxObjects: 50,
      selections: [{ a: createLeafPlan(9, { statementPoints: 5 }) }, { page }],
    });

    const { points } = measure({ list }, { list: [null, null] }, [below]);

    const statements = 2 + 5 + 2 * 2 + 5;
    expect(points).toBeCloseTo(statements + VALUE + 2 * (4 + VALUE + maxPointsOfField(page)), 9);
  });

  test('has the statements below a list that is null, although the list of an earlier parent was empty', () => {
    const inner = createFieldPlan({
      weight: { statementPoints: 2, listLength: 1 },
      selections: [{ a: createLeafPlan(9, { statementPoints: 5 }) }],
    });
    const outer = createFieldPlan({ weight: { listLength: 50 }, maxObjects: 50, selections: [{ inner }] });

    const { points } = measure({ outer }, { outer: [{ inner: [] }, { inner: null }] }, [below]);

    expect(points).toBeCloseTo(2 + 5 + 5 * VALUE + maxPointsOfField(inner), 9);
  });

  test('does not have the maximum of leaves, or of objects that are not null', () => {
    const leaf = createLeafPlan(5_000);
    const object = createFieldPlan({ weight: { listLength: 50 }, maxObjects: 50 });

    const { points } = measure({ leaf, object }, { leaf: null, object: [] }, [below]);

    expect(points).toBeCloseTo(leafPoints(5) + VALUE, 9);
  });

  test.each<[ErrorCode, number]>([
    ['unauthenticated', 0],
    ['not_owner', 0],
    ['not_found', 0],
    ['validation_failed', 0],
    ['state_conflict', 7],
    ['internal', 7],
  ])('counts, for a root field that failed with %s, the points of %d records', (code, records) => {
    const error = new GraphQLError('failed', {
      path: ['page'],
      originalError: new BoardError(code, 'failed'),
    });

    expect(measure({ page }, { page: null }, [error]).points).toBeCloseTo(3 * records + 2 * 2 + VALUE, 9);
  });

  test('counts, for a root field that failed with an error other than a BoardError, the points of the maximum of records', () => {
    const error = new GraphQLError('failed', { path: ['page'], originalError: new Error('fault') });

    expect(measure({ page }, { page: null }, [error]).points).toBeCloseTo(3 * 7 + 2 * 2 + VALUE, 9);
  });

  test('counts no root field as failed because of an error without a path, or with the path of an unknown field', () => {
    const errors = [new GraphQLError('failed'), new GraphQLError('failed', { path: ['unknown'] })];

    expect(measure({ page }, { page: {} }, errors).points).toBeCloseTo(
      measure({ page }, { page: {} }).points,
      9,
    );
  });
});
