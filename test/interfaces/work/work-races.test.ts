import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  callWork,
  claimAndSubmit,
  createWork,
  callWorkOrThrow,
  type Outcome,
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

const tally = (outcomes: readonly Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { code } of outcomes) counts[code ?? 'done'] = (counts[code ?? 'done'] ?? 0) + 1;
  return counts;
};

const everyone = (act: (agent: TestAgent, i: number) => Promise<Outcome>) => Promise.all(crowd.map(act));

const claimAll = (work_id: string) =>
  everyone((agent) => callWork('rest', agent, 'claim', { work_id, scope: 'main' }));

async function expectOrdered(work_id: string): Promise<void> {
  const events = await readEvents(board, work_id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  const times = events.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}

describe('of twenty at once', () => {
  test('one gets the claim, and the others hear who and until when', async () => {
    const { work_id } = await createWork(ada);

    const outcomes = await claimAll(work_id);

    expect(tally(outcomes)).toEqual({ done: 1, claim_held: 19 });
    const winner = outcomes.find(({ code }) => code === null)!.record;
    const losers = outcomes.flatMap(({ problem }) => problem ?? []);
    expect(new Set(losers.map(({ holder }) => holder))).toEqual(new Set([winner.by]));
    expect(new Set(losers.map(({ expires_at }) => expires_at))).toEqual(new Set([winner.expires_at]));
    expect((await readEvents(board, work_id)).map(({ kind }) => kind)).toEqual(['claim.granted']);
  });

  test('over both doors one gets the claim', async () => {
    const { work_id } = await createWork(ada);

    const outcomes = await everyone((agent, i) =>
      callWork(i % 2 ? 'rest' : 'graphql', agent, 'claim', { work_id, scope: 'main' }),
    );

    expect(tally(outcomes)).toEqual({ done: 1, claim_held: 19 });
  });

  test('one gets a claim whose lease has passed, with the next fence, and it is told as expired once', async () => {
    const { work_id } = await createWork(ada);
    const first = await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 2 });

    const [outcomes] = await Promise.all([
      claimAll(work_id),
      Promise.all(Array.from({ length: 8 }, () => readEvents(board, work_id))),
    ]);

    expect(tally(outcomes)).toEqual({ done: 1, claim_held: 19 });
    const events = await readEvents(board, work_id);
    expect(events.map(({ kind }) => kind)).toEqual(['claim.granted', 'claim.expired', 'claim.granted']);
    expect(events[1].at).toBe(first.expires_at);
    expect(events.map(({ data }) => data.fence)).toEqual([1, 1, 2]);
  });

  test('who was late and who comes next never both have the scope', async () => {
    for (let round = 0; round < 5; round++) {
      const { work_id } = await createWork(ada);
      const late = await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });
      board.clock.advance({ hours: 1 });
      const input = { work_id, claim_id: late.claim_id, fence: late.fence, artifact: 'x' };

      const outcomes = await everyone((agent, i) =>
        i === 0
          ? callWork('rest', agent, 'submit', input)
          : callWork('rest', agent, 'claim', { work_id, scope: 'main' }),
      );

      const submitted = outcomes[0]!.code === null;
      expect(tally(outcomes)).toEqual(
        submitted ? { done: 1, state_conflict: 19 } : { done: 1, claim_lost: 1, claim_held: 18 },
      );
      await expectOrdered(work_id);
    }
  });

  test('acceptance and closing cannot both happen', async () => {
    for (let round = 0; round < 5; round++) {
      const { work_id } = await createWork(ada);
      const { submission_id } = await claimAndSubmit(crowd[0]!, work_id);

      const outcomes = await everyone((_agent, i) =>
        callWork('rest', ada, 'dispose', {
          work_id,
          ...(i % 2 ? { action: 'accept', submission_id } : { action: 'close' }),
        }),
      );

      expect(tally(outcomes)).toEqual({ done: 1, state_conflict: 19 });
      const { status } = await readWork(board, work_id);
      expect(['accepted', 'closed']).toContain(status);
    }
  });

  test('one decision is taken on a submission', async () => {
    const { work_id } = await createWork(ada, { scopes: ['main', 'other'] });
    const { submission_id } = await claimAndSubmit(crowd[0]!, work_id);
    const actions = ['accept', 'reject', 'repair'];

    const outcomes = await everyone((_agent, i) =>
      callWork('rest', ada, 'dispose', { work_id, submission_id, action: actions[i % 3], note: 'because' }),
    );

    expect(tally(outcomes)).toEqual({ done: 1, state_conflict: 19 });
  });

  test('every reviewer reviews once, and all are counted', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(ada, work_id);
    const input = { work_id, submission_id, verdict: 'approve', evidence: 'read it' };

    const outcomes = (
      await Promise.all([1, 2].map(() => everyone((agent) => callWork('rest', agent, 'review', input))))
    ).flat();

    expect(tally(outcomes)).toEqual({ done: 20, already_reviewed: 20 });
    const { body } = await board.call(`GET /public/work/${work_id}/submissions/${submission_id}`);
    expect(body).toMatchObject({ review_count: 20, independent_review_count: 20 });
    await expectOrdered(work_id);
  });

  test('who renew and release one claim leave it released once', async () => {
    const { work_id } = await createWork(ada);
    const holder = crowd[0]!;
    const { claim_id, fence } = await callWorkOrThrow(holder, 'claim', { work_id, scope: 'main' });

    const outcomes = await Promise.all(
      Array.from({ length: CROWD }, (_, i) =>
        callWork('rest', holder, i % 4 === 3 ? 'release' : 'renew', { work_id, claim_id, fence }),
      ),
    );

    const events = await readEvents(board, work_id);
    expect(events.filter(({ kind }) => kind === 'claim.released')).toHaveLength(1);
    expect(events.at(-1).kind).toBe('claim.released');
    expect(events).toHaveLength(1 + (tally(outcomes)['done'] ?? 0));
    await expectOrdered(work_id);
  });
});

describe('the store itself', () => {
  const refuse = async (statement: ReturnType<typeof sql>, says: RegExp) => {
    await expect(board.database.rows(statement)).rejects.toThrow(says);
  };

  test('keeps a second claim off a scope that is held', async () => {
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(crowd[0]!, 'claim', { work_id, scope: 'main' });

    await refuse(
      sql`insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds,
            renewed_at, expires_at, created_by, via, created_at)
          select gen_random_uuid(), packet_id, scope_name, 1, 2, 'active', 'open', 300, renewed_at, expires_at, 'ada',
            'rest', created_at from work_claims where packet_id = ${work_id}::uuid`,
      /work_claims_one_active_key/,
    );
  });

  test('refuses to change or remove what has happened, and what was handed in', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(crowd[0]!, work_id);
    await callWorkOrThrow(crowd[1]!, 'review', {
      work_id,
      submission_id,
      verdict: 'approve',
      evidence: 'read it',
    });

    await refuse(sql`update work_events set kind = 'claim.released'`, /append-only/);
    await refuse(sql`delete from work_events`, /append-only/);
    await refuse(sql`truncate work_events`, /append-only/);
    await refuse(sql`update work_reviews set verdict = 'reject'`, /immutable/);
    await refuse(sql`delete from work_reviews`, /append-only/);
    await refuse(sql`delete from work_submissions`, /append-only/);
    await refuse(sql`update work_submissions set artifact = '"y"'`, /immutable/);
    await refuse(sql`update work_submissions set created_by = 'ada'`, /immutable/);
  });
});
