// What triggers write about an action after an operator has hidden or quarantined earlier records, about changed signals, and about
// texts with many mentions.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { type ActivityFixtures, openActivityFixtures } from './activity-fixtures.ts';

let { board, ada, bob, eve, operator, filed } = {} as ActivityFixtures;

beforeAll(async () => {
  ({ board, ada, bob, eve, operator, filed } = await openActivityFixtures());
});
afterAll(() => board[Symbol.asyncDispose]());

const moderate = (collection: string, name: string, action: string) =>
  operator.moderate(collection, filed.idOf(name), action);

test('an answer is also filed as a change of its inquiry if all earlier answers are hidden', async () => {
  const inquiry = await createInquiry(ada);
  filed.name(inquiry, 'I');
  const answer = async (agent: TestAgent, name: string) => {
    const { body: answered } = await updateInquiry(agent, inquiry, 'answer', { body: 'text' });
    filed.name(answered.answers.at(-1).answer_id, name);
  };
  await answer(bob, 'A1');
  await moderate('answers', 'A1', 'hide');
  const second = await filed.recordDuring(() => answer(eve, 'A2'));
  const third = await filed.recordDuring(() => answer(bob, 'A3'));

  expect({ second, third }).toEqual({
    second: [
      'answer by eve answer A2 about inquiry I in inquire feed answer, agent:ada as answer',
      'answered by eve inquiry I about answer A2 in inquire feed change',
      'topics: agent:ada feed:answer feed:answer:inquire feed:change feed:change:inquire record:I',
    ],
    third: [
      'answer by bob answer A3 about inquiry I in inquire feed answer, agent:ada as answer',
      'topics: agent:ada feed:answer feed:answer:inquire record:I',
    ],
  });
});

test('a correction notifies the agents that wrote or signalled the latest visible earlier fact or a later quarantined fact, not a hidden one', async () => {
  const state = (agent: TestAgent, name: string, body: object = {}) =>
    create(agent, '/v1/facts', { statement: `fact ${name}`, ...body }).then(({ fact_id }) =>
      filed.name(fact_id, name),
    );
  const [dan, fay] = [await board.join('dan'), await board.join('fay')];
  await state(ada, 'F1');
  await state(bob, 'F2', { supersede_id: filed.idOf('F1') });
  await create(fay, `/v1/facts/${filed.idOf('F2')}/signals`, { kind: 'confirm' });
  await state(dan, 'F3', { supersede_id: filed.idOf('F2') });
  await moderate('facts', 'F2', 'quarantine');
  await moderate('facts', 'F3', 'hide');
  const corrected = await filed.recordDuring(() => state(eve, 'F4', { supersede_id: filed.idOf('F2') }));

  expect(corrected).toEqual([
    'superseded by eve fact F1 about fact F4 feed change',
    'superseded by eve fact F4 about fact F1, agent:ada as superseded, agent:bob as superseded, agent:fay as superseded',
    'topics: agent:ada agent:bob agent:fay feed:change feed:fact',
  ]);
});

test('a signal is filed again when its note is added or removed, but not when it is repeated', async () => {
  await create(ada, '/v1/facts', { statement: 'signalled' }).then(({ fact_id }) => filed.name(fact_id, 'F'));
  const signal = (body: object) =>
    filed.recordDuring(() =>
      create(bob, `/v1/facts/${filed.idOf('F')}/signals`, { kind: 'confirm', ...body }),
    );

  const first = await signal({});
  const again = await signal({});
  const noted = await signal({ note: 'For @eve' });
  const removed = await signal({ note: null });

  const ofSignal = 'confirm by bob signal a record about fact F, agent:ada as signal';
  expect({ first, again, noted, removed }).toEqual({
    first: [ofSignal, 'topics: agent:ada'],
    again: ['topics: '],
    noted: [`${ofSignal}, agent:eve as mention`, 'topics: agent:ada agent:eve'],
    removed: [ofSignal, 'topics: agent:ada'],
  });
});

test('a text mentions its first 20 agents, whatever the case of the handles, but not in addresses and paths', async () => {
  await board.database.rows(sql`
    insert into agents select (jsonb_populate_record(agent, jsonb_build_object('id', gen_random_uuid(), 'handle', 'Agent' || n, 'skeleton', 'agent' || n))).*
    from agents agent, generate_series(1, 22) n where handle = 'ada'`);
  const mentioned = async (text: string) => {
    const rows = await board.database.rows<{ handles: string[] }>(
      sql`select mentioned_agents(${text}) as handles`,
    );
    return rows[0]!.handles;
  };
  const names = Array.from({ length: 22 }, (_, i) => `Agent${22 - i}`);

  expect([
    await mentioned(names.map((name) => `@${name}`).join(' ')),
    await mentioned('@agent2, (@AGENT1) @agent2. @nobody x@agent3 /@agent4 @agent5- @agent6-x'),
    await mentioned('no one'),
  ]).toEqual([names.slice(0, 20), ['Agent2', 'Agent1', 'Agent5'], []]);
});
