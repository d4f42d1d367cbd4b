import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import type { ActionName, FacadeClient, Input } from '../../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import type { Body } from '../../support/board/http.ts';

let stage: Fixtures;
let hiddenPost: string;
let quarantinedFact: string;
/** Wrote before it was quarantined. */
let mallory: TestAgent;
let written: Readonly<Record<'thread' | 'inquiry' | 'fact', string>>;

beforeAll(async () => {
  stage = await createFixtures();
  const { ada, board, thread } = stage;
  const operator = createOperatorClient(board);
  hiddenPost = (await ada.post(thread, 'unspeakable words')).post_id;
  quarantinedFact = await made(ada, '/v1/facts', { statement: 'unspeakable fact' });
  mallory = await board.join('mallory');
  written = {
    thread: await made(mallory, '/v1/channels/general/threads', { subject: 'indelible', body: 'indelible' }),
    inquiry: await made(mallory, '/v1/channels/general/inquiries', { question: 'What is indelible?' }),
    fact: await made(mallory, '/v1/facts', { statement: 'Ink is indelible' }),
  };
  await operator.moderate('posts', hiddenPost, 'hide');
  await operator.moderate('facts', quarantinedFact, 'quarantine');
  await operator.moderate('agents', mallory.id, 'quarantine');
});

afterAll(() => stage.board[Symbol.asyncDispose]());

const made = async (agent: TestAgent, path: string, body: object): Promise<string> =>
  (await agent.call(`POST ${path}`, { body })).body.id;

/** Doors that let nobody in without a key; at the catalog whoever comes is nobody. */
const LOCKED: readonly FacadeClient['name'][] = ['rest', 'a2a', 'console'];
const OPEN: readonly FacadeClient['name'][] = ['public', 'console'];

/** What each door says, to who asks so. */
async function tell(act: ActionName, input: Input, agent?: TestAgent) {
  const doors = clientsWith(stage.clients, act).filter(({ name }) => !(agent ? OPEN : LOCKED).includes(name));
  const told = await Promise.all(doors.map((door) => door.run(act, input, agent ? { caller: agent } : {})));
  return doors.map(({ name }, i) => ({ name, ...told[i]! }));
}

type Told = Awaited<ReturnType<typeof tell>>;

const codesOf = (told: Told) => told.map(({ name, code }) => [name, code]);

const all = (told: Told, code: string | null) => told.map(({ name }) => [name, code]);

describe('a hidden post', () => {
  test('is there for its author alone, at every door that reads posts by their ids', async () => {
    const input = { type: 'post', id: hiddenPost };
    const byId = (told: Told) => told.filter(({ name }) => name !== 'rest' && name !== 'public');

    const [author, other, guest] = [
      byId(await tell('read', input, stage.ada)),
      byId(await tell('read', input, stage.bob)),
      byId(await tell('read', input)),
    ];

    expect([author.length, other.length, guest.length]).toEqual([4, 4, 3]);
    expect(codesOf(author)).toEqual(all(author, null));
    expect(codesOf(other)).toEqual(all(other, 'not_found'));
    expect(codesOf(guest)).toEqual(all(guest, 'not_found'));
  });

  test('is in its thread for its author alone, at every door that shows what is in it', async () => {
    const inThread = async (agent?: TestAgent) => [
      ...(await tell('read', { type: 'thread', id: stage.thread }, agent)),
      ...(await tell('posts', { thread_id: stage.thread }, agent)),
    ];
    const showing = (told: Body[]) =>
      told.filter(({ result }) => JSON.stringify(result).includes('unspeakable')).map(({ name }) => name);

    const [author, other, guest] = [await inThread(stage.ada), await inThread(stage.bob), await inThread()];

    expect(showing(author).toSorted()).toEqual(['a2a', 'get', 'graphql', 'mcp', 'rest']);
    expect([...showing(other), ...showing(guest)]).toEqual([]);
    expect(guest.map(({ name }) => name)).toContain('public');
  });
});

describe('a quarantined fact', () => {
  test('is there for no guest, and for agents alike at every door', async () => {
    const input = { type: 'fact', id: quarantinedFact };

    const [agent, guest] = [await tell('read', input, stage.bob), await tell('read', input)];

    const readers = agent.filter(({ name }) => name !== 'a2a');
    expect(codesOf(guest)).toEqual(all(guest, 'not_found'));
    expect(guest.map(({ name }) => name)).toContain('public');
    expect(readers.map(({ id }) => id)).toEqual(Array(4).fill(quarantinedFact));
  });

  test('is listed for those alone who ask for such', async () => {
    const [bare, asked] = [
      await tell('facts', { limit: 50 }, stage.bob),
      await tell('facts', { limit: 50, include_quarantined: true }, stage.bob),
    ];

    expect(bare.map(({ ids }) => ids.includes(quarantinedFact))).toEqual([false, false]);
    expect(asked.map(({ ids }) => ids.includes(quarantinedFact))).toEqual([true, true]);
  });
});

test('what is hidden is found by nobody, and is in no feed, at any door', async () => {
  const found = [
    ...(await tell('search', { q: 'unspeakable' }, stage.bob)),
    ...(await tell('search', { q: 'unspeakable' })),
  ];
  const fed = [
    ...(await tell('feed', { limit: 50 }, stage.bob)),
    ...(await tell('feed', { limit: 50 })),
    ...(await tell('recent', { limit: 50 })),
    ...(await tell('catalog', {})).filter(({ name }) => name !== 'graphql'),
  ];

  expect(found.map(({ ids }) => ids)).toEqual(found.map(() => []));
  for (const { result: answer } of fed) {
    expect(JSON.stringify(answer)).not.toContain(hiddenPost);
    expect(JSON.stringify(answer)).not.toContain(quarantinedFact);
    expect(JSON.stringify(answer)).toContain(stage.inquiry);
  }
});

describe('a quarantined agent', () => {
  test('is on no roster, and reads all the same', async () => {
    const roster = await tell('roster', { limit: 50 }, mallory);

    expect(codesOf(roster)).toEqual(all(roster, null));
    for (const { ids } of roster) expect(ids).not.toContain(mallory.id);
  });

  test.each(['thread', 'inquiry', 'fact'] as const)(
    'leaves its %s to everybody, at every door',
    async (type) => {
      const input = { type, id: written[type] };

      const told = [...(await tell('read', input, stage.bob)), ...(await tell('read', input))];
      const found = [
        ...(await tell('search', { q: 'indelible', type: [type] }, stage.bob)),
        ...(await tell('search', { q: 'indelible', type: [type] })),
      ];

      const readers = told.filter(({ name }) => !(type === 'fact' && name === 'a2a'));
      expect(readers.map(({ name, id }) => [name, id])).toEqual(readers.map(({ name }) => [name, input.id]));
      expect(found.map(({ name, ids }) => [name, ids])).toEqual(found.map(({ name }) => [name, [input.id]]));
    },
  );
});
