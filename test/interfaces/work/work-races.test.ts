import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  callWork,
  claimAndSubmit,
  createWork,
  callWorkOrThrow,
  type WorkOutcome,
  readEvents,
  readWork,
} from '../../support/records/work.ts';

const CROWD = 20;

let board: TestBoard;
let ada: TestAgent;
let crowd: TestAgent[];

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  crowd = await Promise.all(Array.from({ length: CROWD }, (_, i) => board.join(`worker-${i}`)));
});

afterAll(() => board[Symbol.asyncDispose]());

const countByCode = (outcomes: readonly WorkOutcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { code } of outcomes) counts[code ?? 'ok'] = (counts[code ?? 'ok'] ?? 0) + 1;
  return counts;
};

const runAll = (call: (agent: TestAgent, i: number) => Promise<WorkOutcome>) => Promise.all(crowd.map(call));

const claimAll = (work_id: string) =>
  runAll((agent) => callWork('rest', agent, 'claim', { work_id, scope: 'main' }));

async function expectOrdered(work_id: string): Promise<void> {
  const events = await readEvents(board, work_id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  const times = events.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}

test('an event is not dated before the last one when the clock goes back, and no expiration is undone', async () => {
  const [bob, eve] = crowd;
  const { work_id } = await createWork(ada, { scopes: ['a', 'b'] });
  await callWorkOrThrow(bob!, 'claim', { work_id, scope: 'a', ttl_seconds: 300 });
  board.clock.advance({ seconds: 300 });
  const { claim_id, fence } = await callWorkOrThrow(eve!, 'claim', { work_id, scope: 'b', ttl_seconds: 600 });
  const latest = board.clock.now().toISOString();
  board.clock.advance({ minutes: -2 });

  const [scope] = (await readWork(board, work_id)).scopes;
  await callWorkOrThrow(bob!, 'claim', { work_id, scope: 'a' });
  await callWorkOrThrow(eve!, 'renew', { work_id, claim_id, fence, ttl_seconds: 900 });
  await callWorkOrThrow(eve!, 'release', { work_id, claim_id, fence });
  board.clock.advance({ minutes: 2 });

  const events = await readEvents(board, work_id);
  expect(scope).toMatchObject({ state: 'open', claim: null });
  expect(events.slice(-5).map(({ kind, at }) => [kind, at])).toEqual([
    ['claim.expired', latest],
    ['claim.granted', latest],
    ['claim.granted', latest],
    ['claim.renewed', latest],
    ['claim.released', latest],
  ]);
});

describe('of concurrent calls', () => {
  test('one gets the claim, and the refusals contain its holder and expiry', async () => {
    const { work_id } = await createWork(ada);

    const outcomes = await claimAll(work_id);

    expect(countByCode(outcomes)).toEqual({ ok: 1, claim_held: 19 });
    const winner = outcomes.find(({ code }) => code === null)!.record;
    const losers = outcomes.flatMap(({ problem }) => problem ?? []);
    expect(new Set(losers.map(({ holder }) => holder))).toEqual(new Set([winner.by]));
    expect(new Set(losers.map(({ expires_at }) => expires_at))).toEqual(new Set([winner.expires_at]));
    expect((await readEvents(board, work_id)).map(({ kind }) => kind)).toEqual([
      'packet.created',
      'claim.granted',
    ]);
  });

  test('over REST and GraphQL one gets the claim', async () => {
    const { work_id } = await createWork(ada);

    const outcomes = await runAll((agent, i) =>
      callWork(i % 2 ? 'rest' : 'graphql', agent, 'claim', { work_id, scope: 'main' }),
    );

    expect(countByCode(outcomes)).toEqual({ ok: 1, claim_held: 19 });
  });

  test('one gets the scope of a claim that has expired, with the next fence and one claim.expired event', async () => {
    const { work_id } = await createWork(ada);
    const first = await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 2 });

    const [outcomes] = await Promise.all([
      claimAll(work_id),
      Promise.all(Array.from({ length: 8 }, () => readEvents(board, work_id))),
    ]);

    expect(countByCode(outcomes)).toEqual({ ok: 1, claim_held: 19 });
    const events = await readEvents(board, work_id);
    expect(events.map(({ kind, data }) => [kind, data.fence])).toEqual([
      ['packet.created', undefined],
      ['claim.granted', 1],
      ['claim.expired', 1],
      ['claim.granted', 2],
    ]);
    expect(events[2].at).toBe(first.expires_at);
  });

  test('a late submission and a new claim never both succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const { work_id } = await createWork(ada);
      const late = await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });
      board.clock.advance({ hours: 1 });
      const input = { work_id, claim_id: late.claim_id, fence: late.fence, artifact: 'x' };

      const outcomes = await runAll((agent, i) =>
        i === 0
          ? callWork('rest', agent, 'submit', input)
          : callWork('rest', agent, 'claim', { work_id, scope: 'main' }),
      );

      const isSubmitted = outcomes[0]!.code === null;
      expect(countByCode(outcomes)).toEqual(
        isSubmitted ? { ok: 1, state_conflict: 19 } : { ok: 1, claim_lost: 1, claim_held: 18 },
      );
      await expectOrdered(work_id);
    }
  });

  test('either an acceptance or a closing succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { work_id } = await createWork(ada);
      const { submission_id } = await claimAndSubmit(crowd[0]!, work_id);

      const outcomes = await runAll((_agent, i) =>
        callWork('rest', ada, 'dispose', {
          work_id,
          ...(i % 2 ? { action: 'accept', submission_id } : { action: 'close' }),
        }),
      );

      expect(countByCode(outcomes)).toEqual({ ok: 1, state_conflict: 19 });
      const winner = outcomes.findIndex(({ code }) => code === null);
      expect((await readWork(board, work_id)).status).toBe(winner % 2 ? 'accepted' : 'closed');
    }
  });

  test('one decides a submission', async () => {
    const { work_id } = await createWork(ada, { scopes: ['main', 'other'] });
    const { submission_id } = await claimAndSubmit(crowd[0]!, work_id);
    const actions = ['accept', 'reject', 'repair'];

    const outcomes = await runAll((_agent, i) =>
      callWork('rest', ada, 'dispose', { work_id, submission_id, action: actions[i % 3], note: 'because' }),
    );

    expect(countByCode(outcomes)).toEqual({ ok: 1, state_conflict: 19 });
  });

  test('one review of each reviewer is accepted and counted', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(ada, work_id);
    const input = { work_id, submission_id, verdict: 'approve', evidence: 'read it' };

    const outcomes = (
      await Promise.all([1, 2].map(() => runAll((agent) => callWork('rest', agent, 'review', input))))
    ).flat();

    expect(countByCode(outcomes)).toEqual({ ok: 20, already_reviewed: 20 });
    const { body } = await board.call(`GET /public/work/${work_id}/submissions/${submission_id}`);
    expect(body).toMatchObject({ review_count: 20, independent_review_count: 20 });
    await expectOrdered(work_id);
  });

  test('that submit candidates under one claim, one is kept', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 1 });
    await callWorkOrThrow(crowd[1]!, 'claim', { work_id, scope: 'main' });
    const late = { work_id, claim_id, artifact: 'late', candidate: true };

    const outcomes = await Promise.all(
      Array.from({ length: CROWD }, () => callWork('rest', crowd[0]!, 'submit', late)),
    );

    expect(countByCode(outcomes)).toEqual({ ok: 1, state_conflict: 19 });
    const { body } = await board.call(`GET /public/work/${work_id}/submissions`);
    expect(body).toHaveLength(1);
  });

  test('that renew or release a claim, one releases it', async () => {
    const { work_id } = await createWork(ada);
    const holder = crowd[0]!;
    const { claim_id, fence } = await callWorkOrThrow(holder, 'claim', { work_id, scope: 'main' });

    // Each renewal moves the expiry by at least a minute: a renewal that moves it by less has no event.
    const outcomes = await Promise.all(
      Array.from({ length: CROWD }, (_, i) =>
        callWork('rest', holder, i % 4 === 3 ? 'release' : 'renew', {
          work_id,
          claim_id,
          fence,
          ...(i % 4 !== 3 && { ttl_seconds: 600 + 60 * i }),
        }),
      ),
    );

    const events = await readEvents(board, work_id);
    expect(events.filter(({ kind }) => kind === 'claim.released')).toHaveLength(1);
    expect(events.at(-1).kind).toBe('claim.released');
    expect(events).toHaveLength(2 + (countByCode(outcomes)['ok'] ?? 0));
    await expectOrdered(work_id);
  });
});

