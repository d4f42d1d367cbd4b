import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  callWork,
  claimAndSubmit,
  readEventKinds,
  createWork,
  callWorkOrThrow,
  readEvents,
  readWork,
} from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

const inSeconds = (seconds: number) => new Date(board.clock.now().getTime() + seconds * 1000).toISOString();
const countEvents = async (work_id: string): Promise<number> => {
  const [row] = await board.database.rows<{ count: number }>(
    sql`select count(*)::int as count from work_events where packet_id = ${work_id}::uuid`,
  );
  return row!.count;
};

describe('without a write', () => {
  test('a scope reads as open when its claim has expired, and no event is stored', async () => {
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    // The second read is six seconds after the first, so it does not get the shared response, which lives for five seconds.
    board.clock.advance({ seconds: 3594 });
    const before = await readWork(board, work_id);
    board.clock.advance({ seconds: 6 });

    const [scope] = (await readWork(board, work_id)).scopes;

    expect(before.scopes[0]).toMatchObject({ state: 'claimed', claim: { by: 'bob', fence: 1 } });
    expect(scope).toMatchObject({
      ...{ state: 'open', claim: null, claimable: true, claimable_reason: 'open' },
      fence: 1,
    });
    expect(await countEvents(work_id)).toBe(2);
  });

  test('a packet’s events include expirations in order, at the exact times and with stable ids', async () => {
    const { work_id } = await createWork(ada, {
      scopes: ['a', 'b'],
      review_ttl_seconds: 600,
      expires_at: inSeconds(86_400),
    });
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'b', ttl_seconds: 900 });
    await claimAndSubmit(eve, work_id, 'a');
    const start = board.clock.now().getTime();
    board.clock.advance({ days: 3 });

    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => readEvents(board, work_id)));

    for (const other of others) expect(other).toEqual(first);
    const expirations = first!.slice(4).map(({ seq, kind, scope, actor, at }) => ({
      seq,
      kind,
      scope,
      actor,
      after: (Date.parse(at) - start) / 1000,
    }));
    expect(expirations).toEqual([
      { seq: 5, kind: 'submission.lapsed', scope: 'a', actor: null, after: 600 },
      { seq: 6, kind: 'claim.expired', scope: 'b', actor: null, after: 900 },
      { seq: 7, kind: 'packet.expired', scope: null, actor: null, after: 86_400 },
    ]);
    expect(await readWork(board, work_id)).toMatchObject({ status: 'expired', events_head: 7 });
  });

  test('an expired packet is listed as expired, not as open', async () => {
    const { work_id } = await createWork(ada, { expires_at: inSeconds(60) });
    const idsOf = async (status: string) =>
      (await board.call(`GET /public/work?status=${status}`)).body.map((packet: Body) => packet.work_id);
    const before = await idsOf('open');
    board.clock.advance({ seconds: 60 });

    const [open, expired, both, all] = [
      await idsOf('open'),
      await idsOf('expired'),
      await idsOf('open,expired'),
      await idsOf('all'),
    ];

    expect(before).toContain(work_id);
    expect(open).not.toContain(work_id);
    expect(expired).toContain(work_id);
    expect(both).toContain(work_id);
    expect(all).toContain(work_id);
    expect(await countEvents(work_id)).toBe(1);
  });

  test('a claim ends with its packet', async () => {
    const expires_at = inSeconds(400);
    const { work_id } = await createWork(ada, { expires_at });
    const claim = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ seconds: 400 });

    const { body } = await eve.graphql(`{ node(id: "${claim.claim_id}") { ... on Claim { status } } }`);

    expect(claim.expires_at).toBe(expires_at);
    expect(await readEventKinds(board, work_id)).toEqual([
      'packet.created',
      'claim.granted',
      'packet.expired',
    ]);
    expect(body.data.node.status).toBe('expired');
  });

  test('a submission whose review window has ended reads as lapsed, and its scope is open', async () => {
    const { work_id } = await createWork(ada, { review_ttl_seconds: 300 });
    const { submission_id } = await claimAndSubmit(bob, work_id);
    board.clock.advance({ seconds: 300 });

    const { body } = await board.call(`GET /public/work/${work_id}/submissions/${submission_id}`);

    expect(body.status).toBe('lapsed');
    expect((await readWork(board, work_id)).scopes[0]).toMatchObject({ state: 'open', submission_id: null });
  });
});

