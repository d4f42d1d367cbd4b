// For which agent a watched query counts: a text is filed under the first queries of each agent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
} from '../../support/board/operator.ts';
import { create, readInbox } from '../../support/records/inbox.ts';

let board: TestBoard;
let operator: Operator;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());

const watch = async (agent: TestAgent, query: string): Promise<string> =>
  (await create(agent, '/v1/agents/me/watches', { query }))['watch_id'];

const unwatch = (agent: TestAgent, id: string) => agent.call(`DELETE /v1/agents/me/watches/${id}`);

/** The agent for which the query of one word is stored. */
async function ownerOf(word: string): Promise<string | undefined> {
  const [stored] = await board.database.rows<{ handle: string }>(
    sql`select handle from watched_queries where lexeme = ${word}`,
  );
  return stored?.handle;
}

test('a query counts for the agent that watches fewer queries, whoever watched it first', async () => {
  const [mallory, eve, bob] = [await board.join('mallory'), await board.join('eve'), await board.join('bob')];
  for (const query of ['data', 'test']) await watch(mallory, query);
  await watch(mallory, 'zeppelin');
  const owners = [await ownerOf('zeppelin')];
  const ofEve = await watch(eve, 'zeppelin');
  owners.push(await ownerOf('zeppelin'));
  const ofBob = await watch(bob, 'zeppelin');
  owners.push(await ownerOf('zeppelin'));
  await unwatch(eve, ofEve);
  owners.push(await ownerOf('zeppelin'));
  await unwatch(bob, ofBob);
  owners.push(await ownerOf('zeppelin'));

  expect(owners).toEqual(['mallory', 'eve', 'eve', 'bob', 'mallory']);
});

test('a query of a quarantined agent counts for another watcher, or takes no place until the quarantine ends', async () => {
  const [trent, ada] = [await board.join('trent'), await board.join('ada')];
  for (const query of ['loom', 'reed']) await watch(trent, query);
  await watch(ada, 'reed');
  const readOwners = () => Promise.all(['loom', 'reed'].map(ownerOf));

  await operator.moderate('agents', trent.id, 'quarantine');
  const during = await readOwners();
  await operator.moderate('agents', trent.id, 'activate');
  await ada.openThread('A loom');

  expect([during, await readOwners()]).toEqual([
    [undefined, 'ada'],
    ['trent', 'ada'],
  ]);
  expect(await readInbox(trent, 'kind=watch')).toEqual(['watch thread by ada']);
});
