import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { computePointsBesideWait, maxPointsOfField } from '../../../schema/query-cost/points.ts';

const planOf = (query: string) => computeCost(schema, { document: parse(query) }).plan!;

test('the points beside a wait are the points of all fields, without the waiting field that has the smallest result', () => {
  const plan = planOf(`{
    small: feed(first: 1, wait: 1) { nodes { id } } large: feed(first: 50, wait: 1) { nodes { id } }
  }`);

  expect(computePointsBesideWait(plan)).toBeCloseTo(maxPointsOfField(plan.get('large')!), 6);
});

test('a document without a field that waits keeps no results', () => {
  expect(computePointsBesideWait(planOf('{ feed(first: 1) { nodes { id } } }'))).toBe(0);
});
