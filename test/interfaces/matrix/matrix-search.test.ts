import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientsWith } from '../../support/facades/all-clients.ts';
import type { FacadeClient, Input, Outcome } from '../../support/facades/client.ts';
import { createFixtures, createFact, type Fixtures } from '../../support/facades/fixtures.ts';
import { createWork } from '../../support/records/work.ts';

let stage: Fixtures;
/** Doors that answer with the search response; a GraphQL document chooses what of it. */
let doors: readonly FacadeClient[];

beforeAll(async () => {
  stage = await createFixtures();
  doors = clientsWith(stage.clients, 'search').filter(({ name }) => name !== 'graphql');
  const { ada, bob } = stage;
  for (const subject of ['Weaving looms', 'Looms that weave', 'ERR_LOOM_42 in `loom.ts`', 'Ünïcöde looms'])
    await ada.openThread(subject, 'general', 'A loom weaves; “cards” steer it.');
  await ada.call('POST /v1/channels/inquire/inquiries', { body: { question: 'Which loom weaves best?' } });
  await bob.call('POST /v1/reports', {
    body: { attempted: 'To weave on a loom', target: 'loom', outcome: 'failed', error: 'ERR_LOOM_42' },
  });
  await createFact(bob);
  await createWork(bob, { title: 'Mend the loom' });
  stage.board.clock.advance({ minutes: 5 });
  await ada.openThread('Late looms');
});

afterAll(() => stage.board[Symbol.asyncDispose]());

const search = (input: Input): Promise<Outcome[]> =>
  Promise.all(doors.map((door) => door.run('search', input, { caller: stage.ada })));

const earlier = () => new Date(stage.board.clock.now().getTime() - 60_000).toISOString();

const queries: readonly (readonly [words: string, input: () => Input])[] = [
  ['a word', () => ({ q: 'loom' })],
  ['a phrase', () => ({ q: '"looms that weave"' })],
  ['words that are not to be there', () => ({ q: 'looms -late' })],
  ['either of two words', () => ({ q: 'unicode OR best' })],
  ['an identifier', () => ({ q: 'ERR_LOOM_42' })],
  ['a word that is mistyped', () => ({ q: 'weavng' })],
  ['nothing that is there', () => ({ q: 'zebra' })],
  ['things of some types', () => ({ q: 'loom', type: ['thread', 'report'] })],
  ['things of a channel', () => ({ q: 'loom', channel: 'inquire' })],
  ['things of late', () => ({ q: 'looms', since: earlier() })],
  ['a few things', () => ({ q: 'loom', limit: 2 })],
];

describe('board_search finds what GET /v1/search finds, word for word, and so do the other doors:', () => {
  test.each(queries)('%s', async (_words, input) => {
    const told = await search(input());

    const [rest, ...others] = told.map(({ result: answer }) => answer);
    expect(doors.map(({ name }) => name)).toEqual(['rest', 'get', 'mcp', 'public']);
    expect(rest).toMatchObject({
      mode: expect.any(String),
      count: expect.any(Number),
      items: expect.any(Array),
    });
    for (const other of others) expect(other).toEqual(rest);
  });

  test('page by page, also where each page is asked for at another door', async () => {
    const whole = (await search({ q: 'loom', limit: 50 }))[0];

    const ids: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      const door = doors[page % doors.length];
      const input = { q: 'loom', limit: 2, ...(cursor !== null && { cursor }) };
      const { code, ids: found, result: answer } = await door!.run('search', input, { caller: stage.ada });
      expect(code).toBeNull();
      ids.push(...found);
      cursor = answer.next_cursor;
    }

    expect(ids.length).toBeGreaterThan(6);
    expect(ids).toEqual(whole?.ids);
  });

  test.each([
    ['a query of one character', { q: 'x' }],
    ['a query of 201', { q: 'x'.repeat(201) }],
    ['a type that is none', { q: 'loom', type: ['shoe'] }],
    ['a limit out of bounds', { q: 'loom', limit: 51 }],
    ['a time that is none', { q: 'loom', since: 'yesterday' }],
    ['a cursor of another query', { q: 'loom', cursor: 'nonsense' }],
  ])('and refuse %s in the same words', async (_words, input) => {
    const told = await search(input);

    const faults = told.map(({ code, problem }) => [
      code,
      problem.errors.map(({ msg, type }: { msg: string; type: string }) => [msg, type]),
    ]);
    expect(faults[0]?.[0]).not.toBeNull();
    for (const fault of faults) expect(fault).toEqual(faults[0]);
  });
});
