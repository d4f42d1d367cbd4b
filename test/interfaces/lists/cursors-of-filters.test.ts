// A cursor of a list is refused with another filter or order: the next page would repeat or omit records.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { create, createFact } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  const provenance = { framework: 'mcp' };
  ada = await board.join('ada', { provenance });
  const bob = await board.join('bob', { provenance });
  const { thread_id: thread } = await ada.openThread('a word', 'general', 'a word');
  await bob.post(thread, 'a word');
  const inquiry = await createInquiry(ada, {}, 'general');
  const { fact_id: fact } = await create(ada, '/v1/facts', {
    ...{ statement: 'a word', tags: ['word'], channel: 'general' },
  });
  await create(bob, '/v1/facts', { statement: 'a new word', supersede_id: fact });
  const report = { attempted: 'a word', target: 'loom', outcome: 'worked', tags: ['word'] };
  await create(ada, '/v1/reports', report);
  await createWork(ada, { channel: 'general' });
  await create(ada, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:9/' });
  const operator = createOperatorClient(board);
  const { post_id: post } = await bob.post(thread, 'a word');
  await operator.moderate('posts', post, 'hide');
  await board.database.rows(sql`update facts set quarantined_at = created_at where statement = 'a new word'`);
  await operator.call('POST /admin/board/sessions', { body: {} });
  ids = { thread, inquiry, post, fact };
});

afterAll(() => board[Symbol.asyncDispose]());

const TIMES = ['created: { since: "2020-01-01T00:00:00Z" }', 'created: { until: "2120-01-01T00:00:00Z" }'];
const AUTHORS = ['authors: ["ada"]', 'authors: ["ada", "bob"]'];
const CHANNELS = ['channels: ["general"]', 'channels: ["general", "persist"]'];

/** A list, a filter with which the list has records, and another filter. */
const FILTERS: readonly (readonly [list: string, one: string, other: string])[] = [
  ...['threads', 'posts', 'inquiries', 'facts', 'reports', 'recent', 'work'].flatMap((list) =>
    [AUTHORS, TIMES].map(([one = '', other = '']) => [list, one, other] as const),
  ),
  ...['threads', 'posts', 'inquiries', 'facts', 'recent', 'work'].map(
    (list) => [list, CHANNELS[0]!, CHANNELS[1]!] as const,
  ),
  ['threads', 'statuses: [open]', 'statuses: [open, locked]'],
  ['inquiries', 'statuses: [open]', 'statuses: [open, closed]'],
  ['facts', 'tags: ["word"], includeSuperseded: true', 'tags: ["word", "x"], includeSuperseded: true'],
  ['facts', 'includeSuperseded: true', 'includeSuperseded: false'],
  ['facts', 'includeQuarantined: true', 'includeQuarantined: false'],
  ['facts', 'includeSuperseded: true, includeStale: false', 'includeSuperseded: true'],
  ['fact(id: "{fact}").history', 'includeQuarantined: true', 'includeQuarantined: false'],
  ['fact(id: "{fact}").history', AUTHORS[0]!, AUTHORS[1]!],
  ['fact(id: "{fact}").history', TIMES[0]!, TIMES[1]!],
  ['reports', 'outcomes: [worked]', 'outcomes: [worked, failed]'],
  ['reports', 'targets: ["loom"]', 'targets: ["loom", "x"]'],
  ['reports', 'tags: ["word"]', 'tags: ["word", "x"]'],
  ['reports', 'includeStale: false', 'includeStale: true'],
  ['targets', 'targets: ["loom"]', 'targets: ["loom", "x"]'],
  ['agents', 'frameworks: ["mcp"]', 'frameworks: ["mcp", "x"]'],
  ['recent', 'types: [thread]', 'types: [thread, post]'],
  ['work', 'statuses: [open]', 'statuses: [open, closed]'],
  ['modlog', 'actions: [hide_post]', 'actions: [hide_post, unhide_post]'],
  ['modlog', 'targetTypes: [post]', 'targetTypes: [post, fact]'],
  ['modlog', TIMES[0]!, TIMES[1]!],
  ['tasks', 'states: [completed]', 'states: [completed, working]'],
  ['tasks', 'contextId: "{thread}"', 'contextId: "{inquiry}"'],
  ['tasks', 'since: "2020-01-01T00:00:00Z"', 'since: "2020-01-02T00:00:00Z"'],
  ['search(q: "word")', 'types: [thread]', 'types: [thread, post]'],
  ['search(q: "word")', 'statuses: [current]', 'statuses: [current, stale]'],
  ['search(q: "word")', 'channel: "general"', ''],
  ['search(q: "word")', 'author: "ada"', ''],
  ['search(q: "word")', TIMES[0]!, TIMES[1]!],
  ['feed', 'types: [thread]', 'types: [thread, post]'],
  ['feed', 'channel: "general"', 'channel: "persist"'],
  ['feed', 'author: "ada"', 'author: "bob"'],
  ['feed', 'author: "ada;x"', 'author: "ada"'],
  ['feed', 'author: "ada;2026-11-21T12:00:00.000Z"', 'author: "ada"'],
  ['feed', 'until: "2120-01-01T00:00:00Z"', 'until: "2120-01-02T00:00:00Z"'],
  ['inbox', 'kinds: [post]', 'kinds: [post, answer]'],
  ['console.agents', 'statuses: [active]', 'statuses: [quarantined]'],
  ['console.agents', 'q: "ad"', 'q: "a"'],
  ['console.agents', TIMES[0]!, TIMES[1]!],
  ['console.posts', 'q: "word"', 'q: "a word"'],
  ['console.posts', 'hidden: false', 'hidden: true'],
  ['console.facts', 'q: "word"', 'q: "a word"'],
  ['console.facts', 'quarantined: false', 'quarantined: true'],
  ['console.reports', 'q: "word"', 'q: "a word"'],
  ['console.webhooks', 'handles: ["ada"]', 'handles: ["ada", "bob"]'],
  ['console.audit', 'actions: [hide_post]', 'actions: [hide_post, unhide_post]'],
  ['console.audit', 'targetTypes: [post]', 'targetTypes: [post, fact]'],
  ['console.audit', 'targetIds: ["{post}"]', 'targetIds: ["{post}", "{thread}"]'],
  ['console.sessions', 'active: true', ''],
  ['console.sessions', TIMES[0]!, TIMES[1]!],
];

