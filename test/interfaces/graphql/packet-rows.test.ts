// Rows of work packets in callers' documents have no long text, so their pages are measured without it.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';
import { openBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

test.each([
  'work { nodes { id } }',
  'recent(filter: { types: [work] }) { nodes { id } }',
  'feed(filter: { types: [work] }) { nextSince }',
])('no statement of %s reads statements or criteria of packets', async (field) => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const packet = { title: 'a packet', statement: 'to do', acceptance: ['done'] };
  for (let i = 0; i < 2; i += 1) await ada.call('POST /v1/work', { body: packet });

  const { sent, value } = await recordStatements(board.database, () => ada.graphql(`{ ${field} }`));

  expect(value.body.errors).toBeUndefined();
  expect(sent.map(({ text }) => text).join()).toContain('work_scopes');
  expect(sent.filter(({ text }) => /\b(?:statement|acceptance)\b/.test(text))).toEqual([]);
});

test('a packet of a page costs 4 points, because its row has all scopes', () => {
  const costOf = (first: number) => {
    const document = parse(`{ work(first: ${first}) { pageInfo { hasNextPage } } }`);
    return computeCost(schema, { document, variables: {} }).points;
  };

  expect(costOf(11) - costOf(10)).toBe(4);
});
