// The number of records of a connection: `totalCount`, exact up to 10 000.
import { getNamedType, type GraphQLObjectType, isObjectType, isRequiredArgument } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { COUNTED_ALONE } from '../../../schema/graphql/totals-only.ts';
import { schema } from '../../../schema/index.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { type RecordedStatement, recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** A thread with two visible posts and a hidden post of ada, and a post of bob. */
let thread: string;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  ({ thread_id: thread } = await ada.openThread('first', 'general'));
  for (const body of ['one', 'two', 'hidden']) await ada.post(thread, body);
  await bob.post(thread, 'three');
  await bob.openThread('second', 'general');
  await board.database.rows(sql`update posts set hidden_at = created_at where body = 'hidden'`);
  for (const target of ['a', 'b', 'b']) {
    const report = { attempted: 'to see', target, outcome: 'worked', thread_id: thread };
    const observed_at = board.clock.now().toISOString();
    await ada.call('POST /v1/reports', { body: { ...report, observed_at } });
  }
});

afterAll(() => board[Symbol.asyncDispose]());

const COUNT = '{ totalCount totalCountIsExact }';

/** Whether a statement counts records. Shared reads also count the rows of the log of changes. */
const isCount = ({ text }: RecordedStatement): boolean =>
  text.includes('count(') && !text.includes('from changes');

async function countOf(list: string, caller: Pick<TestAgent, 'graphql'> = ada): Promise<number> {
  const { body } = await caller.graphql(`{ list: ${list} ${COUNT} }`);
  expect(body.errors).toBeUndefined();
  expect(body.data.list.totalCountIsExact).toBe(true);
  return body.data.list.totalCount;
}

describe('the total of a list', () => {
  test.each([
    ['threads(first: 1)', 2],
    ['threads(filter: { authors: ["bob"] })', 1],
    ['threads(filter: { channels: ["inquire"] })', 0],
    ['reports(filter: { targets: ["b"], outcomes: [worked, failed] })', 2],
    ['targets(first: 1)', 2],
    ['targets(filter: { targets: ["B"] })', 1],
    ['targets(filter: { targets: ["c"] })', 0],
    ['agents', 2],
    ['recent(filter: { types: [thread, report] })', 5],
    ['recent(filter: { types: [post] })', 3],
    ['tasks', 3],
    ['channels', 4],
  ])('(%s) is %i, for any length of the page and with the filters of the list', async (list, total) => {
    expect(await countOf(list)).toBe(total);
  });

  test('includes hidden records for their author and the operator only', async () => {
    const ofThread = async (caller: Pick<TestAgent, 'graphql'>): Promise<Body> =>
      (await caller.graphql(`{ thread(id: "${thread}") { posts ${COUNT} } }`)).body.data.thread.posts;
    const anonymous = { graphql: (query: string) => board.call('POST /graphql', { body: { query } }) };

    expect(await countOf('posts', ada)).toBe(4);
    expect(await countOf('posts', bob)).toBe(3);
    expect(await countOf('posts', createOperatorClient(board) as never)).toBe(4);
    expect([await ofThread(ada), await ofThread(bob), await ofThread(anonymous as never)]).toEqual(
      [4, 3, 3].map((totalCount) => ({ totalCount, totalCountIsExact: true })),
    );
  });

  test('is counted for lists of the console', async () => {
    const query = `{ console { agents(filter: { q: "ad" }) ${COUNT} audit ${COUNT} } }`;

    const { body } = await createOperatorClient(board).graphql(query);

    expect(body.data.console).toEqual({
      agents: { totalCount: 1, totalCountIsExact: true },
      audit: { totalCount: 0, totalCountIsExact: true },
    });
  });

  test('takes one statement for the lists of any number of parents', async () => {
    const query = `{ channels { nodes { slug threads(first: 1) ${COUNT} } } }`;

    const { sent, value } = await recordStatements(board.database, () => ada.graphql(query));

    expect(sent.filter(isCount)).toHaveLength(1);
    const totals = value.body.data.channels.nodes.map(({ slug, threads }: Body) => [
      slug,
      threads.totalCount,
    ]);
    expect(Object.fromEntries(totals)).toMatchObject({ general: 2, inquire: 0 });
  });

  test('is not counted unless it is selected', async () => {
    const query = '{ threads { nodes { id } } posts { pageInfo { hasNextPage } } }';

    const { sent } = await recordStatements(board.database, () => ada.graphql(query));

    expect(sent.filter(isCount)).toEqual([]);
  });
});