/** Reads a page of a list. Returns the cursor at the end of the page, null on an error, and the error code, empty on success. */
async function read(list: string, args: string): Promise<readonly [cursor: string | null, code: string]> {
  const fields = list.split('.');
  const last = fields.at(-1) ?? '';
  const page = last.endsWith(')') ? `${last.slice(0, -1)}, ${args})` : `${last}(${args})`;
  const document = fields
    .slice(0, -1)
    .reduceRight((inner, field) => `${field} { ${inner} }`, `${page} { pageInfo { endCursor } }`);
  const query = Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(`{${name}}`, id),
    `{ ${document} }`,
  );
  const caller = list.startsWith('console') ? createOperatorClient(board) : ada;
  const { body } = await caller.graphql(query);
  let value = body.data;
  while (value && !('pageInfo' in value)) [value] = Object.values(value);
  return [value?.pageInfo.endCursor ?? null, body.errors?.[0].extensions.code ?? ''];
}

test('a cursor of a list is refused by other lists', async () => {
  const lists = [...new Set(FILTERS.map(([list]) => list))].filter((list) => /^\w+$/.test(list));
  const pages = lists.map((list) => `${list}(first: 1, after: $after) { pageInfo { endCursor } }`);
  const readAll = async (after: string | null): Promise<Body> =>
    (await ada.graphql(`query ($after: String) { ${pages.join(' ')} }`, { after })).body;
  const { data } = await readAll(null);
  const accepted: string[] = [];
  for (const list of lists) {
    const { errors } = await readAll(data[list].pageInfo.endCursor);
    const refused = new Set(errors?.map(({ path }: Body) => path[0]));
    accepted.push(...lists.filter((other) => !refused.has(other)).map((other) => `${list} → ${other}`));
  }

  expect(accepted).toEqual(lists.map((list) => `${list} → ${list}`));
});

test.each(FILTERS)(
  'a cursor of %s with the filter “%s” is refused with the filter “%s”',
  async (list, one, other) => {
    const [cursor] = await read(list, `first: 1, filter: { ${one} }`);
    const after = `first: 1, after: "${cursor}"`;

    const [same, different] = [
      await read(list, `${after}, filter: { ${one} }`),
      await read(list, `${after}, filter: { ${other} }`),
    ];

    expect(cursor).not.toBeNull();
    expect([same[1], different[1]]).toEqual(['', 'invalid_cursor']);
  },
);

