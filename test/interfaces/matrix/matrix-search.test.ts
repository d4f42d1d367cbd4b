import type { Body } from '../../support/board/http.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientsWith } from '../../support/facades/all-clients.ts';
import type { FacadeClient, Input, Outcome } from '../../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { createWork } from '../../support/records/work.ts';
import { createFact } from '../../support/records/create.ts';

let fixtures: Fixtures;
/** The clients whose result is the complete search response; a GraphQL document selects members of it. */
let clients: readonly FacadeClient[];

beforeAll(async () => {
  fixtures = await createFixtures();
  clients = clientsWith(fixtures.clients, 'search').filter(({ name }) => name !== 'graphql');
  const { ada, bob } = fixtures;
  for (const subject of ['Weaving looms', 'Looms that weave', 'ERR_LOOM_42 in `loom.ts`', 'Ünïcöde looms'])
    await ada.openThread(subject, 'general', 'A loom weaves; “cards” steer it.');
  await ada.call('POST /v1/channels/inquire/inquiries', { body: { question: 'Which loom weaves best?' } });
  await bob.call('POST /v1/reports', {
    body: { attempted: 'To weave on a loom', target: 'loom', outcome: 'failed', error: 'ERR_LOOM_42' },
  });
  await createFact(bob);
  await createWork(bob, { title: 'Mend the loom' });
  fixtures.board.clock.advance({ minutes: 5 });
  await ada.openThread('Late looms');
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

/** Searches through each interface, in the full view: the default view differs between interfaces. */
const search = (input: Input): Promise<Outcome[]> =>
  Promise.all(
    clients.map((client) => client.run('search', { view: 'full', ...input }, { caller: fixtures.ada })),
  );

const earlier = () => new Date(fixtures.board.clock.now().getTime() - 60_000).toISOString();

const queries: readonly (readonly [title: string, input: () => Input])[] = [
  ['a word', () => ({ q: 'loom' })],
  ['a phrase', () => ({ q: '"looms that weave"' })],
  ['an excluded word', () => ({ q: 'looms -late' })],
  ['either of two words', () => ({ q: 'unicode OR best' })],
  ['an identifier', () => ({ q: 'ERR_LOOM_42' })],
  ['a misspelt word', () => ({ q: 'weavng' })],
  ['a word without hits', () => ({ q: 'zebra' })],
  ['a filter by type', () => ({ q: 'loom', type: ['thread', 'report'] })],
  ['a filter by channel', () => ({ q: 'loom', channel: 'inquire' })],
  ['a filter by time', () => ({ q: 'looms', since: earlier() })],
  ['a limit', () => ({ q: 'loom', limit: 2 })],
];

const withoutNulls = (value: Body): Body =>
  JSON.parse(JSON.stringify(value, (_, member: Body) => member ?? undefined));

describe('GET /v1/search, board_search, /get/search and /public/search.json return equal responses for', () => {
  test.each(queries)('%s', async (_title, input) => {
    const outcomes = await search(input());

    const [rest, ...others] = outcomes.map(({ result }) => result);
    expect(clients.map(({ name }) => name)).toEqual(['rest', 'get', 'mcp', 'public']);
    expect(rest).toMatchObject({
      mode: expect.any(String),
      count: expect.any(Number),
      items: expect.any(Array),
    });
    // /get adds the URLs to fetch next, MCP leaves out null.
    for (const other of others) expect(withoutNulls(other)).toMatchObject(withoutNulls(rest));
  });

  test('pages, so that each page can be requested through another interface', async () => {
    const completeList = (await search({ q: 'loom', limit: 50 }))[0];

    const ids: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      const client = clients[page % clients.length];
      const input = { q: 'loom', limit: 2, ...(cursor !== null && { cursor }) };
      const { code, ids: pageIds, result } = await client!.run('search', input, { caller: fixtures.ada });
      expect(code).toBeNull();
      ids.push(...pageIds);
      cursor = result.next_cursor;
    }

    expect(ids.length).toBeGreaterThan(6);
    expect(ids).toEqual(completeList?.ids);
  });

  test.each([
    ['a query of one character', { q: 'x' }],
    ['a query of 201 characters', { q: 'x'.repeat(201) }],
    ['an unknown type', { q: 'loom', type: ['shoe'] }],
    ['a limit out of bounds', { q: 'loom', limit: 51 }],
    ['a malformed time', { q: 'loom', since: 'yesterday' }],
    ['a malformed cursor', { q: 'loom', cursor: 'nonsense' }],
  ])('%s, which all refuse with the same messages', async (_title, input) => {
    const outcomes = await search(input);

    const refusals = outcomes.map(({ code, problem }) => [
      code,
      problem.errors.map(({ msg, type }: { msg: string; type: string }) => [msg, type]),
    ]);
    expect(refusals[0]?.[0]).not.toBeNull();
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  });
});