describe('the total of a long list', () => {
  // A separate board: the other tests count all records.
  let longBoard: TestBoard;
  let cara: TestAgent;
  beforeAll(async () => {
    longBoard = await openBoard();
    cara = await longBoard.join('cara');
  });
  afterAll(() => longBoard[Symbol.asyncDispose]());
  const insertRows = (statement: string) => insertWithoutTriggers(longBoard, statement);

  test('is exact up to 10 000, and 10 000 for longer lists', async () => {
    const { thread_id: id } = await cara.openThread('long', 'persist');
    const addPosts = (from: number, to: number) =>
      insertRows(`
        insert into posts (id, thread_id, seq, body, created_by, via, created_at)
        select gen_random_uuid(), '${id}', i, 'a post', 'cara', 'rest', now() from generate_series(${from}, ${to}) i`);
    const count = async () =>
      (await cara.graphql(`{ thread(id: "${id}") { posts(first: 1) ${COUNT} } }`)).body.data.thread.posts;

    await addPosts(1, 10_000);
    const exact = await count();
    await addPosts(10_001, 10_001);
    const inexact = await count();

    expect([exact, inexact]).toEqual(
      [true, false].map((isExact) => ({ totalCount: 10_000, totalCountIsExact: isExact })),
    );
  });

  test('with a filter that has no index counts matches among the first 10 000 records only', async () => {
    await insertRows(`
      insert into threads (id, channel_slug, subject, status, created_by, via, created_at)
      select gen_random_uuid(), 'persist', 'a thread', (case when i % 100 = 1 then 'locked' else 'open' end)::"ThreadStatus",
        'cara', 'rest', now() + i * interval '1 ms'
      from generate_series(1, 20000) i`);

    const { body } = await cara.graphql(
      `{ threads(filter: { channels: "persist", statuses: locked }, first: 1) ${COUNT} }`,
    );

    expect(body.data.threads).toEqual({ totalCount: 100, totalCountIsExact: false });
  });

  test('reads the records of a target once, however many spellings of it a filter has', async () => {
    const { thread_id: id } = await cara.openThread('reports', 'persist');
    await insertRows(`
      insert into reports (id, attempted, target, outcome, observed_at, stale_at, thread_id, created_by, via, created_at)
      select gen_random_uuid(), 'to see', 'Redis', 'worked', now(), now(), '${id}', 'cara', 'rest', now()
      from generate_series(1, 6000)`);

    const { body } = await cara.graphql(
      `{ reports(filter: { targets: ["Redis", "redis", "REDIS"] }, first: 1) ${COUNT} }`,
    );

    expect(body.data.reports).toEqual({ totalCount: 6000, totalCountIsExact: true });
  });
});

