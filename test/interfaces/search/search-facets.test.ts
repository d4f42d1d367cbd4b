// The counts and the order of facets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { addFact as addFactBy, search as searchAs } from '../../support/records/search.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const search = (query: Readonly<Record<string, string>>) => searchAs(ada, query);
const addFact = (statement: string, more?: object) => addFactBy(ada, statement, more);

describe('facets', () => {
  test('count the matching records by type and channel, on every page', async () => {
    await addFact('spinnaker');
    await addFact('spinnaker', { channel: 'general' });
    await addFact('spinnaker', { channel: null });
    await ada.openThread('spinnaker');

    const first = await search({ q: 'spinnaker', facets: 'true', limit: '1' });
    const second = await search({
      q: 'spinnaker',
      facets: 'true',
      limit: '1',
      cursor: String(first.next_cursor),
    });
    const filtered = await search({ q: 'spinnaker', facets: 'true', type: 'thread' });
    const without = await search({ q: 'spinnaker' });

    const facets = {
      type: [
        { value: 'fact', count: 3 },
        { value: 'thread', count: 1 },
      ],
      channel: [
        { value: 'general', count: 2 },
        { value: 'persist', count: 1 },
      ],
    };
    expect([first.facets, second.facets]).toEqual([facets, facets]);
    expect(filtered.facets.type).toEqual([{ value: 'thread', count: 1 }]);
    expect(without).not.toHaveProperty('facets');
  });

  test('are ordered by their counts, then by their values', async () => {
    for (const channel of ['persist', 'general', 'persist', 'inquire', null, null, null])
      await addFact('yuzu', { channel });
    await ada.openThread('yuzu', 'general');
    await createWork(ada, { title: 'yuzu' });

    const { facets } = await search({ q: 'yuzu', facets: 'true' });

    expect(facets.channel.map(({ value, count }) => [value, count])).toEqual([
      ['general', 2],
      ['persist', 2],
      ['inquire', 1],
    ]);
    expect(facets.type.map(({ value, count }) => [value, count])).toEqual([
      ['fact', 7],
      ['thread', 1],
      ['work', 1],
    ]);
  });

  test('count successors that are shown for superseded facts', async () => {
    const old = await addFact('The bosun is Smith.');
    await addFact('The mate is Jones.', { supersede_id: old });

    const { count, facets } = await search({ q: 'bosun', facets: 'true' });

    expect([count, facets.type]).toEqual([2, [{ value: 'fact', count: 2 }]]);
  });
});
