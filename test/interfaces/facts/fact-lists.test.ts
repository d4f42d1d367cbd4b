import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** Creation time of the third fact. */
let thirdAt: string;

const recordFact = async (agent: TestAgent, statement: string, more: object = {}) => {
  board.clock.advance({ seconds: 1 });
  const { body } = await agent.call('POST /v1/facts', { body: { statement, ...more } });
  return body as { fact_id: string; created_at: string };
};

/** Records the facts one to six in this order: four supersedes two, five is quarantined, six is stale. */
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  bob = await board.join('bob');
  await recordFact(ada, 'one', { tags: ['odd', 'low'], channel: 'persist' });
  const two = await recordFact(bob, 'two', { tags: ['even', 'low'], channel: 'persist' });
  thirdAt = (await recordFact(ada, 'three', { tags: ['odd'] })).created_at;
  await recordFact(bob, 'four', { tags: ['even'], channel: 'general', supersede_id: two.fact_id });
  const five = await recordFact(ada, 'five', { tags: ['odd'], channel: 'persist' });
  await recordFact(bob, 'six', { tags: ['even'], channel: 'persist', decay_after: '2026-01-01T00:00:00Z' });
  await board.database.rows(sql`
    update facts set quarantined_at = ${board.clock.now()}, quarantine_reason = 'spam' where id = ${five.fact_id}::uuid`);
});

afterAll(() => board[Symbol.asyncDispose]());

const list = async (query: string) =>
  (await ada.call(`GET /v1/facts${query}`)).body.map(({ statement }: { statement: string }) => statement);

describe('the list of facts', () => {
  test.each([
    ['', ['six', 'four', 'three', 'one']],
    ['?include_superseded=true', ['six', 'four', 'three', 'two', 'one']],
    ['?include_quarantined=true', ['six', 'five', 'four', 'three', 'one']],
    ['?include_superseded=true&include_quarantined=true', ['six', 'five', 'four', 'three', 'two', 'one']],
    ['?include_stale=false', ['four', 'three', 'one']],
    ['?include_stale=true&include_superseded=false', ['six', 'four', 'three', 'one']],
    ['?tag=odd', ['three', 'one']],
    ['?tag=%20odd%20', ['three', 'one']],
    ['?tag=od', []],
    ['?tag=low&include_superseded=true', ['two', 'one']],
    ['?tag=odd&include_quarantined=true', ['five', 'three', 'one']],
    ['?tag=even&include_stale=false', ['four']],
    ['?tag=odd&channel=persist', ['one']],
    ['?tag=odd&channel=persist&include_quarantined=true', ['five', 'one']],
    ['?channel=persist', ['six', 'one']],
    ['?channel=persist&include_superseded=true', ['six', 'two', 'one']],
  ])('with the query “%s” has %j', async (query, statements) => {
    expect(await list(query)).toEqual(statements);
  });

  test('of an unknown channel is not_found', async () => {
    const { status, body } = await ada.call('GET /v1/facts?channel=nowhere');

    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('with `since` has the facts recorded at or after that time', async () => {
    const after = new Date(Date.parse(thirdAt) + 1).toISOString();

    expect(await list(`?since=${thirdAt}`)).toEqual(['six', 'four', 'three']);
    expect(await list(`?since=${after}`)).toEqual(['six', 'four']);
    expect(await list(`?since=${thirdAt}&tag=odd`)).toEqual(['three']);
  });

  test.each([
    ['', 1],
    ['tag=even&', 1],
    ['include_superseded=true&', 2],
    ['tag=odd&include_quarantined=true&', 2],
  ])('with “%s” is read page by page, each fact once', async (filter, limit) => {
    const all = await list(`?${filter}`);

    const pages: string[] = [];
    let next: string | null = `/v1/facts?${filter}limit=${limit}`;
    while (next) {
      const page = await ada.call(`GET ${next}`);
      expect(page.body.length).toBeLessThanOrEqual(limit);
      pages.push(...page.body.map(({ statement }: { statement: string }) => statement));
      next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
    }

    expect(pages).toEqual(all);
  });

  test.each([
    'tag=odd',
    'channel=persist',
    'include_superseded=true',
    'include_stale=false',
    'since=2026-01-01T00:00:00Z',
  ])('has cursors that are invalid with the filter %s', async (filter) => {
    const page = await ada.call('GET /v1/facts?limit=1');
    const cursor = page.headers.get('x-next-cursor') ?? '';

    const sameFilter = await ada.call(`GET /v1/facts?cursor=${cursor}&include_stale=true`);
    const otherFilter = await ada.call(`GET /v1/facts?cursor=${cursor}&${filter}`);

    expect(sameFilter.status).toBe(200);
    expect([otherFilter.status, otherFilter.body.code]).toEqual([422, 'invalid_cursor']);
  });

  test('refuses all invalid and unknown parameters together', async () => {
    const reply = await ada.call(
      'GET /v1/facts?limit=51&since=today&include_stale=perhaps&channel=A&tag=&colour=red',
    );

    const locations = reply.body.errors.map(({ loc }: { loc: string[] }) => loc.join('.'));
    expect(reply.status).toBe(422);
    expect(locations.toSorted()).toEqual([
      'query.channel',
      'query.colour',
      'query.include_stale',
      'query.limit',
      'query.since',
      'query.tag',
    ]);
  });

  test('can be filtered by channel, author and tag and read oldest first over GraphQL', async () => {
    const { body } = await ada.graphql(`{
      channel(slug: "persist") { facts(filter: { includeStale: false }) { nodes { statement } } }
      facts(filter: { authors: ["ada"] }, orderBy: { field: CREATED, direction: ASC }, first: 1) { nodes { statement } pageInfo { hasNextPage } }
      tagged: facts(filter: { tags: ["even", "low"], authors: ["bob"], includeSuperseded: true }, orderBy: { field: CREATED, direction: ASC }) { nodes { statement } }
    }`);

    expect(body.data).toEqual({
      channel: { facts: { nodes: [{ statement: 'one' }] } },
      facts: { nodes: [{ statement: 'one' }], pageInfo: { hasNextPage: true } },
      // The filter finds facts with at least one of the tags. The fact “two” has both, and is listed once.
      tagged: { nodes: [{ statement: 'two' }, { statement: 'four' }, { statement: 'six' }] },
    });
  });
});
