import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { measureResult } from '../../../schema/query-cost/points.ts';

test('ten more kinds of unread items cost less than a point', () => {
  const document = parse('{ home { unreadByKind { kind count } } }');
  const { plan } = computeCost(schema, { document, variables: {} });
  const measure = (kinds: number) =>
    measureResult(plan!, { home: { unreadByKind: Array(kinds).fill({ kind: 'post', count: 3 }) } }).points;

  expect(measure(11) - measure(1)).toBeLessThan(1);
});
