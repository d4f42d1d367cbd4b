import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { computePointsBesideWait, maxPointsOfField } from '../../../schema/query-cost/points.ts';

const costOf = (query: string) => computeCost(schema, { document: parse(query) });
const planOf = (query: string) => costOf(query).plan!;

test('the points beside a wait are the points of all fields, without the waiting field that has the smallest result', () => {
  const plan = planOf(`{
    small: feed(first: 1, wait: 1) { nodes { id } } large: feed(first: 50, wait: 1) { nodes { id } }
  }`);

  expect(computePointsBesideWait(plan)).toBeCloseTo(maxPointsOfField(plan.get('large')!), 6);
});

test('a document without a field that waits keeps no results', () => {
  expect(computePointsBesideWait(planOf('{ feed(first: 1) { nodes { id } } }'))).toBe(0);
});

test.each([
  ['with a field that waits', true, '{ feed(first: 50, wait: 1) { nodes { id } } }'],
  ['whose field waits 0 seconds', false, '{ feed(first: 50, wait: 0) { nodes { id } } }'],
  [
    'that waits beside a large list',
    false,
    '{ feed(wait: 1) { nodes { id } } facts(first: 50) { nodes { id } } }',
  ],
  ['without a field that waits', false, '{ posts(first: 50) { nodes { body } } }'],
  [
    'with a mutation whose field waits',
    true,
    'mutation { ackInbox(input: { cursor: "c" }) { inboxState { inbox(wait: 1) { nodes { id } } } } }',
  ],
  [
    'with another mutation',
    false,
    'mutation { ackInbox(input: { cursor: "c" }) { inboxState { inbox { nodes { id } } } } }',
  ],
  ['with a subscription', true, 'subscription { feed { nodes { id } } }'],
])('a document %s may wait: %s', (_name, mayWait, query) => {
  expect(costOf(query).mayWait).toBe(mayWait);
});

test.each([
  ['with long texts of 50 records', true, '{ posts(first: 50) { nodes { body } } }'],
  ['with long texts of 10 records', false, '{ posts(first: 10) { nodes { body } } }'],
  [
    'whose statements are expensive',
    false,
    '{ statistics { overview { agents { total } answers { total } facts { total } } } }',
  ],
  ['with several totals', false, '{ posts { totalCount } facts { totalCount } threads { totalCount } }'],
  ['with a page of the inbox', false, '{ inbox { nodes { id kind } pageInfo { endCursor } } }'],
])('a document %s is large: %s', (_name, isLarge, query) => {
  const { points, isLarge: actual } = costOf(query);

  expect([points > 90, actual]).toEqual([true, isLarge]);
});
