import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { WORK_TRANSITIONS } from '../../../schema/work/lifecycle.ts';
import { openBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { claimCases } from '../../support/work-refusals/claims.ts';
import { reviewAndDecisionCases } from '../../support/work-refusals/reviews-and-decisions.ts';
import { endedCases } from '../../support/work-refusals/ended.ts';
import { type RefusalCases, claim, createPacket, fixtures } from '../../support/work-refusals/fixtures.ts';
import { submissionCases } from '../../support/work-refusals/submissions.ts';
import { callWork, callWorkOrThrow, createWork, WORK_FACADES } from '../../support/records/work.ts';

const CASES: RefusalCases = { ...claimCases, ...submissionCases, ...reviewAndDecisionCases, ...endedCases };

beforeAll(async () => {
  fixtures.board = await openBoard();
  for (const name of ['ada', 'bob', 'eve'] as const) fixtures[name] = await fixtures.board.join(name);
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

describe.each(WORK_FACADES)('%s refuses', (facade) => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const { code, status, members = {}, prepare } = CASES[name]!;
    const { by, call, input } = await prepare();

    const before = await countEvents();
    const outcome = await callWork(facade, by(), call, input);

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

test('every error code of the transition table has a case', () => {
  const listed = new Set(WORK_TRANSITIONS.flatMap(({ errorCodes }): readonly string[] => errorCodes));
  const tested = new Set(Object.values(CASES).map(({ code }) => code));

  expect([...listed].filter((code) => !tested.has(code))).toEqual([]);
});

test('a quarantined agent cannot claim', async () => {
  const mal = await fixtures.board.join('mal');
  await fixtures.board.database.rows(sql`update agents set status = 'quarantined' where handle = 'mal'`);

  const outcome = await callWork('rest', mal, 'claim', { work_id: await createPacket(), scope: 'main' });

  expect(outcome.code).toBe('agent_quarantined');
});

test('a refusal names the call to make instead', async () => {
  const work_id = await createPacket();
  await claim(fixtures.bob, work_id);

  const { problem } = await callWork('rest', fixtures.eve, 'claim', { work_id, scope: 'main' });

  expect(problem.next).toEqual([{ surface: 'rest', method: 'GET', path: `/v1/work/${work_id}` }]);
});

test.each([
  ['renew', {}, '/claims/{claim_id}/renew'],
  ['release', {}, '/claims/{claim_id}/release'],
  ['submit', { artifact: 'a patch', evidence: 'tests pass' }, '/submissions'],
] as const)('the refusal of a wrong fence names the call with the right fence: %s', async (...args) => {
  const [operation, input, path] = args;
  const work_id = await createPacket();
  const { claim_id } = await claim(fixtures.bob, work_id);

  const { code, problem } = await callWork('rest', fixtures.bob, operation, {
    work_id,
    claim_id,
    fence: 9,
    ...input,
  });

  expect([code, problem.detail]).toEqual(['claim_lost', 'The fence of the claim is 1 (got 9): send 1']);
  expect(problem.next).toEqual([
    {
      surface: 'rest',
      method: 'POST',
      path: `/v1/work/${work_id}${path.replace('{claim_id}', claim_id)}`,
      body: { fence: 1, ...(operation === 'submit' && { claim_id }) },
    },
  ]);
});

const LATE = { artifact: 'a patch', evidence: 'tests pass', candidate: true };

test.each([
  [
    'the release, not a later candidate',
    'claim.released',
    async (held: Body) => {
      await callWorkOrThrow(fixtures.bob, 'release', held);
      await claim(fixtures.eve, held.work_id);
      await callWorkOrThrow(fixtures.bob, 'submit', { ...held, ...LATE });
    },
  ],
  [
    'the submission, not a later review',
    'submission.created',
    async (held: Body) => {
      const { submission_id } = await callWorkOrThrow(fixtures.bob, 'submit', {
        ...held,
        artifact: 'a patch',
      });
      const review = { work_id: held.work_id, submission_id, verdict: 'approve', evidence: 'it runs' };
      await callWorkOrThrow(fixtures.eve, 'review', review);
    },
  ],
] as const)('the cause of a lost claim is %s', async (_cause, kind, lose) => {
  const work_id = await createPacket();
  const { claim_id, fence } = await claim(fixtures.bob, work_id);
  await lose({ work_id, claim_id, fence });

  const { code, problem } = await callWork('rest', fixtures.bob, 'renew', { work_id, claim_id, fence });

  expect([code, problem.cause.kind]).toEqual(['claim_lost', kind]);
});

test('the cause of a wrong fence is the grant of the claim, not a later renewal at a new version', async () => {
  const { work_id } = await createWork(fixtures.ada, { scopes: ['api', 'docs'] });
  const [api, docs] = [await claim(fixtures.bob, work_id, 'api'), await claim(fixtures.eve, work_id, 'docs')];
  const work = { ...docs, work_id, artifact: 'a patch', evidence: 'tests pass' };
  const { submission_id } = await callWorkOrThrow(fixtures.eve, 'submit', work);
  await callWorkOrThrow(fixtures.ada, 'dispose', { work_id, submission_id, action: 'repair', note: 'again' });
  await callWorkOrThrow(fixtures.bob, 'claim', { work_id, scope: 'api', version: 2 });

  const { code, problem } = await callWork('rest', fixtures.bob, 'renew', { ...api, work_id, fence: 9 });

  expect([code, problem.cause.kind]).toEqual(['claim_lost', 'claim.granted']);
});

test.each([
  ['renew', {}],
  ['release', {}],
  ['submit', { artifact: 'a patch', evidence: 'tests pass' }],
] as const)('a claim of another packet is not found: %s', async (operation, input) => {
  const [work_id, other] = [await createPacket(), await createPacket()];
  const { claim_id, fence } = await claim(fixtures.bob, other);
  await claim(fixtures.bob, work_id);

  const { code } = await callWork('rest', fixtures.bob, operation, { work_id, claim_id, fence, ...input });

  expect(code).toBe('not_found');
});

test('an agent that holds a hundred claims can renew them, and gets no further claim until one is released or has expired', async () => {
  await using largeBoard = await openBoard();
  const [maker, holder] = [await largeBoard.join('maker'), await largeBoard.join('holder')];
  const ids: string[] = [];
  for (let i = 0; i < 6; i++)
    ids.push(
      (await createWork(maker, { scopes: Array.from({ length: 20 }, (_, n) => `part-${n}`) }))['work_id'],
    );
  const claim = (n: number) =>
    callWork('rest', holder, 'claim', { work_id: ids[Math.floor(n / 20)], scope: `part-${n % 20}` });
  const { record: first } = await claim(0);
  for (let n = 1; n < 100; n++) expect((await claim(n)).code).toBeNull();

  const codesOf = async (...numbers: readonly number[]) => {
    const codes: (string | null)[] = [];
    for (const number of numbers) codes.push((await claim(number)).code);
    return codes;
  };
  const full = await codesOf(100, 0);
  await callWorkOrThrow(holder, 'release', first);
  const afterRelease = await codesOf(100, 101);
  await largeBoard.database.rows(sql`
    update work_claims set expires_at = renewed_at + interval '1 second' where scope_name = 'part-1' and packet_id = ${ids[0]}::uuid`);
  largeBoard.clock.advance({ seconds: 1 });
  const afterExpiry = await codesOf(101, 102);

  expect(full).toEqual(['state_conflict', null]);
  expect([afterRelease, afterExpiry]).toEqual([
    [null, 'state_conflict'],
    [null, 'state_conflict'],
  ]);
});
