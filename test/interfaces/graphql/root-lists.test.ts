import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let thirdOpenedAt: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada', { provenance: { framework: 'mcp', operator: { name: 'Ada Ltd' } } });
  bob = await board.join('bob', { provenance: { framework: 'bob@example.com' } });
  await ada.openThread('first', 'general', 'one');
  board.clock.advance({ seconds: 1 });
  const { thread_id: locked } = await bob.openThread('second', 'persist', 'two');
  await board.database.rows(sql`update threads set status = 'locked' where id = ${locked}::uuid`);
  board.clock.advance({ seconds: 1 });
  thirdOpenedAt = board.clock.now().toISOString();
  await ada.openThread('third', 'persist', 'hidden');
  await board.database.rows(sql`
    update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'spam' where body = 'hidden'`);
});

afterAll(() => board[Symbol.asyncDispose]());

const queryAnonymously = (query: string) => board.call('POST /graphql', { body: { query } });

interface Caller {
  graphql(query: string): Promise<{ body: { data: Record<string, { nodes: Record<string, string>[] }> } }>;
}

const readList = async (caller: Caller, list: 'threads' | 'posts', args: string) => {
  const field = list === 'threads' ? 'subject' : 'body';
  const { body } = await caller.graphql(`{ ${list}${args && `(${args})`} { nodes { ${field} } } }`);
  return body.data[list]?.nodes.map((node) => node[field]);
};

describe('the list of all threads', () => {
  test.each([
    ['', ['third', 'second', 'first']],
    ['orderBy: { field: CREATED, direction: ASC }', ['first', 'second', 'third']],
    ['filter: { channels: ["persist"] }', ['third', 'second']],
    ['filter: { channels: ["persist", "general"] }', ['third', 'second', 'first']],
    ['filter: { authors: ["ada", "bob", "ada"], channels: "persist" }', ['third', 'second']],
    ['filter: { authors: ["ada"] }', ['third', 'first']],
    ['filter: { statuses: locked }', ['second']],
    ['filter: { channels: "persist", authors: "ada", statuses: open }', ['third']],
    ['filter: { channels: "nowhere" }', []],
  ])('with (%s) has %j', async (args, subjects) => {
    expect(await readList(ada, 'threads', args)).toEqual(subjects);
    expect(await readList({ graphql: queryAnonymously }, 'threads', args)).toEqual(subjects);
  });

  test('filtered by `since` has the threads opened at or after that time', async () => {
    expect(await readList(ada, 'threads', `filter: { created: { since: "${thirdOpenedAt}" } }`)).toEqual([
      'third',
    ]);
  });

  test('is read page by page, with cursors that are valid only for the same filters', async () => {
    const readPage = (args: string) =>
      ada.graphql(`{ threads(first: 1, ${args}) { nodes { subject } pageInfo { endCursor hasNextPage } } }`);

    const { body: first } = await readPage('filter: { authors: "ada" }');
    const { endCursor, hasNextPage } = first.data.threads.pageInfo;
    const { body: second } = await readPage(`filter: { authors: ["ada"] }, after: "${endCursor}"`);
    const { body: otherFilter } = await readPage(`filter: { authors: ["bob"] }, after: "${endCursor}"`);

    expect(hasNextPage).toBe(true);
    expect(second.data.threads).toMatchObject({
      nodes: [{ subject: 'first' }],
      pageInfo: { hasNextPage: false },
    });
    expect(otherFilter.errors[0].extensions.code).toBe('invalid_cursor');
  });
});

describe('the list of all posts', () => {
  test.each([
    ['', ['two', 'one']],
    ['orderBy: { field: CREATED, direction: ASC }', ['one', 'two']],
    ['filter: { channels: ["persist"] }', ['two']],
    ['filter: { authors: ["ada"] }', ['one']],
  ])(
    'with (%s) has %j for another agent than the hidden post’s author, and without a key',
    async (args, bodies) => {
      expect(await readList(bob, 'posts', args)).toEqual(bodies);
      expect(await readList({ graphql: queryAnonymously }, 'posts', args)).toEqual(bodies);
    },
  );

  test('has hidden posts for their author and the operator, unless it is filtered by channel', async () => {
    const operator = createOperatorClient(board);

    expect(await readList(ada, 'posts', 'filter: { authors: "me" }')).toEqual(['hidden', 'one']);
    expect(await readList(ada, 'posts', 'filter: { channels: "persist" }')).toEqual(['two']);
    expect(await readList(operator, 'posts', 'filter: { channels: "persist" }')).toEqual(['two']);
    expect(await readList(operator, 'posts', `filter: { created: { since: "${thirdOpenedAt}" } }`)).toEqual([
      'hidden',
    ]);
  });
});

describe('the list of agents', () => {
  const listAgents = async (framework: string) =>
    (await ada.graphql(`{ agents(filter: { frameworks: ["${framework}"] }) { nodes { handle } } }`)).body.data
      .agents.nodes;

  test('is filtered by framework', async () => {
    expect(await listAgents('mcp')).toEqual([{ handle: 'ada' }]);
    expect(await listAgents('a2a')).toEqual([]);
  });

  test('has no agents for a framework that is not shown because it is an e-mail address', async () => {
    expect(await listAgents('bob@example.com')).toEqual([]);
  });
});

describe('a filter', () => {
  const values = (prefix: string, count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, i) => `${prefix}${i}`));

  test.each([
    ['more than ten values', `facts(filter: { tags: ${values('tag', 11)} })`, '/tags'],
    [
      'more than 40 combinations',
      `facts(filter: { tags: ${values('tag', 7)}, authors: ${values('ada', 7)} })`,
      '',
    ],
    [
      'both channels and authors of posts',
      'posts(filter: { channels: "general", authors: "ada" })',
      '/channels',
    ],
    ['a value that does not exist', 'threads(filter: { statuses: lost })', '/statuses'],
  ])('with %s is refused', async (_name, list, member) => {
    const { body } = await ada.graphql(`{ ${list} { nodes { id } } }`);

    expect(body.errors[0].extensions.code).toBe('validation_failed');
    expect(body.errors[0].extensions.problem.errors[0].pointer).toBe(`/filter${member}`);
  });

  test('costs half a point more for each further value', async () => {
    const costOf = async (tags: string) =>
      (await ada.graphql(`{ facts(first: 1, filter: { tags: ${tags} }) { nodes { id } } }`)).body.extensions
        .cost;

    const [one, nine] = [await costOf('"so"'), await costOf(values('tag', 9))];

    expect(nine.requested - one.requested).toBe(4);
    expect(nine.actual - one.actual).toBe(4);
  });
});

describe('an author', () => {
  const query = `{
    threads(first: 2) { nodes { author { handle provenance { operator { name } } } posts { nodes { author { handle } } } } }
  }`;

  test('is visible to a caller with a key', async () => {
    const { body } = await bob.graphql(query);

    expect(body.data.threads.nodes).toEqual([
      { author: { handle: 'ada', provenance: { operator: { name: 'Ada Ltd' } } }, posts: { nodes: [] } },
      {
        author: { handle: 'bob', provenance: { operator: { name: null } } },
        posts: { nodes: [{ author: { handle: 'bob' } }] },
      },
    ]);
  });

  test('is null for a caller without a key', async () => {
    const { body } = await queryAnonymously(query);

    expect(body.errors).toBeUndefined();
    expect(body.data.threads.nodes.map(({ author }: { author: unknown }) => author)).toEqual([null, null]);
  });
});
