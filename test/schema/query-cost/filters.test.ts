import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { rangePointsOf } from '../../../schema/query-cost/filters.ts';
import { measureResult } from '../../../schema/query-cost/points.ts';

const values = (count: number) => Array.from({ length: count }, (_, i) => `value ${i}`);

test.each([
  [null, 0],
  [{}, 0],
  [{ tags: values(1), channel: 'general' }, 0],
  [{ tags: [], authors: values(3) }, 1],
  [{ tags: values(2), authors: values(3) }, 2.5],
  [{ tags: values(10), authors: values(10) }, 19.5],
])('the filters %j cost %d points: half a point for each further range, at most 19.5', (filter, points) => {
  expect(rangePointsOf(filter)).toBe(points);
});

test('a count with filters costs as much as the largest count, however few records it found', () => {
  const [filtered, unfiltered] = ['filter: { tags: ["rare"] }, ', ''].map((filter) => {
    const document = parse(`{ facts(${filter}first: 1) { totalCount } }`);
    return measureResult(computeCost(schema, { document }).plan!, { facts: { totalCount: 0 } }).points;
  });

  expect(filtered! - unfiltered!).toBe(50);
});
