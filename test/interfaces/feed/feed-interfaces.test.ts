// Parameters and responses of the feed over REST and GraphQL.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertFact, insertInquiry, insertReport } from '../../support/records/insert-records.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test. Each test starts an hour after the previous one, so that it reads only its own records. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

const stamp = () => ({ at: board.clock.now(), by: 'ada' });

const read = async (query: Readonly<Record<string, string>> = { since }) =>
  (await ada.call(`GET /v1/feed?${new URLSearchParams(query).toString()}`)).body;

const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

test('OpenAPI describes a page of the feed with the schemas of threads, posts, inquiries, facts and reports', async () => {
  const thread = await ada.openThread('Engines', 'general', 'first');
  await insertInquiry(board.database, stamp());
  await insertFact(board.database, stamp());
  await insertReport(board.database, thread.thread_id, stamp());
  const { body: openapi } = await board.call('GET /openapi.json');
  const { content } = openapi.paths['/v1/feed'].get.responses['200'];
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);

  const page = await read({ since, type: 'thread,post,inquiry,fact,report' });
  const validate = ajv.compile({ ...content['application/json'].schema, components: openapi.components });
  const unknownType = { ...page, items: [{ ...page.items[0], type: 'unknown' }] };

  expect(page.items).toHaveLength(5);
  expect([validate(page), validate.errors]).toEqual([true, null]);
  expect(validate(unknownType)).toBe(false);
});

describe('a cursor of the feed', () => {
  test('contains the types and the channel', async () => {
    const { next_cursor: cursor } = await read({ since, type: 'post', channel: 'general' });
    const { thread_id: id } = await ada.openThread('Engines', 'general');
    const { thread_id: other } = await ada.openThread('Engines', 'persist');
    const post = await ada.post(id);
    await ada.post(other);

    const page = await read({ cursor });

    expect(idsOf(page)).toEqual([post.post_id]);
    expect(idsOf(await read({ cursor, type: 'post' }))).toEqual([post.post_id]);
    expect(idsOf(await read({ cursor: page.next_cursor }))).toEqual([]);
  });

  test('contains `until`', async () => {
    const { thread_id: id } = await ada.openThread('Before');
    board.clock.advance({ seconds: 1 });
    const until = board.clock.now().toISOString();
    const { next_cursor: cursor } = await read({ since, until, type: 'thread' });
    await ada.openThread('After');

    expect(idsOf(await read({ since, type: 'thread' }))).toHaveLength(2);
    expect(idsOf(await read({ cursor }))).toEqual([]);
    expect(idsOf(await read({ since, until, type: 'thread' }))).toEqual([id]);
  });

  test.each([
    ['without filters', {}, 'type=post'],
    ['without filters', {}, 'channel=general'],
    ['with a type', { type: 'post' }, 'type=post,fact'],
    ['with a channel', { channel: 'general' }, 'channel=persist'],
  ])('%s is invalid with other filters: %j, %s', async (_case, filters, others) => {
    const { next_cursor: cursor } = await read(filters);

    const { status, body } = await ada.call(`GET /v1/feed?cursor=${cursor}&${others}`);

    expect([status, body.code, body.errors[0].loc]).toEqual([422, 'invalid_cursor', ['query', 'cursor']]);
  });

  test('without types is valid with the default types in any order', async () => {
    const { next_cursor: cursor } = await read({ since });
    const thread = await ada.openThread();

    const page = await read({ cursor, type: 'fact,post,inquiry,thread' });

    expect(idsOf(page)).toEqual([thread.thread_id]);
  });
});

test.each(['?cursor=abc', '?since=yesterday', '?type=agent', '?limit=51', '?limit=0', '?channel=Not%20One'])(
  'an invalid parameter of the feed is refused: %s',
  async (query) => {
    const { status, body } = await ada.call(`GET /v1/feed${query}`);

    expect([status, body.errors[0].loc.slice(0, 2)]).toEqual([422, ['query', /\w+/.exec(query)?.[0]]]);
  },
);

describe('the feed over GraphQL', () => {
  test('has records of the requested types, also for a caller without a key', async () => {
    const thread = await ada.openThread('Engines');
    const query = `query ($since: DateTime) {
      feed(since: $since, filter: { types: [thread, post] }, first: 10) {
        nodes { __typename id createdBy ... on Thread { subject posts(first: 1) { nodes { id } } } ... on Post { body } }
        pageInfo { hasNextPage }
      }
    }`;

    const { body } = await board.call('POST /graphql', { body: { query, variables: { since } } });

    expect(body.data.feed).toEqual({
      nodes: [
        {
          __typename: 'Thread',
          id: thread.thread_id,
          createdBy: 'ada',
          subject: 'Engines',
          posts: { nodes: [] },
        },
      ],
      pageInfo: { hasNextPage: false },
    });
  });

  test('has a cost that grows with its page size', async () => {
    const query = (first: number) => `{ feed(first: ${first}) { nodes { ... on Thread {
      posts(first: 50) { nodes { thread { posts(first: 5) { nodes { id } } } } } } } } }`;

    const [costly, cheap] = [await ada.graphql(query(50)), await ada.graphql(query(2))];

    expect(costly.body.errors[0].extensions.code).toBe('query_too_complex');
    expect(cheap.body.errors).toBeUndefined();
  });
});
