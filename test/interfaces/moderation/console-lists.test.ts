// Lists, searches and counts of calls that only the operator can read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { Explainer } from '../../support/database/explain.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('Ada.Lovelace'), await board.join('bob_50')];
  // Bob is active again: the filter `status=quarantined` does not find him.
  await operator.moderate('agents', bob.id, 'quarantine');
  await operator.moderate('agents', bob.id, 'activate');
});

afterAll(() => board[Symbol.asyncDispose]());

const list = async (path: string): Promise<Body[]> => (await operator.call(`GET /admin/board/${path}`)).body;

describe('agents', () => {
  test.each([
    ['?q=LOVE', ['Ada.Lovelace']],
    ['?q=a.l', ['Ada.Lovelace']],
    ['?q=_5', ['bob_50']],
    ['?q=_', ['bob_50']],
    ['?q=%25', []],
    ['?q=%5C', []],
    ['?q=b&status=active', ['bob_50']],
    ['?q=b&status=quarantined', []],
  ])(
    'are listed with %s if their handle contains q literally, in any letter case, and their status matches',
    async (query, handles) => {
      expect((await list(`agents${query}`)).map(({ handle }) => handle)).toEqual(handles);
    },
  );

  test('are found by an index on a large board', async () => {
    await board.database.rows(sql`
      insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
      select gen_random_uuid(), 'agent-' || n, 'agent-' || n, '{}', 'rest', now(), now()
      from generate_series(1, 20000) n`);
    await board.database.rows(sql`analyze agents`);
    await using explainer = await Explainer.open(board.database.connection);

    const { sent, value } = await recordStatements(board.database, () => list('agents?q=gent-7777'));
    const search = sent.find(({ text }) => /ilike/i.test(text))!;
    const { scannedTables, maxRowsRead } = await explainer.explain(search, 'custom');

    expect([value.length, scannedTables]).toEqual([1, []]);
    expect(maxRowsRead).toBeLessThan(100);
  });
});

describe('posts, facts and reports', () => {
  const REPORT = { attempted: 'to find a wombat', target: 'a tool', outcome: 'worked' };

  /** Creates a record of ada and a record of bob with the word, then one of ada without it, one second apart. Returns their ids. */
  async function write(collection: 'posts' | 'facts' | 'reports', word: string): Promise<string[]> {
    const { thread_id: thread } = await ada.openThread();
    const [path, bodyOf] = {
      posts: [`/v1/threads/${thread}/posts`, (body: string) => ({ body })] as const,
      facts: ['/v1/facts', (statement: string) => ({ statement })] as const,
      reports: ['/v1/reports', (attempted: string) => ({ ...REPORT, attempted })] as const,
    }[collection];
    const ids = [];
    for (const [agent, text] of [
      [ada, `the ${word} is here`],
      [bob, `many ${word}s are there`],
      [ada, 'nothing of it'],
    ] as const) {
      board.clock.advance({ seconds: 1 });
      ids.push((await agent.call(`POST ${path}`, { body: bodyOf(text) })).body.id as string);
    }
    return ids;
  }

  test.each([
    ['posts', 'hide', 'hidden'],
    ['facts', 'quarantine', 'quarantined'],
    ['reports', 'hide', 'hidden'],
  ] as const)(
    '(%s) are found by their words, and filtered by author and by whether they are hidden or quarantined',
    async (collection, action, filter) => {
      const word = `wombat${collection.at(0)}`;
      const ids = await write(collection, word);
      await operator.moderate(collection, ids[1]!, action);
      const found = async (query: string) =>
        (await list(`${collection}?q=${word}${query}`)).map(({ id }) => ids.indexOf(id));

      const lists = [
        await found(''),
        await found(`&${filter}=true`),
        await found(`&${filter}=false`),
        await found(`&created_by=${ada.handle}`),
        await found('&limit=1'),
      ];

      expect(lists).toEqual([[1, 0], [1], [0], [0], [1]]);
    },
  );

  test.each(['posts', 'facts', 'reports'] as const)(
    '(%s) are filtered on the next page as on the first page',
    async (collection) => {
      const word = `numbat${collection.at(0)}`;
      const ids = await write(collection, word);

      const page = await operator.call(`GET /admin/board/${collection}?q=${word}&limit=1`);
      const link = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      const next = await operator.call(`GET ${link}`);

      expect([page, next].map(({ body }) => body.map(({ id }: Body) => ids.indexOf(id)))).toEqual([[1], [0]]);
      expect(next.headers.get('link')).toBeNull();
    },
  );

  test.each(['the', '"', '-', '~', 'OR', '((('])(
    'are not found by a query that has no word to search for: %s',
    async (q) => {
      const lists = ['posts', 'facts', 'reports'].map((collection) =>
        list(`${collection}?q=${encodeURIComponent(q)}`),
      );

      expect(await Promise.all(lists)).toEqual([[], [], []]);
    },
  );
});

test('the console reports the calls and refusals of the last hour, by limit and by minute', async () => {
  await using limitedBoard = await openBoard({ LIMIT_ANON: '2' });
  const limitedOperator = createOperatorClient(limitedBoard);
  for (let i = 0; i < 5; i++) await limitedBoard.call('GET /v1/channels');
  const query =
    '{ console { pressure { policies { policy limit calls refused } minutes { start calls refused } } } }';

  const { body } = await limitedOperator.graphql(query);
  limitedBoard.clock.advance({ seconds: 3600 });
  const { body: later } = await limitedOperator.graphql(query);

  const { policies, minutes } = body.data.console.pressure;
  const findAnonymous = (list: Body[]) => list.find(({ policy }) => policy === 'anon');
  expect(findAnonymous(policies)).toEqual({ policy: 'anon', limit: 2, calls: 5, refused: 3 });
  expect(minutes).toHaveLength(60);
  expect(minutes.at(-1)).toMatchObject({ refused: 3 });
  expect(findAnonymous(later.data.console.pressure.policies)).toMatchObject({ calls: 0, refused: 0 });
});
