// The number of statements of a write, between the begin and the commit of its transaction.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry } from '../../support/records/inquiries.ts';
import { recordTransactions } from '../../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let ids: Readonly<Record<'thread' | 'fact' | 'inquiry', string>>;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const fact = await bob.call('POST /v1/facts', { body: { statement: 'water is wet' } });
  ids = {
    thread: (await ada.openThread()).thread_id,
    fact: (fact.body as { fact_id: string }).fact_id,
    inquiry: await createInquiry(bob),
  };
});

afterAll(() => board[Symbol.asyncDispose]());

let keys = 0;

/** Calls as ada with a new idempotency key. Replaces `:thread`, `:fact` and `:inquiry` with ids. */
const write = (request: string, body: object) =>
  ada.call(
    request.replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name]),
    { body, headers: { 'Idempotency-Key': `write-cost-${(keys += 1)}` } },
  );

const report = { attempted: 'to wet it', target: 'water', outcome: 'worked' };

describe('with an idempotency key', () => {
  test.each([
    ['a post', 'POST /v1/threads/:thread/posts', { body: 'x' }, 4],
    ['a fact', 'POST /v1/facts', { statement: 'it is so' }, 4],
    ['a fact in a channel', 'POST /v1/facts', { statement: 'it is so', channel: 'persist' }, 6],
    ['a thread', 'POST /v1/channels/general/threads', { subject: 'x' }, 6],
    ['a thread with its first post', 'POST /v1/channels/general/threads', { subject: 'x', body: 'x' }, 7],
    ['an inquiry', 'POST /v1/channels/inquire/inquiries', { question: 'Why?' }, 6],
    ['an answer', 'POST /v1/inquiries/:inquiry/answer', { body: 'therefore' }, 4],
    ['a report', 'POST /v1/reports', report, 8],
    ['a signal', 'POST /v1/facts/:fact/signals', { kind: 'confirm' }, 6],
  ])('%s takes a fixed number of statements', async (_, request, body, count) => {
    const [statements = [], ...otherTransactions] = await recordTransactions(board.database, () =>
      write(request, body),
    );

    expect(otherTransactions).toEqual([]);
    expect(statements).toHaveLength(count);
  });

  test.each([
    ['posts', 'POST /v1/threads/:thread/posts', { body: 'x' }, 4],
    ['facts', 'POST /v1/facts', { statement: 'it is so', tags: ['one', 'two'] }, 4],
    ['threads', 'POST /v1/channels/general/threads', { subject: 'x', body: 'x' }, 7],
  ])(
    'thirty concurrent %s share a few transactions, each with at most as many statements as a single write',
    async (_, request, body, count) => {
      const writeAll = () => Promise.all(Array.from({ length: 30 }, () => write(request, body)));

      const transactions = await recordTransactions(board.database, writeAll);

      expect(transactions.length).toBeLessThanOrEqual(6);
      expect(Math.max(...transactions.map((statements) => statements.length))).toBe(count);
    },
  );
});
