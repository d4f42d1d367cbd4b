import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertText } from '../../support/records/insert-texts.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const stamp = () => ({ at: board.clock.now(), by: 'ada' });

const requestSearch = (query: Readonly<Record<string, string>>) =>
  ada.call(`GET /v1/search?${new URLSearchParams(query).toString()}`);

const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

/** Reads every page, and runs `betweenPages` between two pages. */
async function readAll(query: Readonly<Record<string, string>>, betweenPages = () => Promise.resolve()) {
  const pages = [(await requestSearch(query)).body];
  // A search that repeated its hits would have no last page.
  while (pages.at(-1).next_cursor && pages.length < 30) {
    await betweenPages();
    pages.push((await requestSearch({ ...query, cursor: pages.at(-1).next_cursor })).body);
  }
  return {
    ids: pages.flatMap(idsOf),
    counts: pages.map(({ count }) => count),
    modes: pages.map(({ mode }) => mode),
  };
}

describe('pages of a search', () => {
  test('neither repeat nor skip hits of equal rank while new records are written', async () => {
    const posts: string[] = [];
    for (let i = 0; i < 17; i++) posts.push(await insertText.post(board.database, 'flywheel', stamp()));
    const betweenPages = async () => {
      await insertText.post(board.database, 'flywheel flywheel', stamp());
      board.clock.advance({ days: 3 });
    };

    const { ids, counts } = await readAll({ q: 'flywheel', limit: '4' }, betweenPages);

    expect(ids.toSorted()).toEqual(posts.toSorted());
    expect(counts).toEqual(Array(5).fill(17));
  });

  test('follow each other although the corrected query is longer than a cursor may be', async () => {
    // NFKC makes five letters of U+3316, and the query has each pair of neighbours.
    const lengths = '\u3316あ'.repeat(90);
    const posts: string[] = [];
    for (let i = 0; i < 3; i++)
      posts.push(await insertText.post(board.database, `${lengths} turbine`, stamp()));

    const { ids, modes } = await readAll({ q: `${lengths} turbnie`, limit: '1' });

    expect(ids.toSorted()).toEqual(posts.toSorted());
    expect(modes).toEqual(['fuzzy', 'fuzzy', 'fuzzy']);
  });

  test('may have cursors of more than 400 characters, which contain the corrected query', async () => {
    const words =
      'compressor.condenser evaporator/thermostat manometer.hygrometer anemometer.barometer alti.meter';
    const parts = `${words} turbo.prop flow-meter heat.pump lock.washer bolt.circle`;
    for (let i = 0; i < 2; i++) await insertText.post(board.database, `${parts} alternator`, stamp());
    const search = async (after: string) => {
      const query = `{ search(q: "${parts} alternatro", first: 1${after}) { mode edges { cursor } } }`;
      return (await ada.graphql(query)).body.data.search;
    };

    const { mode, edges } = await search('');
    const next = await search(`, after: "${edges[0].cursor}"`);

    expect([mode, next.mode, next.edges.length]).toEqual(['fuzzy', 'fuzzy', 1]);
    expect(edges[0].cursor.length).toBeGreaterThan(400);
  });

  test('continue to match an identifier as it is written, although a new search would also match its separate words', async () => {
    for (let i = 0; i < 3; i++) await insertText.post(board.database, 'gear.box', stamp());
    const other = await insertText.post(board.database, 'gear box', stamp());
    const setHidden = (at: Date | null) =>
      board.database.rows(sql`update posts set hidden_at = ${at} where id = ${other}::uuid`);
    await setHidden(board.clock.now());

    const { counts, modes } = await readAll({ q: 'gear.box', limit: '2' }, async () => {
      await setHidden(null);
    });
    const { body: again } = await requestSearch({ q: 'gear.box' });

    expect([counts, modes]).toEqual([Array(2).fill(3), Array(2).fill('exact')]);
    expect(again.count).toBe(4);
  });

  test('continue a fuzzy search as fuzzy, although new records match exactly', async () => {
    for (let i = 0; i < 5; i++) await insertText.post(board.database, 'crankshaft', stamp());
    const betweenPages = async () => {
      await insertText.post(board.database, 'crankshfat', stamp());
    };

    const { ids, modes } = await readAll({ q: 'crankshfat', limit: '2' }, betweenPages);

    expect([new Set(ids).size, modes]).toEqual([5, Array(3).fill('fuzzy')]);
  });

  test('continue to match at least half of the words, although new records have all of them', async () => {
    for (let i = 0; i < 5; i++) await insertText.post(board.database, 'a piston rod of brass', stamp());
    const betweenPages = async () => {
      await insertText.post(board.database, 'piston rod brass zyxgrommet', stamp());
    };

    const { ids, modes } = await readAll({ q: 'piston rod brass zyxgrommet', limit: '2' }, betweenPages);

    expect([new Set(ids).size, modes]).toEqual([5, Array(3).fill('fuzzy')]);
  });

  test('contain at most the newest 200 hits, best first', async () => {
    const oldest = await insertText.thread(board.database, 'camshaft', stamp());
    await board.database.rows(sql`
      insert into threads (id, channel_slug, subject, created_by, via, created_at)
      select gen_random_uuid(), 'general', 'one camshaft of ' || n || ' with further parts', 'ada', 'rest', ${board.clock.now()}
      from generate_series(1, 310) n`);
    const best = await insertText.thread(board.database, 'camshaft', stamp());
    await board.database.rows(sql`update threads set status = 'locked' where id = ${oldest}::uuid`);

    const { ids, counts } = await readAll({ q: 'camshaft' });
    // A filter by status examines the newest 1 000 matches.
    const locked = await requestSearch({ q: 'camshaft', status: 'locked' });
    const totals = await ada.graphql('{ search(q: "camshaft") { totalCount totalCountIsExact } }');

    expect([counts[0], ids.length, new Set(ids).size, ids[0]]).toEqual([200, 200, 200, best]);
    expect(ids).not.toContain(oldest);
    expect(idsOf(locked.body)).toEqual([oldest]);
    expect(totals.body.data.search).toEqual({ totalCount: 200, totalCountIsExact: false });
  });

  test('accept a cursor only with the same query and filters', async () => {
    for (let i = 0; i < 3; i++) await insertText.post(board.database, 'tappet and valve', stamp());
    const { next_cursor: cursor } = (await requestSearch({ q: 'tappet', limit: '1' })).body;

    const replies = await Promise.all([
      requestSearch({ q: 'valve', limit: '1', cursor }),
      requestSearch({ q: 'tappet', type: 'post', cursor }),
      requestSearch({ q: 'tappet', created_by: 'ada', cursor }),
      requestSearch({ q: 'tappet', channel: 'general', cursor }),
      requestSearch({ q: 'tappet', since: '1999-01-01T00:00:00Z', cursor }),
      requestSearch({ q: 'tappet', until: '2999-01-01T00:00:00Z', cursor }),
      requestSearch({ q: 'tappet', status: 'current', cursor }),
      requestSearch({ q: 'tappet', cursor: `${cursor}x` }),
      requestSearch({ q: 'tappet', limit: '2', cursor }),
    ]);

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      ...Array.from({ length: 8 }, () => [422, 'invalid_cursor']),
      [200, undefined],
    ]);
  });
});

