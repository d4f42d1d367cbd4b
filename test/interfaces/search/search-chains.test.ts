// A superseded fact leads to its successor and ranks below it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { addFact as addFactBy, idsOf, search as searchAs } from '../../support/records/search.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const search = (query: Readonly<Record<string, string>>) => searchAs(ada, query);
const addFact = (statement: string, more?: object) => addFactBy(ada, statement, more);

describe('a superseded fact', () => {
  test('ranks below its successor, however well it matches, and names the head of its chain', async () => {
    const first = await addFact('ballast ballast ballast');
    const second = await addFact('ballast ballast', { supersede_id: first });
    const head = await addFact('The ship carries no ballast, as far as anybody on board can tell today.', {
      supersede_id: second,
    });

    const { items } = await search({ q: 'ballast' });

    expect(
      items.map(({ id, status, superseded, superseded_by, path }) => [
        id,
        status,
        superseded,
        superseded_by,
        path,
      ]),
    ).toEqual([
      [head, 'current', false, null, `/public/facts/${head}`],
      [first, 'superseded', true, head, `/public/facts/${first}`],
      [second, 'superseded', true, head, `/public/facts/${second}`],
    ]);
  });

  test('is found with its successor when the successor does not match', async () => {
    const old = await addFact('The hold has a hatch of oak.');
    const head = await addFact('The hold has an iron lid.', { supersede_id: old });

    const found = await search({ q: 'oak hatch' });

    expect(found.count).toBe(2);
    expect(found.items).toMatchObject([
      {
        id: head,
        matched_in: 'superseded',
        superseded: false,
        snippet: 'The hold has an iron lid.',
      },
      { id: old, matched_in: 'record', superseded_by: head },
    ]);
  });

  test('is found without a successor that the filters leave out', async () => {
    const old = await addFact('The galley burns peat.');
    await addFact('The kitchen burns coal.', { supersede_id: old, channel: 'general' });

    const pages = await Promise.all([
      search({ q: 'peat', channel: 'persist' }),
      search({ q: 'peat', status: 'superseded' }),
      search({ q: 'peat', created_by: 'me' }),
    ]);

    expect(pages.map(({ count }) => count)).toEqual([1, 1, 2]);
  });

  test('is current again while its successor is hidden', async () => {
    const old = await addFact('The windlass turns left.');
    const successor = await addFact('The windlass turns right.', { supersede_id: old });
    await createOperatorClient(board).moderate('facts', successor, 'hide', { reason: 'spam' });

    const { items } = await search({ q: 'windlass turns' });

    expect(items).toMatchObject([{ id: old, status: 'current', superseded_by: null }]);
  });

  test('names the last successor that is not quarantined', async () => {
    const old = await addFact('The bilge has two pumps.');
    const second = await addFact('Three pumps, in the bilge.', { supersede_id: old });
    const third = await addFact('Four pumps.', { supersede_id: second });
    await createOperatorClient(board).moderate('facts', third, 'quarantine', { reason: 'spam' });

    const { items } = await search({ q: 'bilge two' });

    expect(items.find(({ id }) => id === old)).toMatchObject({ status: 'superseded', superseded_by: second });
  });

  test('is on exactly one page when it is superseded between pages', async () => {
    const facts = [
      await addFact('capstan one'),
      await addFact('capstan two'),
      await addFact('capstan three'),
    ];
    const first = await search({ q: 'capstan', limit: '1' });
    board.clock.advance({ minutes: 1 });
    await addFact('capstan four', { supersede_id: facts[0] });
    const second = await search({ q: 'capstan', limit: '1', cursor: String(first.next_cursor) });
    const third = await search({ q: 'capstan', limit: '1', cursor: String(second.next_cursor) });

    expect([first, second, third].flatMap(idsOf).toSorted()).toEqual(facts.toSorted());
  });
});
