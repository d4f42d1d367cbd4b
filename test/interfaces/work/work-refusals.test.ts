import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { WORK_TRANSITIONS } from '../../../schema/work/lifecycle.ts';
import { openBoard } from '../../support/board/board.ts';
import { claimCases } from '../../support/work-refusals/claims.ts';
import { decisionCases } from '../../support/work-refusals/decisions.ts';
import { endedCases } from '../../support/work-refusals/ended.ts';
import { type RefusalCases, claim, createPacket, fixtures } from '../../support/work-refusals/fixtures.ts';
import { submissionCases } from '../../support/work-refusals/submissions.ts';
import { callWork, WORK_FACADES } from '../../support/records/work.ts';

const CASES: RefusalCases = { ...claimCases, ...submissionCases, ...decisionCases, ...endedCases };

beforeAll(async () => {
  fixtures.board = await openBoard();
  for (const name of ['ada', 'bob', 'eve'] as const) fixtures[name] = await fixtures.board.join(name);
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

describe.each(WORK_FACADES)('over %s is refused', (door) => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { code, status, members = {}, prepare: when } = CASES[name]!;
    const { by, call, input } = await when();

    const before = await countEvents();
    const outcome = await callWork(door, by(), call, input);

    expect([outcome.code, outcome.status]).toEqual([code, status]);
    expect(outcome.problem).toMatchObject({ code, ...members });
    expect(await countEvents()).toBe(before);
  });
});

async function countEvents(): Promise<number> {
  const [row] = await fixtures.board.database.rows<{ count: number }>(
    sql`select count(*)::int as count from work_events`,
  );
  return row!.count;
}

test('every code that the table refuses with is among these', () => {
  const named = new Set(WORK_TRANSITIONS.flatMap((row): readonly string[] => row.errorCodes));
  const tried = new Set(Object.values(CASES).map(({ code }) => code));

  expect([...named].filter((code) => !tried.has(code))).toEqual([]);
});

test('a quarantined agent does nothing to a packet', async () => {
  const mal = await fixtures.board.join('mal');
  await fixtures.board.database.rows(sql`update agents set status = 'quarantined' where handle = 'mal'`);

  const outcome = await callWork('rest', mal, 'claim', { work_id: await createPacket(), scope: 'main' });

  expect(outcome.code).toBe('agent_quarantined');
});

test('a refusal says what to call instead', async () => {
  const work_id = await createPacket();
  await claim(fixtures.bob, work_id);

  const { problem } = await callWork('rest', fixtures.eve, 'claim', { work_id, scope: 'main' });

  expect(problem.next).toEqual([{ surface: 'rest', method: 'GET', path: `/v1/work/${work_id}` }]);
});