test('a search for a page of 50 costs at most 147 points, and a document of 90 searches is too complex', async () => {
  const document = (first: number) => `{ search(q: "boiler", first: ${first}) { nodes { record { id } } } }`;

  const single = await board.call('POST /graphql', { body: { query: document(50) } });
  const many = await board.call('POST /graphql', {
    body: {
      query: `{ ${Array.from({ length: 90 }, (_, i) => `a${i}: search(q: "boiler") { nodes { record { id } } }`).join(' ')} }`,
    },
  });

  expect(single.body.extensions.cost.requested).toBe(147);
  expect(many.body.errors[0].extensions.code).toBe('query_too_complex');
});

test('a search finds the oldest of thousands of records', async () => {
  await using otherBoard = await openBoard();
  const bob = await otherBoard.join('bob');
  const at = otherBoard.clock.now();
  const first = await insertText.thread(otherBoard.database, 'sextant', { at, by: 'bob' });
  for (let chunk = 0; chunk < 3; chunk++) {
    await otherBoard.database.rows(sql`
      insert into threads (id, channel_slug, subject, created_by, via, created_at)
      select gen_random_uuid(), 'general', 'compass ' || case when n % 7 = 0 then 'rose' else 'needle' end, 'bob', 'rest', ${at}
      from generate_series(1, 3000) n`);
  }

  const found = await Promise.all(
    ['sextant', 'rose', 'compass -needle', 'sextant OR rose', 'compass'].map(
      async (q) => (await bob.call(`GET /v1/search?q=${encodeURIComponent(q)}&limit=1`)).body,
    ),
  );

  expect(found.map(({ count }) => count)).toEqual([1, 200, 200, 200, 200]);
  expect(idsOf(found[0])).toEqual([first]);
});
