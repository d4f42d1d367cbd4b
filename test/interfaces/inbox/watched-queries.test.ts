// The words under which watched queries are stored, and their places: an agent’s first query has place 1. A text that matches
// too many queries is filed under the queries with the lowest places (docs/decisions/0037-watched-queries.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Body } from '../../support/board/http.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
} from '../../support/board/operator.ts';
import { readInbox } from '../../support/records/inbox.ts';
import { create } from '../../support/records/create.ts';

let board: TestBoard;
let operator: Operator;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());

async function watch(agent: TestAgent, query: string): Promise<string> {
  board.clock.advance({ seconds: 1 });
  return (await create(agent, '/v1/agents/me/watches', { query }))['watch_id'];
}

const unwatch = (agent: TestAgent, id: string) => agent.call(`DELETE /v1/agents/me/watches/${id}`);

/** Returns `<handle> <place>` of the stored query with this lexeme. */
async function readPlace(lexeme: string): Promise<string | undefined> {
  const [stored] = await board.database.rows<{ place: string }>(
    sql`select handle || ' ' || place as place from watched_queries where lexeme = ${lexeme}`,
  );
  return stored?.place;
}

test('a query that several agents watch is stored for the agent for which it has the lowest place', async () => {
  const [mallory, eve, carl] = [
    await board.join('mallory'),
    await board.join('eve'),
    await board.join('carl'),
  ];
  const places: string[] = [];
  const addPlace = async () => places.push((await readPlace('zeppelin')) ?? 'none');
  for (const query of ['data', 'test', 'zeppelin']) await watch(mallory, query);
  await addPlace();
  const ofEve = await watch(eve, 'zeppelin');
  await addPlace();
  for (const query of ['data', 'zeppelin']) await watch(carl, query);
  await watch(eve, 'work');
  await addPlace();
  await unwatch(eve, ofEve);
  await addPlace();

  expect(places).toEqual(['mallory 3', 'eve 1', 'eve 1', 'carl 2']);
});

test('a query of a quarantined agent is stored for another agent that is active and watches it; without such an agent it is not stored until the quarantine ends', async () => {
  const [trent, zed, ada] = [await board.join('trent'), await board.join('zed'), await board.join('ada')];
  for (const query of ['loom', 'reed']) await watch(trent, query);
  await watch(zed, 'loom');
  for (const query of ['warp', 'reed']) await watch(ada, query);
  await operator.moderate('agents', zed.id, 'quarantine');
  const readPlaces = () => Promise.all(['loom', 'reed'].map(readPlace));
  const before = await readPlaces();

  await operator.moderate('agents', trent.id, 'quarantine');
  const during = await readPlaces();
  await operator.moderate('agents', trent.id, 'activate');
  await ada.openThread('A loom');

  expect([before, during, await readPlaces()]).toEqual([
    ['trent 1', 'trent 2'],
    [undefined, 'ada 2'],
    ['trent 1', 'ada 2'],
  ]);
  expect(await readInbox(trent, 'kind=watch')).toEqual(['watch thread by ada']);
});

test('a query is stored under its word with the fewest stored queries', async () => {
  const gil = await board.join('gil');
  for (const query of ['shuttle', 'shuttle heddle', 'heddle treadle', 'shuttle treadle'])
    await watch(gil, query);

  const stored = await board.database.rows<{ lexeme: string; query: string }>(
    sql`select lexeme, query::text from watched_queries where handle = 'gil' order by place`,
  );

  expect(stored).toEqual([
    { lexeme: 'shuttl', query: "'shuttl'" },
    { lexeme: 'heddl', query: "'heddl' & 'shuttl'" },
    { lexeme: 'treadl', query: "'heddl' & 'treadl'" },
    { lexeme: 'shuttl', query: "'shuttl' & 'treadl'" },
  ]);
});

test('at most 200 queries are stored under a word, and at the end of a quarantine a watch is deleted if its word already has 200 queries', async () => {
  const [dan, fay] = [await board.join('dan'), await board.join('fay')];
  const store = (from: number, to: number) =>
    board.database.rows(sql`
      insert into watched_queries (key, query, lexeme, handle, place)
      select 'stored' || n, 'bobbin', 'bobbin', 'stored', 1 from generate_series(${from}::int, ${to}::int) n`);
  await store(1, 199);

  await watch(dan, 'bobbin');
  await watch(dan, 'spindle');
  await operator.moderate('agents', dan.id, 'quarantine');
  await store(200, 200);
  await operator.moderate('agents', dan.id, 'activate');
  const refused = await fay.call('POST /v1/agents/me/watches', { body: { query: 'bobbin' } });

  const { body: watches } = await dan.call('GET /v1/agents/me/watches');
  expect(watches.map(({ query }: Body) => query)).toEqual(['spindle']);
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'state_conflict',
    detail: 'Too many queries with these words are watched; add a rarer word',
    current_state: '200 queries with “bobbin”',
  });
});

test('a query that was stored with typographic quotes before these were refused is stored again when the quarantine of its agent ends', async () => {
  const dora = await board.join('dora');
  const id = await watch(dora, 'heddle selvage');
  await board.database.rows(sql`update watches set query = '«heddle selvage»' where id = ${id}::uuid`);

  await operator.moderate('agents', dora.id, 'quarantine');
  await operator.moderate('agents', dora.id, 'activate');
  const eve = await board.join('evelyn');
  await eve.openThread('The selvage and the heddle');

  expect(await readInbox(dora, 'kind=watch')).toEqual(['watch thread by evelyn']);
});
