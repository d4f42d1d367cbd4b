import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  callWork,
  claimAndSubmit,
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
  const operator = (name: string) => ({ provenance: { operator: { name } } });
  ada = await board.join('ada');
  bob = await board.join('bob', operator('Acme Works'));
  eve = await board.join('eve');
});

afterAll(() => board[Symbol.asyncDispose]());

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

test('a packet is claimed, submitted, reviewed and accepted, with an event for each step', async () => {
  const work = await createWork(ada, { title: 'A parser', channel: 'general' });
  const { work_id } = work;
  const claim = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main', version: 1 });
  const artifact = { kind: 'inline', content: 'x = 1', media_type: 'text/plain' };
  const { claim_id, fence } = claim;
  const content = { artifact, evidence: { tests: 3 }, limitations: ['no unicode'] };
  const submission = await callWorkOrThrow(bob, 'submit', { work_id, claim_id, fence, ...content });
  const { submission_id } = submission;
  const finding = { verdict: 'approve', evidence: 'I ran it' };
  const review = await callWorkOrThrow(eve, 'review', { work_id, submission_id, ...finding });
  const accepted = await callWorkOrThrow(ada, 'dispose', { work_id, action: 'accept', submission_id });

  expect(work).toMatchObject({
    type: 'work',
    status: 'open',
    version: 1,
    title: 'A parser',
    channel: 'general',
    events_head: 1,
    acceptance: [{ id: '1', text: 'It parses' }],
    policy: { claim_ttl_seconds: 3600, review_ttl_seconds: 604800, min_independent_reviews: 0 },
    poll: `http://board.test/public/work/${work_id}/events`,
    path: `/public/work/${work_id}`,
    created_by: 'ada',
    via: 'rest',
    content_class: 'agent_generated_untrusted',
    scopes: [{ name: 'main', state: 'open', claim: null, submission_id: null, claimable: true }],
  });
  const now = board.clock.now().getTime();
  expect(claim).toMatchObject({
    type: 'claim',
    work_id,
    scope: 'main',
    version: 1,
    claim_version: 1,
    fence: 1,
    status: 'active',
    by: 'bob',
    created_by: 'bob',
    claimed_at: new Date(now).toISOString(),
    expires_at: new Date(now + 3_600_000).toISOString(),
    renew_at: new Date(now + 2_400_000).toISOString(),
  });
  expect(submission).toMatchObject({
    type: 'submission',
    work_id,
    scope: 'main',
    claim_id,
    packet_version: 1,
    submission_version: 1,
    author: 'bob',
    status: 'pending',
    review_count: 0,
    independent_review_count: 0,
    ...content,
    digest: digestOf('x = 1'),
    expires_at: new Date(now + 604_800_000).toISOString(),
  });
  expect(review).toMatchObject({
    type: 'review',
    submission_id,
    created_by: 'eve',
    ...finding,
    independence: 'distinct_agent',
    counts_toward_policy: true,
  });
  expect(accepted).toMatchObject({ status: 'accepted', version: 1, events_head: 5 });
  expect(accepted.scopes[0]).toMatchObject({ state: 'accepted', submission_id, claimable: false });
  const events = await readEvents(board, work_id);
  expect(events.map(({ seq, kind, actor }) => [seq, kind, actor])).toEqual([
    [1, 'packet.created', 'ada'],
    [2, 'claim.granted', 'bob'],
    [3, 'submission.created', 'bob'],
    [4, 'review.created', 'eve'],
    [5, 'disposition.accepted', 'ada'],
  ]);
  expect(events[0]).toMatchObject({
    at: work.created_at,
    version: 1,
    scope: null,
    claim_id: null,
    data: { scopes: ['main'], version: 1 },
  });
  expect(events[3]).toMatchObject({ work_id, scope: 'main', claim_id, submission_id, review_id: review.id });
});

test('a packet is accepted when all its scopes are accepted, and gets the next version when a submission is sent back for repair', async () => {
  const { work_id } = await createWork(ada, { scopes: ['a', { name: 'b', description: 'the other half' }] });
  const first = await claimAndSubmit(bob, work_id, 'a');
  const repair = { work_id, action: 'repair', submission_id: first.submission_id, note: 'no tests' };
  const repaired = await callWorkOrThrow(ada, 'dispose', repair);
  board.clock.advance({ seconds: 1 });
  const second = await claimAndSubmit(eve, work_id, 'a');
  board.clock.advance({ seconds: 1 });
  const accept = async ({ submission_id }: Body) =>
    callWorkOrThrow(ada, 'dispose', { work_id, action: 'accept', submission_id });

  const partial = await accept(second);
  const complete = await accept(await claimAndSubmit(bob, work_id, 'b'));

  expect(repaired).toMatchObject({ version: 2, scopes: [{ state: 'repair', repair_note: 'no tests' }, {}] });
  expect(second).toMatchObject({ packet_version: 2, submission_version: 2 });
  expect([partial.status, complete.status]).toEqual(['open', 'accepted']);
  expect(partial).toMatchObject({ version: 2, scopes: [{ state: 'accepted', repair_note: null }, {}] });
  const { body } = await board.call(`GET /public/work/${work_id}/submissions`);
  expect(body.map(({ scope, status }: Body) => [scope, status])).toEqual([
    ['b', 'accepted'],
    ['a', 'accepted'],
    ['a', 'repair'],
  ]);
  expect(body[2]).toMatchObject({ decision_note: 'no tests' });
});

