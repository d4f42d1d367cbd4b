import { expect, test } from 'vitest';
import { pointsOfCount, maxPointsOfCount, recordCountOf } from '../../../schema/query-cost/counts.ts';
import { createFieldPlan, createLeafPlan, toSelectionPlan } from '../../support/schema/field-plans.ts';

const count = createLeafPlan(10, { isCount: true });
const leaf = createLeafPlan(10);
const list = createFieldPlan({ weight: { listLength: 'page' }, maxObjects: 50 });

test('the count of a page costs up to 50 points if one of the selections has it, and otherwise nothing', () => {
  expect(maxPointsOfCount([toSelectionPlan({ leaf }), toSelectionPlan({ leaf, count })])).toBe(50);
  expect(maxPointsOfCount([toSelectionPlan({ leaf })])).toBe(0);
});

test.each([
  [{ leaf: 9 }, 0],
  [{ count: 0 }, 0],
  [{ count: 400 }, 2],
  [{ count: 400, more: 600 }, 3],
  [{ count: 10_000 }, 50],
  [{ count: 900_000 }, 50],
])('the count of the page %j costs %d points: one for 200 entries, at most 50', (page, points) => {
  const fields = Object.keys(page).map((key) => [key, key === 'leaf' ? leaf : count]);

  expect(pointsOfCount({ isFiltered: false }, toSelectionPlan(Object.fromEntries(fields)), page)).toBe(
    points,
  );
});

test('a count of which only the exactness is selected costs the maximum', () => {
  const selection = toSelectionPlan({ isExact: count });

  expect(pointsOfCount({ isFiltered: false }, selection, { isExact: true })).toBe(50);
  expect(
    pointsOfCount({ isFiltered: false }, toSelectionPlan({ isExact: count, count }), {
      isExact: true,
      count: 400,
    }),
  ).toBe(2);
});

test('a selected count of a page with filters costs the maximum, a count that is not selected nothing', () => {
  expect(pointsOfCount({ isFiltered: true }, toSelectionPlan({ count }), { count: 0 })).toBe(50);
  expect(pointsOfCount({ isFiltered: true }, toSelectionPlan({ leaf }), { leaf: 0 })).toBe(0);
});

const page = { maxObjects: 9 };

test('a page has as many records as its longest list', () => {
  const selection = toSelectionPlan({ nodes: list, edges: list, leaf });

  expect(recordCountOf(page, selection, { nodes: [1, 2], edges: [1, 2, 3], leaf: [1, 2, 3, 4] })).toBe(3);
});

test('a page without a list, or with a list that is null, has the maximum of records', () => {
  const lists = toSelectionPlan({ nodes: list, edges: list });

  expect(recordCountOf(page, toSelectionPlan({ leaf }), { leaf: [] })).toBe(9);
  expect(recordCountOf(page, lists, { nodes: [], edges: null })).toBe(9);
  expect(recordCountOf(page, undefined, {})).toBe(9);
});
