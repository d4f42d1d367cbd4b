import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDifferences } from '../../support/facades/compare-results.ts';
import { clientsWith } from '../../support/facades/all-clients.ts';
import type { ActionName, FacadeClient, Outcome, ReadActionName } from '../../support/facades/client.ts';
import { createReads } from '../../support/facades/reads.ts';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { moderations } from '../../support/facades/writes.ts';
import type { Body } from '../../support/board/http.ts';
import { createInquiry } from '../../support/records/inquiries.ts';

let stage: Fixtures;

beforeAll(async () => {
  stage = await createFixtures();
  for (const act of ['hide', 'quarantineFact'] as const) {
    const { input, caller: agent = stage.operator } = await moderations[act].prepare(stage);
    await stage.clients.find(({ name }) => name === 'console')?.run(act, input, { caller: agent });
  }
  for (const noun of ['facts', 'reports']) {
    const id = noun === 'facts' ? stage.supersededFact : stage.report;
    await stage.bob.call(`POST /v1/${noun}/${id}/signals`, { body: { kind: 'confirm' } });
  }
  await stage.bob.call(`POST /v1/inquiries/${stage.inquiry}/answer`, { body: { body: 'Looms.' } });
  await stage.ada.post(stage.thread, 'A second post');
  await createInquiry(stage.bob);
});

afterAll(() => stage.board[Symbol.asyncDispose]());

/** Names of what is read; the records are there when it is. */
const names = Object.entries(createReads({ ada: {} } as Fixtures)).flatMap(([act, reads]) =>
  reads.map(({ input }, i) => [`${act} ${input['type'] ?? ''}`.trim(), act as ReadActionName, i] as const),
);

/** What is made anew each time it is told. */
const FRESH = /^(challenge_id|salt|token|generated_at)$/;

const lasting = (answer: Body): Body =>
  JSON.parse(JSON.stringify(answer, (name, value: Body) => (FRESH.test(name) ? undefined : value)));

/** A task and a feed for readers are other forms of what they tell. */
const inFull = (doors: readonly FacadeClient[], told: readonly Outcome[], act: ActionName): readonly Body[] =>
  told
    .filter((_, i) => doors[i]?.name !== 'a2a' && !(act === 'recent' && doors[i]?.name === 'public'))
    .map(({ result: answer }) => lasting(answer));

describe('every door tells alike', () => {
  test.each(names)('%s', async (_words, act, i) => {
    const { input, operator, except: but = [] } = createReads(stage)[act][i]!;
    const doors = clientsWith(stage.clients, act).filter(({ name }) => !but.includes(name));
    const agentAt = ({ name }: FacadeClient) => (operator || name === 'console' ? stage.operator : stage.ada);

    const told = await Promise.all(doors.map((door) => door.run(act, input, { caller: agentAt(door) })));

    expect(doors.length).toBeGreaterThan(1);
    expect(doors.map(({ name }, n) => [name, told[n]?.code])).toEqual(doors.map(({ name }) => [name, null]));
    for (const { id, ids } of told) expect([id, ids]).toEqual([told[0]?.id, told[0]?.ids]);
    const [first, ...others] = inFull(doors, told, act);
    for (const other of others) expect(findDifferences(first, other)).toEqual([]);
    expect(JSON.stringify(told[0]?.result).length).toBeGreaterThan(20);
  });
});

test.each([
  ['that share no name', { id: 1 }, { name: 'ada' }, [': id and name have no name in common']],
  [
    'with such a part',
    { id: 1, by: { id: 2 } },
    { id: 1, by: { name: 'ada' } },
    ['/by: id and name have no name in common'],
  ],
  ['of which one is a list', { nodes: [] }, { id: 1 }, [': [] and {"id":1}']],
])('answers %s do not agree', (_case, one, other, found) => {
  expect(findDifferences(one, other)).toEqual(found);
});
