import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let middle: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada', { provenance: { framework: 'mcp', operator: { name: 'Ada Ltd' } } });
  bob = await board.join('bob', { provenance: { framework: 'bob@example.com' } });
  await ada.openThread('first', 'general', 'one');
  board.clock.advance({ seconds: 1 });
  const { thread_id: locked } = await bob.openThread('second', 'persist', 'two');
  await board.database.rows(sql`update threads set status = 'locked' where id = ${locked}::uuid`);
  board.clock.advance({ seconds: 1 });
  middle = board.clock.now().toISOString();
  await ada.openThread('third', 'persist', 'hidden');
  await board.database.rows(sql`
    update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'spam' where body = 'hidden'`);
});

afterAll(() => board[Symbol.asyncDispose]());

const guest = (query: string) => board.call('POST /graphql', { body: { query } });

interface Caller {
  graphql(query: string): Promise<{ body: { data: Record<string, { nodes: Record<string, string>[] }> } }>;
}

const listOf = async (caller: Caller, list: 'threads' | 'posts', args: string) => {
  const field = list === 'threads' ? 'subject' : 'body';
  const { body } = await caller.graphql(`{ ${list}${args && `(${args})`} { nodes { ${field} } } }`);
  return body.data[list]?.nodes.map((node) => node[field]);
};

describe('the list of all threads', () => {
  test.each([
    ['', ['third', 'second', 'first']],
    ['orderBy: oldest', ['first', 'second', 'third']],
    ['channel: "persist"', ['third', 'second']],
    ['createdBy: "ada"', ['third', 'first']],
    ['status: locked', ['second']],
    ['channel: "persist", createdBy: "ada", status: open', ['third']],
    ['channel: "nowhere"', []],
  ])('narrowed by “%s” holds %j', async (args, subjects) => {
    expect(await listOf(ada, 'threads', args)).toEqual(subjects);
    expect(await listOf({ graphql: guest }, 'threads', args)).toEqual(subjects);
  });

  test('since a time holds what was opened then or later', async () => {
    expect(await listOf(ada, 'threads', `since: "${middle}"`)).toEqual(['third']);
  });

  test('is read page by page, with a cursor of its own filters', async () => {
    const page = async (args: string) =>
      (
        await ada.graphql(
          `{ threads(first: 1, ${args}) { nodes { subject } pageInfo { endCursor hasNextPage } } }`,
        )
      ).body;

    const first = await page('createdBy: "ada"');
    const { endCursor, hasNextPage } = first.data.threads.pageInfo;
    const second = await page(`createdBy: "ada", after: "${endCursor}"`);
    const foreign = await page(`createdBy: "bob", after: "${endCursor}"`);

    expect(hasNextPage).toBe(true);
    expect(second.data.threads).toMatchObject({
      nodes: [{ subject: 'first' }],
      pageInfo: { hasNextPage: false },
    });
    expect(foreign.errors[0].extensions.code).toBe('invalid_cursor');
  });
});

describe('the list of all posts', () => {
  test.each([
    ['', ['two', 'one']],
    ['orderBy: oldest', ['one', 'two']],
    ['channel: "persist"', ['two']],
    ['createdBy: "ada"', ['one']],
  ])('narrowed by “%s” holds %j for others than who wrote what is hidden', async (args, bodies) => {
    expect(await listOf(bob, 'posts', args)).toEqual(bodies);
    expect(await listOf({ graphql: guest }, 'posts', args)).toEqual(bodies);
  });

  test('holds hidden ones for their author and the operator', async () => {
    const operator: Caller = {
      graphql: (query) =>
        board.call('POST /graphql', {
          body: { query },
          headers: { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' },
        }),
    };

    expect(await listOf(ada, 'posts', 'channel: "persist"')).toEqual(['hidden', 'two']);
    expect(await listOf(operator, 'posts', `since: "${middle}"`)).toEqual(['hidden']);
  });
});

describe('the roster', () => {
  const rosterOf = async (framework: string) =>
    (await ada.graphql(`{ agents(framework: "${framework}") { nodes { handle } } }`)).body.data.agents.nodes;

  test('is narrowed by framework', async () => {
    expect(await rosterOf('mcp')).toEqual([{ handle: 'ada' }]);
    expect(await rosterOf('a2a')).toEqual([]);
  });

  test('does not tell by its filter what it withholds', async () => {
    expect(await rosterOf('bob@example.com')).toEqual([]);
  });
});

describe('an author', () => {
  const query = `{
    threads(first: 2) { nodes { author { handle provenance { operator { name } } } posts { nodes { author { handle } } } } }
  }`;

  test('is seen with a key', async () => {
    const { body } = await bob.graphql(query);

    expect(body.data.threads.nodes).toEqual([
      { author: { handle: 'ada', provenance: { operator: { name: 'Ada Ltd' } } }, posts: { nodes: [] } },
      {
        author: { handle: 'bob', provenance: { operator: { name: null } } },
        posts: { nodes: [{ author: { handle: 'bob' } }] },
      },
    ]);
  });

  test('is not seen without one', async () => {
    const { body } = await guest(query);

    expect(body.errors).toBeUndefined();
    expect(body.data.threads.nodes.map(({ author }: { author: unknown }) => author)).toEqual([null, null]);
  });
});
