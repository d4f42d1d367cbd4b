// The targets of entries in the logs of moderation, the filters of these logs, and the entries of closed inquiries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../../schema/operators/tokens.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator, readAudit } from '../../support/board/operator.ts';
import { create, createFact } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

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

describe('the closing of an inquiry by an operator', () => {
  const close = (id: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    operator.call(`POST /v1/inquiries/${id}/close`, { body, headers });

  const readActions = async (id: string) => (await readAudit(board, id)).map(({ action }) => action);

  test('is in the audit log with the name of the token and the reason, and in the public log without them', async () => {
    const ids = [await createInquiry(author), await createInquiry(author)] as const;
    const pepper = 'a pepper for tests that is long enough';
    const token = await createOperator(board.database, { pepper, name: 'bea', now: board.clock.now() });
    const query = `mutation { closeInquiry(input: { inquiryId: "${ids[1]}", reason: "Spam." }) { inquiry { id } } }`;
    board.clock.advance({ seconds: 1 });

    await close(ids[0]);
    board.clock.advance({ seconds: 1 });
    await board.call('POST /graphql', { body: { query }, headers: { Authorization: `Bearer ${token}` } });

    const entry = { action: 'close_inquiry', targetType: 'inquiry', reason: null, changes: null };
    const createdAt = board.clock.now();
    expect(await readAudit(board, ids[0])).toMatchObject([
      { ...entry, note: null, operator: 'environment', via: 'rest' },
    ]);
    expect(await readAudit(board, ids[1])).toMatchObject([
      { ...entry, note: 'Spam.', operator: 'bea', via: 'graphql', createdAt },
    ]);
    expect((await board.call('GET /public/modlog.json?limit=1')).body).toEqual([
      {
        ...{ type: 'moderation', id: expect.any(String), action: 'close_inquiry', target_type: 'inquiry' },
        ...{ target_id: ids[1], reason: null, created_at: createdAt.toISOString() },
      },
    ]);
  });

  test('is logged once if it is repeated, with or without an idempotency key', async () => {
    const id = await createInquiry(author);
    const headers = { 'Idempotency-Key': 'closing-1' };

    const replies = [await close(id, {}, headers), await close(id, {}, headers), await close(id)];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies[1]!.headers.get('idempotency-replayed')).toBe('true');
    expect(await readActions(id)).toEqual(['close_inquiry']);
  });

  test('is not logged if it is refused, or if the author has closed the inquiry', async () => {
    const [id, answeredId] = [await createInquiry(author), await createInquiry(author)];
    const { latest_answer: answer } = (await updateInquiry(other, answeredId, 'answer', { body: 'x' })).body;

    const refused = [
      await close(id, { accepted_answer_id: answer.id }),
      await close(id, {}, { 'If-Match': '"7"' }),
    ];
    await updateInquiry(author, id, 'close');
    const late = await close(id);

    expect([...refused, late].map(({ status }) => status)).toEqual([422, 412, 200]);
    expect(await readActions(id)).toEqual([]);
  });
});