describe('the database', () => {
  const expectRefused = async (statement: ReturnType<typeof sql>, message: RegExp) => {
    await expect(board.database.rows(statement)).rejects.toThrow(message);
  };

  test('refuses a second active claim on a scope', async () => {
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });

    await expectRefused(
      sql`insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds,
            renewed_at, expires_at, created_by, via, created_at)
          select gen_random_uuid(), packet_id, scope_name, 1, 2, 'active', 'open', 300, renewed_at, expires_at, 'ada',
            'rest', created_at from work_claims where packet_id = ${work_id}::uuid`,
      /work_claims_one_active_key/,
    );
  });

  test('refuses a second candidate of a claim', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 1 });
    await callWorkOrThrow(crowd[1]!, 'claim', { work_id, scope: 'main' });
    const late = { work_id, claim_id, artifact: 'late', candidate: true };
    await callWorkOrThrow(crowd[0]!, 'submit', late);

    await expectRefused(
      sql`insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status,
            candidate_of, created_by, via, created_at)
          select gen_random_uuid(), packet_id, scope_name, claim_id, 1, 2, artifact, status, candidate_of, created_by, via,
            created_at from work_submissions where claim_id = ${claim_id}::uuid`,
      /work_submissions_candidate_of_key/,
    );
  });

  test('refuses to change or delete events, reviews and submissions', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(crowd[0]!, work_id);
    await callWorkOrThrow(crowd[1]!, 'review', {
      work_id,
      submission_id,
      verdict: 'approve',
      evidence: 'read it',
    });

    await expectRefused(sql`update work_events set kind = 'claim.released'`, /append-only/);
    await expectRefused(sql`delete from work_events`, /append-only/);
    await expectRefused(sql`truncate work_events`, /append-only/);
    await expectRefused(sql`update work_reviews set verdict = 'reject'`, /immutable/);
    await expectRefused(sql`delete from work_reviews`, /append-only/);
    await expectRefused(sql`delete from work_submissions`, /append-only/);
    await expectRefused(sql`update work_submissions set artifact = '"y"'`, /immutable/);
    await expectRefused(sql`update work_submissions set created_by = 'ada'`, /immutable/);
  });
});
