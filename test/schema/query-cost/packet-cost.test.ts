import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';

test('a packet of a page costs 4 points, because its row has all scopes', () => {
  const costOf = (first: number) => {
    const document = parse(`{ work(first: ${first}) { pageInfo { hasNextPage } } }`);
    return computeCost(schema, { document, variables: {} }).points;
  };

  expect(costOf(11) - costOf(10)).toBe(4);
});
