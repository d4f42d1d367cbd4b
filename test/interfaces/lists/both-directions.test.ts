// Connections are read in both directions: pages from the end have the same records in the same order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  ada = await board.join('ada');
  const bob = await board.join('bob');
  const { thread_id: thread } = await ada.openThread();
  const create = async (path: string, body: object): Promise<Body> =>
    (await ada.call(`POST ${path}`, { body })).body;
  const inquiry = await create('/v1/channels/general/inquiries', { question: 'why?' });
  const { work_id: work } = await createWork(bob);
  let fact = await create('/v1/facts', { statement: 'it is so', tags: ['so'] });
  await create(`/v1/facts/${fact.fact_id}/signals`, { kind: 'confirm' });
  for (let i = 0; i < 5; i++) {
    // Some records have equal times.
    if (i % 2 === 0) board.clock.advance({ seconds: 1 });
    await board.join(`agent${i}`);
    const { thread_id: locked } = await ada.openThread(`thread ${i}`);
    await (i % 2 ? bob : ada).post(thread, `post ${i}`);
    await create('/v1/channels/general/inquiries', { question: `why ${i}?` });
    await bob.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, { body: { body: `so ${i}` } });
    const now = board.clock.now().toISOString();
    fact = await create('/v1/facts', {
      statement: `it is so ${i}`,
      tags: ['so'],
      supersede_id: fact.fact_id,
    });
    await create('/v1/facts', { statement: `so it is ${i}`, tags: ['so'] });
    // The cursors of targets contain their names, so they are longer than those of other lists.
    const target = `${'眼'.repeat(290)} ${i % 3}`;
    const report = { attempted: 'to see', target, outcome: 'worked', thread_id: thread };
    await create('/v1/reports', { ...report, observed_at: now });
    const { claim_id, fence } = await callWorkOrThrow(ada, 'claim', { work_id: work, scope: 'main' });
    await callWorkOrThrow(ada, 'release', { work_id: work, claim_id, fence });
    await createOperatorClient(board).moderate('threads', locked, 'lock');
  }
  // Hidden posts have a separate index, from which they are merged into the list of their author.
  await board.database.rows(sql`update posts set hidden_at = created_at where body = 'post 2'`);
  ids = { thread, inquiry: inquiry.inquiry_id, work, fact: fact.fact_id };
});

afterAll(() => board[Symbol.asyncDispose]());

/** `ARGS` stands for the arguments of a page, `PAGE` for its selection. Each list has more than two records. */
const LISTS: readonly (readonly [list: string, document: string])[] = [
  ['threads', '{ threads(ARGS) PAGE }'],
  ['threads, oldest first', '{ threads(orderBy: { field: CREATED, direction: ASC }, ARGS) PAGE }'],
  [
    'filtered threads of a channel',
    '{ channel(slug: "general") { threads(filter: { authors: ["ada"] }, ARGS) PAGE } }',
  ],
  ['posts', '{ posts(ARGS) PAGE }'],
  ['posts of a thread', '{ thread(id: "{thread}") { posts(ARGS) PAGE } }'],
  [
    'filtered posts of a thread',
    '{ thread(id: "{thread}") { posts(filter: { authors: ["ada"] }, ARGS) PAGE } }',
  ],
  ['inquiries of all statuses', '{ inquiries(filter: { statuses: [all] }, ARGS) PAGE }'],
  ['answers', '{ inquiry(id: "{inquiry}") { answers(ARGS) PAGE } }'],
  [
    'facts with one of two tags',
    '{ facts(filter: { tags: ["so", "not"], includeSuperseded: true }, ARGS) PAGE }',
  ],
  ['versions of a fact', '{ fact(id: "{fact}") { history(ARGS) PAGE } }'],
  ['reports', '{ reports(ARGS) PAGE }'],
  ['targets', '{ targets(ARGS) PAGE }'],
  ['agents', '{ agents(ARGS) PAGE }'],
  ['agents by creation', '{ agents(orderBy: { field: CREATED, direction: ASC }, ARGS) PAGE }'],
  ['records of several types', '{ recent(filter: { types: [thread, post, fact] }, ARGS) PAGE }'],
  ['events of a packet', '{ workPacket(id: "{work}") { events(ARGS) PAGE } }'],
  ['moderation log entries', '{ modlog(ARGS) PAGE }'],
  ['agents in the console', '{ console { agents(ARGS) PAGE } }'],
];

