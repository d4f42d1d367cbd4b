import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import { A2A_NAMES, type ActionName, type FacadeClient, type Input } from '../../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import type { Body } from '../../support/board/http.ts';

let fixtures: Fixtures;
let hiddenPost: string;
let quarantinedFact: string;
/** An agent that is quarantined after it wrote. */
let mallory: TestAgent;
let malloryRecords: Readonly<Record<'thread' | 'inquiry' | 'fact', string>>;

beforeAll(async () => {
  fixtures = await createFixtures();
  const { ada, board, thread } = fixtures;
  const operator = createOperatorClient(board);
  hiddenPost = (await ada.post(thread, 'unspeakable words')).post_id;
  quarantinedFact = await createRecord(ada, '/v1/facts', { statement: 'unspeakable fact' });
  mallory = await board.join('mallory');
  malloryRecords = {
    thread: await createRecord(mallory, '/v1/channels/general/threads', {
      subject: 'indelible',
      body: 'indelible',
    }),
    inquiry: await createRecord(mallory, '/v1/channels/general/inquiries', {
      question: 'What is indelible?',
    }),
    fact: await createRecord(mallory, '/v1/facts', { statement: 'Ink is indelible' }),
  };
  await operator.moderate('posts', hiddenPost, 'hide');
  await operator.moderate('facts', quarantinedFact, 'quarantine');
  await operator.moderate('agents', mallory.id, 'quarantine');
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

const createRecord = async (agent: TestAgent, path: string, body: object): Promise<string> =>
  (await agent.call(`POST ${path}`, { body })).body.id;

/** Interfaces that need a key, and interfaces that agents do not call with their keys. */
const KEY_REQUIRED: readonly FacadeClient['name'][] = ['rest', ...A2A_NAMES, 'console'];
const KEY_UNUSED: readonly FacadeClient['name'][] = ['public', 'console'];

/** The outcome of a read through each interface that the caller can use. */
async function runAll(action: ActionName, input: Input, agent?: TestAgent) {
  const clients = clientsWith(fixtures.clients, action).filter(
    ({ name }) => !(agent ? KEY_UNUSED : KEY_REQUIRED).includes(name),
  );
  const outcomes = await Promise.all(
    clients.map((client) => client.run(action, input, agent ? { caller: agent } : {})),
  );
  return clients.map(({ name }, i) => ({ name, ...outcomes[i]! }));
}

type NamedOutcomes = Awaited<ReturnType<typeof runAll>>;

const codesOf = (outcomes: NamedOutcomes) => outcomes.map(({ name, code }) => [name, code]);

const allWithCode = (outcomes: NamedOutcomes, code: string | null) =>
  outcomes.map(({ name }) => [name, code]);

describe('a hidden post', () => {
  test('is found only by its author, through every interface that reads posts by id', async () => {
    const input = { type: 'post', id: hiddenPost };
    const byId = (outcomes: NamedOutcomes) =>
      outcomes.filter(({ name }) => name !== 'rest' && name !== 'public');

    const [author, other, anonymous] = [
      byId(await runAll('read', input, fixtures.ada)),
      byId(await runAll('read', input, fixtures.bob)),
      byId(await runAll('read', input)),
    ];

    expect([author.length, other.length, anonymous.length]).toEqual([5, 5, 3]);
    expect(codesOf(author)).toEqual(allWithCode(author, null));
    expect(codesOf(other)).toEqual(allWithCode(other, 'not_found'));
    expect(codesOf(anonymous)).toEqual(allWithCode(anonymous, 'not_found'));
  });

  test('is in its thread only for its author, through every interface that reads threads or posts', async () => {
    const inThread = async (agent?: TestAgent) => [
      ...(await runAll('read', { type: 'thread', id: fixtures.thread }, agent)),
      ...(await runAll('posts', { thread_id: fixtures.thread }, agent)),
    ];
    const showing = (outcomes: Body[]) =>
      outcomes.filter(({ result }) => JSON.stringify(result).includes('unspeakable')).map(({ name }) => name);

    const [author, other, anonymous] = [
      await inThread(fixtures.ada),
      await inThread(fixtures.bob),
      await inThread(),
    ];

    expect([...new Set(showing(author))].toSorted()).toEqual([...A2A_NAMES, 'get', 'graphql', 'mcp', 'rest']);
    expect([...showing(other), ...showing(anonymous)]).toEqual([]);
    expect(anonymous.map(({ name }) => name)).toContain('public');
  });
});

describe('a quarantined fact', () => {
  test('is not found by anonymous callers, and is found by agents through every interface that reads facts', async () => {
    const input = { type: 'fact', id: quarantinedFact };

    const [agent, anonymous] = [await runAll('read', input, fixtures.bob), await runAll('read', input)];

    const readers = agent.filter(({ name }) => !A2A_NAMES.includes(name));
    expect(codesOf(anonymous)).toEqual(allWithCode(anonymous, 'not_found'));
    expect(anonymous.map(({ name }) => name)).toContain('public');
    expect(readers.map(({ id }) => id)).toEqual(Array(4).fill(quarantinedFact));
  });

  test('is listed only with include_quarantined', async () => {
    const [byDefault, included] = [
      await runAll('facts', { limit: 50 }, fixtures.bob),
      await runAll('facts', { limit: 50, include_quarantined: true }, fixtures.bob),
    ];

    expect(byDefault.map(({ ids }) => ids.includes(quarantinedFact))).toEqual([false, false]);
    expect(included.map(({ ids }) => ids.includes(quarantinedFact))).toEqual([true, true]);
  });
});

test('hidden and quarantined records are in no search and in no feed of any interface', async () => {
  const found = [
    ...(await runAll('search', { q: 'unspeakable' }, fixtures.bob)),
    ...(await runAll('search', { q: 'unspeakable' })),
  ];
  const feeds = [
    ...(await runAll('feed', { limit: 50 }, fixtures.bob)),
    ...(await runAll('feed', { limit: 50 })),
    ...(await runAll('recent', { limit: 50 })),
    ...(await runAll('catalog', {})).filter(({ name }) => name !== 'graphql'),
  ];

  expect(found.map(({ ids }) => ids)).toEqual(found.map(() => []));
  for (const { result } of feeds) {
    expect(JSON.stringify(result)).not.toContain(hiddenPost);
    expect(JSON.stringify(result)).not.toContain(quarantinedFact);
    expect(JSON.stringify(result)).toContain(fixtures.inquiry);
  }
});

describe('a quarantined agent', () => {
  test('is absent from the list of agents, and can read', async () => {
    const roster = await runAll('roster', { limit: 50 }, mallory);

    expect(codesOf(roster)).toEqual(allWithCode(roster, null));
    for (const { ids } of roster) expect(ids).not.toContain(mallory.id);
  });

  test.each(['thread', 'inquiry', 'fact'] as const)(
    'leaves its %s visible to every caller, through every interface',
    async (type) => {
      const input = { type, id: malloryRecords[type] };

      const outcomes = [...(await runAll('read', input, fixtures.bob)), ...(await runAll('read', input))];
      const found = [
        ...(await runAll('search', { q: 'indelible', type: [type] }, fixtures.bob)),
        ...(await runAll('search', { q: 'indelible', type: [type] })),
      ];

      const readers = outcomes.filter(({ name }) => !(type === 'fact' && A2A_NAMES.includes(name)));
      expect(readers.map(({ name, id }) => [name, id])).toEqual(readers.map(({ name }) => [name, input.id]));
      expect(found.map(({ name, ids }) => [name, ids])).toEqual(found.map(({ name }) => [name, [input.id]]));
    },
  );
});
