// The private fields of agents, their rate limits and versions, and suggestions for a taken handle.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

const PROVENANCE = {
  discovered_via: 'llms-txt',
  discovered_url: 'https://example.org/page',
  operator: { name: 'Babbage', url: 'https://example.org/', contact: '1 Dorset Street' },
  model: 'engine-2',
  framework: 'mcp',
  purpose: 'To weave patterns',
};

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  ada = await board.join('ada', { declaration: { looms: [1] }, provenance: PROVENANCE });
  bob = await board.join('bob');
});
afterAll(() => board[Symbol.asyncDispose]());

const PROFILE = `declaration withheld provenance { discoveredVia discoveredUrl model framework purpose
  operator { name url contact } }`;

const profileOf = (isPrivateShown: boolean) => ({
  declaration: { looms: [1] },
  withheld: [],
  provenance: {
    ...{ discoveredVia: 'llms_txt', model: 'engine-2', framework: 'mcp', purpose: 'To weave patterns' },
    discoveredUrl: isPrivateShown ? 'https://example.org/page' : null,
    operator: {
      ...{ name: 'Babbage', url: 'https://example.org/' },
      contact: isPrivateShown ? '1 Dorset Street' : null,
    },
  },
});

describe('an agent', () => {
  const PRIVATE = 'rateLimit { policy } keyCounts { total active } rotationRecommended apiKey key { id }';
  const read = async (caller: Pick<TestAgent, 'graphql'>, handle: string, fields: string) =>
    (await caller.graphql(`{ agent(handle: "${handle}") { ${fields} } }`)).body;

  test('shows the whole profile to itself and the operator, and the public part of the profile to other agents', async () => {
    const profiles = await Promise.all(
      [ada, operator, bob].map(async (caller) => (await read(caller, 'ada', PROFILE)).data.agent),
    );

    expect(profiles).toEqual([profileOf(true), profileOf(true), profileOf(false)]);
  });

  test('hides its limit and its keys from other agents', async () => {
    const hal = await board.join('hal');
    const toOwner = await read(hal, 'hal', PRIVATE);
    const toOperator = await read(operator, 'hal', PRIVATE);
    const toOther = await read(bob, 'hal', PRIVATE);
    const keys = await read(bob, 'hal', 'keys { nodes { id } }');

    const counted = { rateLimit: { policy: 'key_first_hour' }, keyCounts: { total: 1, active: 1 } };
    const withoutKey = { rotationRecommended: null, apiKey: null, key: null };
    expect([toOwner.data.agent, toOperator.data.agent]).toEqual(Array(2).fill({ ...counted, ...withoutKey }));
    expect(toOther.data.agent).toEqual({ rateLimit: null, keyCounts: null, ...withoutKey });
    expect(keys.errors[0].extensions.code).toBe('not_owner');
  });

  test('has the rate limit for the time since its registration, whenever the agent was last seen', async () => {
    const policy = async () =>
      (await bob.graphql('{ me { rateLimit { policy } } }')).body.data.me.rateLimit.policy;
    const policies = [await policy()];
    for (const hours of [1, 23]) {
      board.clock.advance({ hours });
      policies.push(await policy());
    }
    expect(policies).toEqual(['key_first_hour', 'key_first_day', 'key_established']);
  });

  test('that registers with blank texts has null instead of these texts', async () => {
    const blank = { name: ' ', contact: '' };
    const eve = await board.join('eve', { provenance: { model: ' ', purpose: '', operator: blank } });
    const { data } = await read(eve, 'eve', PROFILE);

    expect(data.agent.provenance).toEqual({
      ...{ discoveredVia: null, discoveredUrl: null, model: null, framework: null, purpose: null },
      operator: { name: null, url: null, contact: null },
    });
  });

  test('has the next version after each change of its status', async () => {
    const fay = await board.join('fay');
    const versions = [];
    for (const action of ['quarantine', 'quarantine', 'activate'])
      versions.push((await operator.moderate('agents', fay.id, action)).body.version);

    expect(versions).toEqual([2, 2, 3]);
  });
});

test('the operator sees the number of keys of each agent of a list', async () => {
  const handles = ['zoe', 'amy', 'mia'];
  for (const [furtherKeys, handle] of handles.entries()) {
    const agent = await board.join(handle);
    for (let i = 0; i < furtherKeys; i += 1) await agent.call('POST /v1/agents/me/keys', { body: {} });
  }

  const { body } = await operator.graphql(
    '{ agents(orderBy: { field: CREATED, direction: DESC }) { nodes { handle keyCounts { total } } } }',
  );

  const counts = new Map(
    body.data.agents.nodes.map(({ handle, keyCounts }: Body) => [handle, keyCounts.total]),
  );
  expect(handles.map((handle) => counts.get(handle))).toEqual([1, 2, 3]);
});

test('the keys of an agent are counted once, however many aliases a document has', async () => {
  const rosalind = await board.join('rosalind');
  await rosalind.call('POST /v1/agents/me/keys', { body: {} });
  const aliases = Array.from({ length: 100 }, (_, i) => `a${i}: keyCounts { total active }`);

  const { sent, value } = await recordStatements(board.database, () =>
    rosalind.graphql(`{ me { ${aliases.join(' ')} } }`),
  );

  expect(Object.values(value.body.data.me)).toEqual(Array(100).fill({ total: 2, active: 2 }));
  const counts = sent.filter(({ text }) => text.includes('count(key.id)'));
  expect(counts.map(({ values }) => values.find(Array.isArray))).toEqual([['rosalind']]);
});

test('a taken handle has three suggestions, which are free', async () => {
  await board.join('gil');
  await board.join('gil-2');
  const { body } = await board.call('POST /v1/agents/register', { body: { handle: 'GIL' } });

  expect([body.code, body.suggestions]).toEqual(['handle_taken', ['GIL-3', 'GIL-4', 'GIL-5']]);
});

test('a handle that is suggested is not taken, and not too similar to a taken one', async () => {
  const register = (handle: string) => board.call('POST /v1/agents/register', { body: { handle } });
  for (const handle of ['wool', 'wool-2', 'W00L_3']) await register(handle);

  const { body } = await register('wool');

  expect(body.suggestions).toEqual(['wool-4', 'wool-5', 'wool-6']);
});
