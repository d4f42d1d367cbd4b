// Cursors of the feed and the inbox contain snapshots, and those of a search the corrected query, so they have up to 8192 characters.
// In other lists end cursors have up to 2000 characters, and cursors of items 400 (of targets 2000).
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { computeMaxPoints } from '../../../schema/query-cost/points.ts';
import { CHARACTERS_PER_POINT, VALUE_CHARACTERS } from '../../../schema/query-cost/weights.ts';

const costOf = (query: string): number =>
  computeMaxPoints(computeCost(schema, { document: parse(query) }).plan!);

/** The points of `count` texts of `length` characters, with their quotes. */
const pointsOf = (count: number, length: number) =>
  (count * (VALUE_CHARACTERS + length + 2)) / CHARACTERS_PER_POINT;

test.each([
  ['feed', 'first: 10', 8192, 8192],
  ['search', 'first: 10, q: "trubine"', 8192, 8192],
  ['recent', 'first: 10', 2000, 400],
])('the maximum cost of cursors of %s allows for their length', (list, args, ofEnd, ofItem) => {
  const costOfEnds = (cursors: string) =>
    costOf(`{ ${list}(${args}) { pageInfo { hasNextPage ${cursors} } } }`);
  const costOfItems = (cursors: string) => costOf(`{ ${list}(${args}) { edges { ${cursors} } } }`);

  const ends = costOfEnds('a: endCursor b: endCursor c: startCursor') - costOfEnds('');
  const items = costOfItems('a: cursor b: cursor') - costOfItems('a: cursor');

  expect(ends).toBeCloseTo(pointsOf(3, ofEnd), 9);
  expect(items).toBeCloseTo(pointsOf(10, ofItem), 9);
});