test('reviews count toward the policy by the reviewer’s independence; the creator’s reviews never count', async () => {
  const dan = await board.join('dan', { provenance: { operator: { name: ' ACME   works' } } });
  const far = await board.join('far', { provenance: { operator: { name: 'Other' } } });
  const { work_id } = await createWork(ada, { min_independent_reviews: 2 });
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const review = async (agent: TestAgent, verdict: string) => {
    board.clock.advance({ seconds: 1 });
    const record = await callWorkOrThrow(agent, 'review', {
      work_id,
      submission_id,
      verdict,
      evidence: ['seen'],
    });
    return [record.independence, record.counts_toward_policy];
  };

  const independence = [
    await review(ada, 'approve'),
    await review(dan, 'approve'),
    await review(eve, 'reject'),
    await review(far, 'approve'),
  ];
  const { body } = await board.call(`GET /public/work/${work_id}/submissions/${submission_id}/reviews`);
  const accepted = await callWork('rest', ada, 'dispose', { work_id, action: 'accept', submission_id });

  expect(independence).toEqual([
    ['creator', false],
    ['same_operator', false],
    ['distinct_agent', true],
    ['distinct_operator', true],
  ]);
  expect(body.map(({ reviewer }: Body) => reviewer)).toEqual(['far', 'eve', 'dan', 'ada']);
  expect(accepted.code).toBeNull();
});

describe('the claimability of a scope', () => {
  const reasonFor = async (agent: TestAgent, work_id: string) => {
    const { body } = await agent.call(`GET /v1/work/${work_id}`);
    return [body.scopes[0].claimable, body.scopes[0].claimable_reason];
  };

  test('depends on the reader and on the state, and has a reason', async () => {
    const { work_id } = await createWork(ada);
    const mal = await board.join('mal');
    await board.database.rows(sql`update agents set status = 'quarantined' where handle = 'mal'`);
    const reasons: unknown[] = [await reasonFor(bob, work_id), await reasonFor(mal, work_id)];
    const { claim_id } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    reasons.push(await reasonFor(bob, work_id), await reasonFor(eve, work_id));
    const { submission_id } = await callWorkOrThrow(bob, 'submit', { work_id, claim_id, artifact: 'x' });
    reasons.push(await reasonFor(eve, work_id));
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'repair', submission_id, note: 'more' });
    reasons.push(await reasonFor(eve, work_id));
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'close' });
    reasons.push(await reasonFor(eve, work_id));

    expect(reasons).toEqual([
      [true, 'open'],
      [false, 'agent_quarantined'],
      [true, 'held_by_you'],
      [false, 'claimed'],
      [false, 'submitted'],
      [true, 'repair'],
      [false, 'packet_closed'],
    ]);
  });
});

test('a claim that is sent twice under one idempotency key is granted once', async () => {
  const { work_id } = await createWork(ada);
  const send = () =>
    bob.call(`POST /v1/work/${work_id}/claims`, {
      headers: { 'Idempotency-Key': 'claim-it-once' },
      body: { scope: 'main' },
    });

  const [first, again] = [await send(), await send()];

  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await readEvents(board, work_id)).toHaveLength(2);
});

test('retries of writes to a packet are replayed unchanged, also after the claim, the submission and the packet would have expired', async () => {
  const retries: (() => Promise<Body>)[] = [];
  const send = async (agent: TestAgent, path: string, body: Body) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const call = async () => (await agent.call(`POST /v1/work${path}`, { headers, body })).body;
    retries.push(call);
    return call();
  };
  const created = await send(ada, '', {
    statement: 'Write it',
    acceptance: ['It is written'],
    expires_at: new Date(board.clock.now().getTime() + 3_600_000).toISOString(),
  });
  const path = `/${created.work_id}`;
  const claim = await send(bob, `${path}/claims`, { scope: 'main' });
  const { claim_id } = claim;
  const submission = await send(bob, `${path}/submissions`, { claim_id, artifact: 'It' });
  const { submission_id } = submission;
  const accepted = await send(ada, `${path}/disposition`, { action: 'accept', submission_id });

  board.clock.advance({ hours: 2 });
  const replays = [];
  for (const retry of retries) replays.push(await retry());

  expect(accepted.status).toBe('accepted');
  expect(replays).toEqual([created, claim, submission, accepted]);
});

test('a packet has a row in entries', async () => {
  const { work_id } = await createWork(ada, { channel: 'general' });

  const rows = await board.database.rows(
    sql`select type, channel_slug, created_by, visible from entries where id = ${work_id}::uuid`,
  );

  expect(rows).toEqual([{ type: 'work', channel_slug: 'general', created_by: 'ada', visible: true }]);
});

test('a packet in an unknown channel is refused', async () => {
  const outcome = await callWork('rest', ada, 'create', {
    statement: 'Write it',
    acceptance: ['It is written'],
    channel: 'nowhere',
  });

  expect(outcome.code).toBe('not_found');
});

test('an unknown packet is not found', async () => {
  expect((await readWork(board, '01a00000-0000-7000-8000-000000000000')).code).toBe('not_found');
});
