import { GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { measureResult } from '../../../schema/query-cost/points.ts';

test.each([
  ['unauthenticated', 0],
  ['not_owner', 0],
  ['not_found', 0],
  ['validation_failed', 0],
  ['state_conflict', 50],
  ['unavailable', 50],
] as const)('a page that failed with %s costs the points of %i records', (code, records) => {
  const { plan } = computeCost(schema, { document: parse('{ threads(first: 50) { nodes { id } } }') });
  const pointsOf = (...errors: readonly GraphQLError[]) =>
    measureResult(plan!, { threads: null }, errors).points;
  const originalError = new BoardError(code, 'failed');

  const points = pointsOf(new GraphQLError('failed', { path: ['threads'], originalError }));

  expect(Math.round(points - pointsOf())).toBe(records);
});

test('an error of a field below a page does not make the page cost more records', () => {
  const { plan } = computeCost(schema, { document: parse('{ threads(first: 50) { nodes { id } } }') });
  const measure = (...errors: readonly GraphQLError[]) =>
    measureResult(plan!, { threads: { nodes: [null] } }, errors).points;
  const below = new GraphQLError('failed', { path: ['threads', 'nodes', 0, 'id'] });

  expect(measure(below)).toBe(measure(new GraphQLError('failed')));
});