describe('a claim', () => {
  test('is renewed when its holder claims again', async () => {
    const { work_id } = await createWork(ada);
    const first = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ minutes: 10 });

    const again = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });

    expect(again).toMatchObject({ claim_id: first.claim_id, fence: 1, claim_version: 2, status: 'active' });
    expect(Date.parse(again.expires_at) - Date.parse(first.expires_at)).toBe(600_000);
    expect(await readEventKinds(board, work_id)).toEqual([
      'packet.created',
      'claim.granted',
      'claim.renewed',
    ]);
  });

  test('is not changed by a renewal that moves its expiry by less than a minute', async () => {
    const { work_id } = await createWork(ada);
    const first = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    const { claim_id, fence } = first;
    board.clock.advance({ seconds: 59 });

    const claimed = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    const renewed = await callWorkOrThrow(bob, 'renew', { work_id, claim_id, fence });
    const shortened = await callWorkOrThrow(bob, 'renew', { work_id, claim_id, fence, ttl_seconds: 300 });

    for (const claim of [claimed, renewed])
      expect(claim).toMatchObject({ claim_id, claim_version: 1, expires_at: first.expires_at });
    expect(shortened).toMatchObject({ claim_id, claim_version: 2, expires_at: inSeconds(300) });
    expect(await readEventKinds(board, work_id)).toEqual([
      'packet.created',
      'claim.granted',
      'claim.renewed',
    ]);
  });

  test('lasts for the requested time, at most for the packet’s claim_ttl_seconds', async () => {
    const { work_id } = await createWork(ada, { scopes: ['a', 'b'], claim_ttl_seconds: 600 });

    const [short, long] = [
      await callWorkOrThrow(bob, 'claim', { work_id, scope: 'a', ttl_seconds: 300 }),
      await callWorkOrThrow(bob, 'claim', { work_id, scope: 'b', ttl_seconds: 3600 }),
    ];

    const durationOf = ({ claimed_at, expires_at }: Body) => Date.parse(expires_at) - Date.parse(claimed_at);
    expect([durationOf(short), durationOf(long)]).toEqual([300_000, 600_000]);
  });

  test('renewed in time outlives its first lease', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id, fence } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ seconds: 3599 });
    await callWorkOrThrow(bob, 'renew', { work_id, claim_id, fence });
    board.clock.advance({ seconds: 3599 });

    const outcome = await callWork('rest', eve, 'claim', { work_id, scope: 'main' });

    expect(outcome.code).toBe('claim_held');
  });

  test('on a scope in repair returns the scope to repair when the claim expires', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(bob, work_id);
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'repair', submission_id, note: 'no tests' });
    await callWorkOrThrow(eve, 'claim', { work_id, scope: 'main', version: 2 });
    board.clock.advance({ hours: 1 });

    const packet = await readWork(board, work_id);

    expect(packet).toMatchObject({ version: 2, status: 'open' });
    expect(packet.scopes[0]).toMatchObject({ state: 'repair', claimable: true, repair_note: 'no tests' });
  });

  test('is granted again for a late submission of its last holder when the scope is free', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id, fence } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 5 });

    const submission = await callWorkOrThrow(bob, 'submit', { work_id, claim_id, fence, artifact: 'late' });

    expect(submission.status).toBe('pending');
    const events = await readEvents(board, work_id);
    expect(events.map(({ kind, data }) => [kind, data.fence])).toEqual([
      ['packet.created', undefined],
      ['claim.granted', 1],
      ['claim.expired', 1],
      ['claim.regranted', 2],
      ['submission.created', undefined],
    ]);
    const query = `{ node(id: "${claim_id}") { ... on Claim { version fence status } } }`;
    expect((await bob.graphql(query)).body.data.node).toEqual({ version: 2, fence: 2, status: 'submitted' });
  });

  test('that is lost allows a candidate submission, which leaves the scope unchanged', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 1 });
    const held = await callWorkOrThrow(eve, 'claim', { work_id, scope: 'main' });

    const candidate = await callWorkOrThrow(bob, 'submit', {
      work_id,
      claim_id,
      artifact: 'late',
      candidate: true,
    });

    expect(candidate).toMatchObject({ status: 'candidate', expires_at: null, submission_version: 1 });
    const [scope] = (await readWork(board, work_id)).scopes;
    expect(scope).toMatchObject({
      state: 'claimed',
      submission_id: null,
      claim: { claim_id: held.claim_id },
    });
    const submission = await callWorkOrThrow(eve, 'submit', {
      work_id,
      claim_id: held.claim_id,
      artifact: 'in time',
    });
    expect(submission).toMatchObject({ status: 'pending', submission_version: 2 });
  });

  test('that is lost allows one candidate, and a repeated request gets the same candidate', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ hours: 1 });
    await callWorkOrThrow(eve, 'claim', { work_id, scope: 'main' });
    const submit = (artifact: string, key: string) =>
      bob.call(`POST /v1/work/${work_id}/submissions`, {
        body: { claim_id, artifact, evidence: { a: [1, 2] }, candidate: true },
        headers: { 'Idempotency-Key': key },
      });

    const first = await submit('late', 'candidate-1');
    const repeated = await submit('late', 'candidate-1');
    const second = await submit('later', 'candidate-2');

    expect([repeated.status, repeated.text]).toEqual([200, first.text]);
    expect([second.status, second.body.code, second.body.detail]).toEqual([
      409,
      'state_conflict',
      'A candidate was already submitted under this claim; a claim has one candidate',
    ]);
  });

  test('on an older version moves to the current version when its holder claims again', async () => {
    const { work_id } = await createWork(ada, { scopes: ['a', 'b'] });
    const { claim_id } = await callWorkOrThrow(eve, 'claim', { work_id, scope: 'b' });
    const { submission_id } = await claimAndSubmit(bob, work_id, 'a');
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'repair', submission_id, note: 'more' });
    const refused = await callWork('rest', eve, 'submit', { work_id, claim_id, artifact: 'x' });

    const renewed = await callWorkOrThrow(eve, 'claim', { work_id, scope: 'b', version: 2 });
    const submission = await callWorkOrThrow(eve, 'submit', { work_id, claim_id, artifact: 'x' });

    expect(refused.code).toBe('version_conflict');
    expect(renewed).toMatchObject({ claim_id, version: 2, claim_version: 2 });
    expect(submission).toMatchObject({ packet_version: 2, status: 'pending' });
  });
});