const ORDERED_LISTS = [
  ...['threads', 'posts', 'inquiries', 'facts', 'reports', 'work', 'channels', 'modlog', 'agents'],
  ...['agents', 'posts', 'webhooks', 'audit', 'sessions'].map((list) => `console.${list}`),
];

test.each(ORDERED_LISTS)('a cursor of %s in ascending order is refused in descending order', async (list) => {
  const orderBy = (direction: string) => `orderBy: { field: CREATED, direction: ${direction} }`;
  const [cursor] = await read(list, `first: 1, ${orderBy('ASC')}`);

  const [, code] = await read(list, `first: 1, after: "${cursor}", ${orderBy('DESC')}`);

  expect([cursor === null, code]).toEqual([false, 'invalid_cursor']);
});

test('a cursor of the list of agents by creation is refused by the list of agents by last request', async () => {
  const orderBy = (field: string) => `orderBy: { field: ${field}, direction: DESC }`;
  const [cursor] = await read('agents', `first: 1, ${orderBy('CREATED')}`);

  expect(await read('agents', `first: 1, after: "${cursor}", ${orderBy('LAST_SEEN')}`)).toEqual([
    null,
    'invalid_cursor',
  ]);
});

test('a cursor of a search is refused for another query', async () => {
  const [cursor] = await read('search(q: "word")', 'first: 1');

  expect(await read('search(q: "words")', `first: 1, after: "${cursor}"`)).toEqual([null, 'invalid_cursor']);
});

test('the list of agents cannot be filtered by framework and ordered by the time of creation', async () => {
  const order = (filter: string, field: string) =>
    ada.graphql(
      `{ agents(filter: { ${filter} }, orderBy: { field: ${field}, direction: ASC }) { nodes { handle } } }`,
    );
  const [refused, unfiltered, seen] = [
    await order('frameworks: ["mcp"]', 'CREATED'),
    await order('', 'CREATED'),
    await order('frameworks: ["mcp"]', 'LAST_SEEN'),
  ];

  const { code, problem } = refused.body.errors[0].extensions;
  expect([code, problem.errors]).toEqual([
    'validation_failed',
    [
      {
        loc: ['arguments', 'orderBy', 'field'],
        pointer: '/orderBy/field',
        msg: 'with the filter `frameworks`, agents are ordered by `LAST_SEEN` only',
        type: 'value_error',
      },
    ],
  ]);
  expect([unfiltered, seen].map(({ body }) => body.errors)).toEqual([undefined, undefined]);
  const handles = seen.body.data.agents.nodes.map(({ handle }: { handle: string }) => handle);
  expect(handles.toSorted()).toEqual(['ada', 'bob']);
});

test('a cursor of a list of hidden records is refused by the lists of hidden records of other types', async () => {
  // A separate board, because the test hides all records.
  await using otherBoard = await openBoard({ LIMIT_CREATOR: '0' });
  const [dora, carol] = [await otherBoard.join('dora'), await otherBoard.join('carol')];
  await dora.openThread();
  const { work_id } = await createWork(dora);
  const { submission_id } = await claimAndSubmit(carol, work_id);
  await callWorkOrThrow(dora, 'review', { work_id, submission_id, verdict: 'approve', evidence: [] });
  await create(carol, `/v1/facts/${await createFact(dora)}/signals`, { kind: 'confirm' });
  await updateInquiry(carol, await createInquiry(dora), 'answer', { body: 'a word' });
  const tables = [
    ...[sql`threads`, sql`inquiries`, sql`answers`, sql`facts`, sql`signals`],
    ...[sql`work_packets`, sql`work_submissions`, sql`work_reviews`],
  ];
  for (const table of tables) await otherBoard.database.rows(sql`update ${table} set hidden_at = created_at`);
  const lists = ['Threads', 'Inquiries', 'Answers', 'Facts', 'Signals', 'Work', 'Submissions', 'Reviews'];
  const readAll = async (after: string): Promise<Body> => {
    const page = `(first: 1, after: ${after}) { pageInfo { endCursor } }`;
    const pages = lists.map((list) => `${list}: hidden${list}${page}`);
    return (await createOperatorClient(otherBoard).graphql(`{ console { ${pages.join(' ')} } }`)).body;
  };
  const { data } = await readAll('null');

  for (const list of lists) {
    const { errors } = await readAll(`"${data.console[list].pageInfo.endCursor}"`);
    const refused = errors.map(({ path }: Body) => path[1]);
    expect(lists.filter((other) => !refused.includes(other))).toEqual([list]);
  }
});
