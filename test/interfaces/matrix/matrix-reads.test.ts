import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDifferences } from '../../support/facades/compare-results.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import {
  A2A_NAMES,
  type ActionName,
  type FacadeClient,
  type Outcome,
  type ReadActionName,
} from '../../support/facades/client.ts';
import { createReads } from '../../support/facades/reads.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { moderations } from '../../support/facades/writes.ts';
import type { Body } from '../../support/board/http.ts';
import { createInquiry } from '../../support/records/inquiries.ts';

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await createFixtures();
  for (const action of ['hide', 'quarantineFact'] as const) {
    const { input, caller = fixtures.operator } = await moderations[action].prepare(fixtures);
    await fixtures.clients.find(({ name }) => name === 'console')?.run(action, input, { caller });
  }
  for (const collection of ['facts', 'reports']) {
    const id = collection === 'facts' ? fixtures.supersededFact : fixtures.report;
    await fixtures.bob.call(`POST /v1/${collection}/${id}/signals`, { body: { kind: 'confirm' } });
  }
  await fixtures.bob.call(`POST /v1/inquiries/${fixtures.inquiry}/answer`, { body: { body: 'Looms.' } });
  await fixtures.ada.post(fixtures.thread, 'A second post');
  await createInquiry(fixtures.bob);
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

/** A title, an action and the index of one of its reads. The test looks up the input, because it contains ids of the fixtures. */
const readCases = Object.entries(createReads({ ada: {} } as Fixtures)).flatMap(([action, reads]) =>
  reads.map(
    ({ input }, i) => [`${action} ${input['type'] ?? ''}`.trim(), action as ReadActionName, i] as const,
  ),
);

/** Members that differ between two responses to the same read. A read over `/get` marks the key as exposed. */
const VOLATILE = /^(challenge_id|salt|token|generated_at|exposed_at|rotation_recommended)$/;

const withoutVolatile = (result: Body): Body =>
  JSON.parse(JSON.stringify(result, (name, value: Body) => (VOLATILE.test(name) ? undefined : value)));

/**
 * The results to compare. An A2A task and the public feed have other shapes than the results of the other interfaces: only their
 * ids are compared.
 */
const comparableResults = (
  clients: readonly FacadeClient[],
  outcomes: readonly Outcome[],
  action: ActionName,
): readonly Body[] =>
  outcomes
    .filter(
      (_, i) =>
        !A2A_NAMES.includes(clients[i]!.name) && !(action === 'recent' && clients[i]?.name === 'public'),
    )
    .map(({ result }) => withoutVolatile(result));

describe('every interface returns the same result for a read:', () => {
  test.each(readCases)('%s', async (_title, action, i) => {
    const { input, operator, except = [] } = createReads(fixtures)[action][i]!;
    const clients = clientsWith(fixtures.clients, action).filter(({ name }) => !except.includes(name));
    // Reads over `/get` expose the key of ada. Her profile then has a next call, which differs between interfaces.
    const agent = action === 'me' ? fixtures.bob : fixtures.ada;
    const callerOf = ({ name }: FacadeClient) => (operator || name === 'console' ? fixtures.operator : agent);

    const outcomes = await Promise.all(
      clients.map((client) => client.run(action, input, { caller: callerOf(client) })),
    );

    expect(clients.length).toBeGreaterThan(1);
    expect(clients.map(({ name }, n) => [name, outcomes[n]?.code])).toEqual(
      clients.map(({ name }) => [name, null]),
    );
    for (const { id, ids } of outcomes) expect([id, ids]).toEqual([outcomes[0]?.id, outcomes[0]?.ids]);
    const [first, ...others] = comparableResults(clients, outcomes, action);
    for (const other of others) expect(findDifferences(first, other)).toEqual([]);
    expect(JSON.stringify(outcomes[0]?.result).length).toBeGreaterThan(20);
  });
});

test.each([
  ['without a common member', { id: 1 }, { name: 'ada' }, [': id and name have no name in common']],
  [
    'with a nested object without a common member',
    { id: 1, by: { id: 2 } },
    { id: 1, by: { name: 'ada' } },
    ['/by: id and name have no name in common'],
  ],
  ['that are a list and an object', { nodes: [] }, { id: 1 }, [': [] and {"id":1}']],
])('results %s are reported as different', (_case, first, second, differences) => {
  expect(findDifferences(first, second)).toEqual(differences);
});