const PAGE =
  '{ edges { cursor } nodes { __typename } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } }';

async function read(document: string, args: string): Promise<Body> {
  const query = Object.entries(ids).reduce((text, [name, id]) => text.replace(`{${name}}`, id), document);
  const caller = query.includes('console') ? createOperatorClient(board) : ada;
  const { body } = await caller.graphql(query.replace('ARGS', args).replace('PAGE', PAGE));
  expect(body.errors).toBeUndefined();
  let value = body.data;
  while (!('edges' in value)) [value] = Object.values(value) as [Body];
  return value;
}

const cursorsOf = ({ edges }: Body): string[] => edges.map(({ cursor }: Body) => cursor);

/** Reads a list from its end, two records a page. Returns all cursors in the order of the list. */
async function readBackwards(document: string): Promise<string[]> {
  const cursors = [];
  let page = await read(document, 'last: 2');
  expect(page.pageInfo.hasNextPage).toBe(false);
  for (;;) {
    cursors.unshift(...cursorsOf(page));
    if (!page.pageInfo.hasPreviousPage) return cursors;
    page = await read(document, `last: 2, before: "${page.pageInfo.startCursor}"`);
    expect(page.pageInfo.hasNextPage).toBe(true);
  }
}

describe.each(LISTS)('the list of %s', (_name, document) => {
  test('has the same records in the same order when it is read from its end', async () => {
    const cursors = cursorsOf(await read(document, 'first: 50'));

    expect(cursors.length).toBeGreaterThan(2);
    expect(new Set(cursors).size).toBe(cursors.length);
    expect(await readBackwards(document)).toEqual(cursors);
  });

  test('has no further page after a page with all records, and a further page after a page with one record less', async () => {
    const { length } = cursorsOf(await read(document, 'first: 50'));

    const pages = [
      await read(document, `first: ${length}`),
      await read(document, `first: ${length - 1}`),
      await read(document, `last: ${length}`),
      await read(document, `last: ${length - 1}`),
    ];

    expect(
      pages.map(({ edges, pageInfo }) => [edges.length, pageInfo.hasNextPage, pageInfo.hasPreviousPage]),
    ).toEqual([
      [length, false, false],
      [length - 1, true, false],
      [length, false, false],
      [length - 1, false, true],
    ]);
  });

  test('is read between two cursors, from either side', async () => {
    const cursors = cursorsOf(await read(document, 'first: 50'));
    const between = `after: "${cursors[0]}", before: "${cursors.at(-1)}"`;

    const [first, last] = [
      await read(document, `first: 1, ${between}`),
      await read(document, `last: 1, ${between}`),
    ];

    expect([cursorsOf(first), cursorsOf(last)]).toEqual([[cursors[1]], [cursors.at(-2)]]);
    expect([first, last].map(({ pageInfo }) => pageInfo)).toEqual([
      { startCursor: cursors[1], endCursor: cursors[1], hasNextPage: true, hasPreviousPage: true },
      { startCursor: cursors.at(-2), endCursor: cursors.at(-2), hasNextPage: true, hasPreviousPage: true },
    ]);
  });
});

test('`before` alone reads the records right before the cursor', async () => {
  const list = '{ threads(ARGS) PAGE }';
  const cursors = cursorsOf(await read(list, 'first: 50'));

  const page = await read(list, `before: "${cursors[3]}"`);

  expect(cursorsOf(page)).toEqual(cursors.slice(0, 3));
  expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
});

test.each([
  ['both sizes', 'first: 1, last: 1', 'validation_failed', 'last'],
  ['a size of zero', 'last: 0', 'validation_failed', 'last'],
  ['text that is not a cursor', 'before: "AAAA"', 'invalid_cursor', 'before'],
])('a list with %s is refused, and the error names the argument', async (_case, args, code, argument) => {
  const { body } = await ada.graphql(`{ threads(${args}) { nodes { id } } }`);

  expect(body.errors[0].extensions).toMatchObject({
    code,
    problem: { errors: [{ pointer: `/${argument}` }] },
  });
});
