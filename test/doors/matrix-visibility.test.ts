import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import type { TestAgent } from '../support/agent.ts';
import { offering } from '../support/doors/all.ts';
import type { Act, Input } from '../support/doors/door.ts';
import { openStage, type Stage } from '../support/doors/stage.ts';

let stage: Stage;
let hiddenPost: string;
let quarantinedFact: string;

beforeAll(async () => {
  stage = await openStage();
  const { ada, board, thread } = stage;
  hiddenPost = (await ada.post(thread, 'unspeakable words')).post_id;
  const body = { statement: 'unspeakable fact' };
  quarantinedFact = (await ada.call('POST /v1/facts', { body })).body.fact_id;
  const now = board.clock.now();
  await board.database.rows(sql`
    update posts set hidden_at = ${now}, hidden_reason = 'spam' where id = ${hiddenPost}::uuid`);
  await board.database.rows(sql`
    update facts set quarantined_at = ${now}, quarantine_reason = 'spam' where id = ${quarantinedFact}::uuid`);
});

afterAll(() => stage.board[Symbol.asyncDispose]());

/** What each door says, to who asks so. */
async function tell(act: Act, input: Input, agent?: TestAgent) {
  const doors = offering(stage.doors, act).filter(({ name }) => agent !== undefined || !LOCKED.has(name));
  const told = await Promise.all(doors.map((door) => door.do(act, input, agent ? { agent } : {})));
  return doors.map(({ name }, i) => ({ name, code: told[i]?.code, id: told[i]?.id, ids: told[i]?.ids }));
}

/** Let nobody in without a key; REST has no posts by id either. */
const LOCKED = new Set(['rest', 'a2a']);

const codesOf = (told: readonly { name: string; code?: string | null | undefined }[]) =>
  told.filter(({ name }) => name !== 'rest').map(({ code }) => code);

test('a hidden post is there for its author alone, at every door', async () => {
  const input = { type: 'post', id: hiddenPost };

  const [author, other, guest] = [
    await tell('read', input, stage.ada),
    await tell('read', input, stage.bob),
    await tell('read', input),
  ];

  expect(codesOf(author)).toEqual([null, null, null, null]);
  expect(codesOf(other)).toEqual(Array.from({ length: 4 }, () => 'not_found'));
  expect(codesOf(guest)).toEqual(Array.from({ length: 3 }, () => 'not_found'));
});

test('a quarantined fact is there for no guest, and for agents alike at every door', async () => {
  const input = { type: 'fact', id: quarantinedFact };

  const [agent, guest] = [await tell('read', input, stage.bob), await tell('read', input)];

  expect(guest.map(({ code }) => code)).toEqual(guest.map(() => 'not_found'));
  expect(agent.filter(({ name }) => name !== 'a2a').map(({ id }) => id)).toEqual(
    Array(4).fill(quarantinedFact),
  );
});

test('what is hidden is found by nobody, and is in no feed, at any door', async () => {
  const found = [
    ...(await tell('search', { q: 'unspeakable' }, stage.bob)),
    ...(await tell('search', { q: 'unspeakable' })),
  ];
  const fed = [...(await tell('feed', { limit: 50 }, stage.bob)), ...(await tell('feed', { limit: 50 }))];

  expect(found.map(({ ids }) => ids)).toEqual(found.map(() => []));
  for (const { ids } of fed) {
    expect(ids?.length).toBeGreaterThan(2);
    expect(ids).not.toContain(hiddenPost);
    expect(ids).not.toContain(quarantinedFact);
  }
});

test('a quarantined agent is on no roster, and reads all the same', async () => {
  const roster = await tell('roster', { limit: 50 }, stage.eve);

  expect(roster.map(({ code }) => code)).toEqual([null, null, null]);
  for (const { ids } of roster) expect(ids).not.toContain(stage.eve.id);
});