/** Inserts rows without their triggers, which take seconds. */
async function insertWithoutTriggers({ database }: TestBoard, statement: string): Promise<void> {
  const client = new Client(database.connection);
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; ${statement}`);
  } finally {
    await client.end();
  }
}

describe('the cost of a total', () => {
  const costOf = async (selection: string) => {
    const { body } = await ada.graphql(`{ channels(first: 1) { ${selection} } }`);
    return body.extensions.cost as { requested: number; actual: number };
  };

  test('is reserved for 10 000 records, and charged for the counted records', async () => {
    const [without, total] = [await costOf('nodes { id }'), await costOf('nodes { id } totalCount')];

    expect(total.requested - without.requested).toBe(60);
    expect(total.actual - without.actual).toBe(10);
  });

  test('is reserved once for `totalCount` and `totalCountIsExact` together, apart from 10 points for each field', async () => {
    const [total, both] = [await costOf('totalCount'), await costOf('totalCount totalCountIsExact')];

    expect(both.requested - total.requested).toBe(10);
  });

  test('does not contain the page if nothing else is selected', async () => {
    const { body } = await ada.graphql('{ facts { totalCount } }');

    expect(body.extensions.cost.requested).toBe(62);
    expect(body.extensions.cost.actual).toBe(12);
  });

  test('is less than 3200 points for three lists of each of 20 channels', async () => {
    const lists = ['threads', 'inquiries', 'facts'].map((name) => `${name} { totalCount }`).join(' ');

    const { body } = await ada.graphql(`{ channels(first: 20) { nodes { slug ${lists} } } }`);

    expect(body.errors).toBeUndefined();
    expect(body.extensions.cost.requested).toBeLessThan(3200);
  });
});

describe('a connection with only its total selected', () => {
  /** The fields of an object type that need no arguments and return a connection of `COUNTED_ALONE`. */
  const fieldsOf = (typeName: string): readonly string[] =>
    Object.values((schema.getType(typeName) as GraphQLObjectType).getFields())
      .filter(
        ({ type, args }) => COUNTED_ALONE.has(getNamedType(type).name) && !args.some(isRequiredArgument),
      )
      .map(({ name }) => name);
  const parents: readonly (readonly [string, (selection: string) => string])[] = [
    ['Query', (selection) => `{ ${selection} }`],
    ['Agent', (selection) => `{ agents(first: 1) { nodes { ${selection} } } }`],
    ['Channel', (selection) => `{ channels(first: 3) { nodes { ${selection} } } }`],
    ['Thread', (selection) => `{ threads(first: 3) { nodes { ${selection} } } }`],
    ['Post', (selection) => `{ posts(first: 1) { nodes { ${selection} } } }`],
    ['Report', (selection) => `{ reports(first: 3) { nodes { ${selection} } } }`],
    ['Console', (selection) => `{ console { ${selection} } }`],
  ];
  const cases = parents.flatMap(([type, write]) =>
    fieldsOf(type).map((field) => [type, field, write] as const),
  );

  test.each(cases)('(%s.%s) does not read its page', async (_type, field, write) => {
    const client = createOperatorClient(board);
    const send = async (selection: string) => {
      // Shared responses live for five seconds.
      board.clock.advance({ seconds: 6 });
      // Otherwise a timer stores when agents were last seen, possibly between the recorded statements.
      await board.app.lastSeen.flush();
      const { sent, value } = await recordStatements(board.database, () => client.graphql(write(selection)));
      expect(value.body.errors).toBeUndefined();
      return sent.length;
    };

    const without = await send('__typename');
    const total = await send(`${field} { total: totalCount __typename }`);
    const page = await send(`${field} { totalCount pageInfo { hasNextPage } }`);

    expect(total).toBe(without + 1);
    expect(page).toBeGreaterThan(total);
  });

  test('does not read its page, except for the connections whose resolvers do not all use `readPageRows`', () => {
    const counted = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && 'totalCount' in type.getFields())
      .map(({ name }) => name.replace('Connection', ''));

    expect(counted.filter((name) => !COUNTED_ALONE.has(`${name}Connection`)).toSorted()).toEqual([
      ...['Agent', 'AgentKey', 'Audit', 'Modlog', 'OperatorSession', 'Recent', 'SearchHit', 'Task', 'Watch'],
      ...['Webhook', 'WebhookDelivery', 'WorkEvent'],
    ]);
  });

  test('is recognized with directives and fragments, as in execution', async () => {
    const query = `query ($no: Boolean = false) { threads { ...Total nodes @include(if: $no) { id } } }
      fragment Total on ThreadConnection { totalCount edges @skip(if: true) { cursor } }`;

    const { body } = await ada.graphql(query);

    expect(Object.keys(body.data.threads)).toEqual(['totalCount']);
    expect(body.extensions.cost.requested).toBe(62);
  });
});
