// Cursors of logs have snapshots: they have up to 8192 characters. In other lists end cursors have up to 2000, cursors of items 400.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { CHARACTERS_PER_POINT } from '../../../schema/query-cost/weights.ts';

const costOf = (query: string): number => computeCost(schema, { document: parse(query) }).points;

test.each([
  ['the feed', 'feed', 'recent', 8192, 2000],
  ['a list', 'recent', 'recent', 2000, 2000],
])('the maximum cost of end cursors of %s allows for their length', (_case, list, other, longest, usual) => {
  const ends = (name: string) =>
    `{ ${name}(first: 10) { pageInfo { a: endCursor b: endCursor c: startCursor } } }`;

  const difference = costOf(ends(list)) - costOf(ends(other));

  expect(Math.abs(difference - (3 * (longest - usual)) / CHARACTERS_PER_POINT)).toBeLessThan(1);
});

test('the maximum cost of cursors of items of the feed allows for their length', () => {
  const cursors = (name: string) => `{ ${name}(first: 10) { edges { cursor } } }`;

  const difference = costOf(cursors('feed')) - costOf(cursors('recent'));

  expect(Math.abs(difference - (10 * (8192 - 400)) / CHARACTERS_PER_POINT)).toBeLessThan(1);
});
