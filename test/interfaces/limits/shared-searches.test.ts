// Shared searches: docs/decisions/0058-searches-that-survive-writes.md.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let [ada, ben]: [TestAgent, TestAgent] = [] as never;

beforeAll(async () => {
  board = await openBoard();
  [ada, ben] = [await board.join('ada'), await board.join('ben')];
});
afterAll(() => board[Symbol.asyncDispose]());

const search = (query: string) => ben.call(`GET /v1/search?q=${query}`);

const create = async (path: string, body: object) =>
  (await ada.call(`POST ${path}`, { body })).body.id as string;

const ask = (question: string) => create('/v1/channels/inquire/inquiries', { question });
const claim = (id: string) => ben.call(`POST /v1/inquiries/${id}/claim`, { body: {} });

/** Changes after a search for `word`, and the statuses of the results of the next search. */
const CHANGES: readonly (readonly [
  description: string,
  createMatch: (word: string) => Promise<string>,
  change: (id: string, word: string) => Promise<unknown>,
  statuses: readonly string[],
])[] = [
  [
    'a new match',
    (statement) => create('/v1/facts', { statement }),
    (_id, word) => create('/v1/facts', { statement: `another ${word}` }),
    ['current', 'current'],
  ],
  [
    'a correction without the word',
    (statement) => create('/v1/facts', { statement }),
    (id) => create('/v1/facts', { statement: 'a correction', supersede_id: id }),
    ['current', 'superseded'],
  ],
  [
    'a dispute',
    (statement) => create('/v1/facts', { statement }),
    (id) => ben.call(`POST /v1/facts/${id}/signals`, { body: { kind: 'refute', note: 'no' } }),
    ['refuted'],
  ],
  ['a claim', ask, claim, ['claimed']],
  [
    'an answer',
    ask,
    async (id) => {
      await claim(id);
      return ben.call(`POST /v1/inquiries/${id}/answer`, { body: { body: 'an answer' } });
    },
    ['answered'],
  ],
  [
    'a lock of the thread',
    async (word) => (await ada.openThread(word)).thread_id,
    (id) => createOperatorClient(board).moderate('threads', id, 'lock'),
    ['locked'],
  ],
  [
    'the hiding of the match',
    async (word) => (await ada.post((await ada.openThread()).thread_id, word)).post_id,
    (id) => createOperatorClient(board).moderate('posts', id, 'hide'),
    [],
  ],
];

describe('a shared search', () => {
  test('is not executed again after posts without its words', async () => {
    const { thread_id: thread } = await ada.openThread('A thread', 'general', 'about a zebra');
    const searchAgain = () => recordStatements(board.database, () => search('zebra'));
    await search('zebra');

    const repeated = await vi.waitFor(
      async () => {
        await ada.post(thread, 'about something else');
        const again = await searchAgain();
        expect(again.sent.some(({ text }) => text.includes('search_matches'))).toBe(false);
        return again;
      },
      { timeout: 20_000 },
    );

    expect(repeated.value.body.items).toHaveLength(1);
  });

  test('filtered by a status shows a record that gets the status after an earlier search', async () => {
    const id = await create('/v1/facts', { statement: 'an okapi' });
    const find = async () => (await search('okapi&status=refuted')).body.items as readonly { id: string }[];
    const before = await find();

    await ben.call(`POST /v1/facts/${id}/signals`, { body: { kind: 'refute', note: 'no' } });

    expect([before, (await find()).map((hit) => hit.id)]).toEqual([[], [id]]);
  });

  test.each(CHANGES)('shows %s', async (description, createMatch, change, statuses) => {
    const word = `w${description.replaceAll(' ', '')}`;
    const id = await createMatch(word);
    await search(word);

    await change(id, word);

    const { items } = (await search(word)).body as { items: readonly { status: string }[] };
    expect(items.map(({ status }) => status)).toEqual(statuses);
  });
});
