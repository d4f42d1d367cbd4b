import { type GraphQLAbstractType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import type { FieldPlan } from '../../../schema/query-cost/plan.ts';
import { measureResult } from '../../../schema/query-cost/points.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';
import { createFieldPlan, createLeafPlan, toSelectionPlan } from '../../support/schema/field-plans.ts';

const range = (length: number) => Array.from({ length }, (_, i) => i);

const measureObject = (selections: readonly Readonly<Record<string, FieldPlan>>[], object: object): number =>
  measureResult(toSelectionPlan({ object: createFieldPlan({ selections }) }), { object }).points;

test('a result with interfaces within interfaces is measured in bounded processor time', async () => {
  const fields = range(95).map((i) => `a${i}: hiddenWithParent`);
  const query = `{
    search(q: "looms", first: 50) {
      nodes { record { author { threads(first: 14) { nodes { ${fields.join(' ')} } } } } }
    }
  }`;
  const { plan, points } = computeCost(schema, { document: parse(query), variables: {} });
  if (!plan) throw new Error('the document is invalid');
  const thread = Object.fromEntries(range(95).map((i) => [`a${i}`, false]));
  const record = { author: { threads: { nodes: range(14).map(() => thread) } } };
  const data = { search: { nodes: range(50).map(() => ({ record })) } };

  const { ms, result } = await measureCpuTime(() => measureResult(plan, data), 60);

  expect(result.points).toBeGreaterThan(points / 2);
  expect(result.points).toBeLessThanOrEqual(points);
  expect(ms).toBeLessThan(60);
});

test('a result whose objects have other members for each type is measured in bounded processor time', async () => {
  const typesOf = (name: string) =>
    schema.getPossibleTypes(schema.getType(name) as GraphQLAbstractType).map((type) => type.name);
  const [hits, records] = [typesOf('SearchHit'), typesOf('Record')];
  const selectThreads = (fields: string) => `author { threads(first: 14) { nodes { ${fields} } } }`;
  const fields = range(80).map((i) => `a${i}: hiddenWithParent`);
  const ofRecords = records.map(
    (name, i) => `... on ${name} { ${selectThreads(`r${i}: hiddenWithParent`)} }`,
  );
  const ofHits = hits.map(
    (name, i) => `... on ${name} { record { ${selectThreads(`h${i}: hiddenWithParent`)} } }`,
  );
  const query = `{
    search(q: "looms", first: 50) {
      nodes { record { ${selectThreads(fields.join(' '))} ${ofRecords.join(' ')} } ${ofHits.join(' ')} }
    }
  }`;
  const { plan, points } = computeCost(schema, { document: parse(query), variables: {} });
  if (!plan) throw new Error('the document is invalid');
  const keys = [...range(80).map((i) => `a${i}`), `r${records.length - 1}`, `h${hits.length - 1}`];
  // GraphQL.js creates objects without a prototype. Listing their keys takes more time.
  const toThread = () =>
    Object.assign(Object.create(null) as object, Object.fromEntries(keys.map((key) => [key, false])));
  const data = {
    search: {
      nodes: range(50).map(() => ({ record: { author: { threads: { nodes: range(14).map(toThread) } } } })),
    },
  };

  const { ms, result } = await measureCpuTime(() => measureResult(plan, data), 50);

  expect(result.points).toBeGreaterThan(points / 2);
  expect(result.points).toBeLessThanOrEqual(points);
  expect(ms).toBeLessThan(50);
});

describe('an object that several types could have', () => {
  const page = (rangePoints: number, pointsPerItem: number) =>
    createFieldPlan({
      weight: { statementPoints: 10, pointsPerItem, isPage: true },
      ...{ rangePoints, statementCount: 2, maxObjects: 50 },
      selections: [
        {
          nodes: createFieldPlan({ weight: { listLength: 'page' }, selections: [{ a: createLeafPlan(9) }] }),
        },
      ],
    });
  const threePosts = { x: { nodes: [{ a: 1 }, { a: 2 }, { a: 3 }] } };

  test('costs the statements of all of them, and the maximum of ranges and records', () => {
    const free = measureObject([{ x: page(0, 0) }], threePosts);

    const points = measureObject([{ x: page(7, 1) }, { x: page(0, 4) }, { y: page(90, 90) }], threePosts);

    expect(points - free).toBeCloseTo(20 + 7 + 3 * 4, 9);
  });

  test('costs the same in any order of the types', () => {
    const noPage = createFieldPlan({ selections: [{ model: createLeafPlan(9) }] });
    const [one, other] = [
      measureObject([{ x: page(7, 1) }, { x: noPage }], threePosts),
      measureObject([{ x: noPage }, { x: page(7, 1) }], threePosts),
    ];

    expect(one).toBeCloseTo(other, 9);
    expect(one).toBeCloseTo(measureObject([{ x: page(7, 1) }], threePosts), 9);
  });
});
