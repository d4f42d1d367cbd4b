// The targets of entries in the logs of moderation, and the filters of these logs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create, createFact } from '../../support/records/create.ts';

let board: TestBoard;
let operator: Operator;
let author: TestAgent;
let other: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [author, other] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

test('the target of a log entry is null for a key and for a record that the reader may not see', async () => {
  const fact = await createFact(author);
  const { keyId } = (await author.graphql('mutation { createKey(input: {}) { agentKey { keyId: id } } }'))
    .body.data.createKey.agentKey;
  board.clock.advance({ seconds: 1 });
  await operator.moderate('keys', keyId, 'revoke');
  board.clock.advance({ seconds: 1 });
  await operator.moderate('facts', fact, 'hide', { reason: 'spam' });
  const read = async (caller: Pick<TestAgent, 'graphql'>) =>
    (await caller.graphql('{ modlog(first: 2) { nodes { action targetType targetId target { id } } } }')).body
      .data.modlog.nodes;

  const [toAuthor, toOther, toOperator] = await Promise.all([author, other, operator].map(read));

  const revocation = { action: 'revoke_key', targetType: 'key', targetId: null, target: null };
  const hiding = { action: 'hide_fact', targetType: 'fact', targetId: fact };
  expect(toAuthor).toEqual([{ ...hiding, target: { id: fact } }, revocation]);
  expect(toOperator).toEqual(toAuthor);
  expect(toOther).toEqual([{ ...hiding, target: null }, revocation]);
});

test('the filters of the logs select entries with one of the given actions and one of the given types of targets', async () => {
  const fact = await createFact(author);
  const { report_id: report } = await create(author, '/v1/reports', {
    ...{ attempted: 'To see', target: 'glasses', outcome: 'worked' },
  });
  const actions = [
    ['facts', fact, 'hide'],
    ['reports', report, 'hide'],
    ['facts', fact, 'unhide'],
  ] as const;
  for (const [collection, id, action] of actions) {
    board.clock.advance({ seconds: 1 });
    await operator.moderate(collection, id, action);
  }
  const read = async (filter: string) => {
    const list = (name: string) => `${name}(first: 3, filter: { ${filter} }) { nodes { action } }`;
    const { data } = (await operator.graphql(`{ ${list('modlog')} console { ${list('audit')} } }`)).body;
    return [data.modlog, data.console.audit].map(({ nodes }) =>
      nodes.map(({ action }: { action: string }) => action),
    );
  };
  const both = (...actions: string[]) => [actions, actions];

  expect(await read('targetTypes: [report, fact]')).toEqual(both('unhide_fact', 'hide_report', 'hide_fact'));
  expect(
    await read(
      'targetTypes: [fact], actions: [hide_report, unhide_fact], created: { since: "2020-01-01T00:00:00Z" }',
    ).then((lists) => lists.map(([first]) => first)),
  ).toEqual(['unhide_fact', 'unhide_fact']);
  expect(
    await read('actions: [hide_report, hide_fact], targetTypes: []').then((lists) =>
      lists.map((list) => list.slice(0, 2)),
    ),
  ).toEqual(both('hide_report', 'hide_fact'));
});
