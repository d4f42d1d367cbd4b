// What triggers write about each action on a work packet: the activities, the inboxes and watches under which they are filed, and
// the topics of the transaction.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { saveExpiredPackets } from '../../../src/background/expired-packets.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';
import { type ActivityFixtures, openActivityFixtures } from './activity-fixtures.ts';

let { board, ada, bob, eve, operator, filed } = {} as ActivityFixtures;

beforeAll(async () => {
  ({ board, ada, bob, eve, operator, filed } = await openActivityFixtures());
});
afterAll(() => board[Symbol.asyncDispose]());

test('actions on work packets, except renewals of claims, are filed as activities', async () => {
  await filed.watch('eve', 'channel:general', 'by:ada', 'by:bob', 'by:eve');
  let work = '';
  const created = await filed.recordDuring(async () => {
    const packet = await createWork(ada, {
      statement: 'For @bob',
      scopes: ['a', 'b', 'c'],
      channel: 'general',
    });
    filed.name((work = packet.work_id as string), 'W');
  });
  await filed.watch('eve', `work:${work}`);
  const call = (agent: TestAgent, step: Parameters<typeof callWorkOrThrow>[1], input: object) =>
    callWorkOrThrow(agent, step, { work_id: work, ...input });
  const steps: Record<string, readonly string[]> = { created };
  let claim: { claim_id: string; fence: number };
  let submission: { submission_id: string };
  const step = async (name: string, act: () => Promise<unknown>) => {
    steps[name] = await filed.recordDuring(act);
  };
  await step('claimed', async () => {
    claim = await call(bob, 'claim', { scope: 'a', ttl_seconds: 3600 });
    filed.name(claim.claim_id, 'C1');
  });
  await step('renewed', () => call(bob, 'renew', claim));
  await step('submitted', async () => {
    submission = await call(bob, 'submit', { ...claim, artifact: 'x', evidence: 'y' });
    filed.name(submission.submission_id, 'S1');
  });
  await step('reviewed', async () => {
    const { review_id } = await call(eve, 'review', {
      ...submission,
      verdict: 'approve',
      evidence: ['fine'],
    });
    filed.name(review_id, 'V1');
  });
  await step('repaired', () => call(ada, 'dispose', { ...submission, action: 'repair', note: 'tighter' }));
  await step('claimed again', async () => {
    claim = await call(eve, 'claim', { scope: 'a', ttl_seconds: 300 });
    filed.name(claim.claim_id, 'C2');
  });
  await step('released', () => call(eve, 'release', claim));
  await step('review hidden', () => operator.moderate('reviews', filed.idOf('V1'), 'hide'));
  await step('closed', () => call(ada, 'dispose', { action: 'close' }));

  expect(steps).toEqual({
    created: [
      'packet.created by ada work W about work W in general, agent:bob as mention, by:ada as watch, channel:general as watch',
      'topics: agent:bob by:ada channel:general feed:work feed:work:general record:W',
    ],
    claimed: [
      'claim.granted by bob claim C1 about work W in general, agent:ada as work_claimed, by:bob as watch, work:W as watch',
      'topics: agent:ada by:bob record:W work:W',
    ],
    renewed: ['topics: '],
    submitted: [
      'submission.created by bob submission S1 about work W in general, agent:ada as submission, by:bob as watch, work:W as watch',
      'topics: agent:ada by:bob record:W work:W',
    ],
    reviewed: [
      'review.created by eve review V1 about work W in general, agent:ada as review, agent:bob as review, by:eve as watch, work:W as watch',
      'topics: agent:ada agent:bob by:eve record:W work:W',
    ],
    repaired: [
      'repair by ada submission S1 about work W in general feed change, agent:bob as decision, by:ada as watch, work:W as watch',
      'topics: agent:bob by:ada feed:change feed:change:general record:W work:W',
    ],
    'claimed again': [
      'claim.granted by eve claim C2 about work W in general, agent:ada as work_claimed, by:eve as watch, work:W as watch',
      'topics: agent:ada by:eve record:W work:W',
    ],
    released: [
      'claim.released by eve claim C2 about work W in general, by:eve as watch, work:W as watch',
      'topics: by:eve record:W work:W',
    ],
    'review hidden': ['hide_review by nobody review V1, agent:eve as moderation', 'topics: agent:eve'],
    closed: [
      'closed by ada work W about work W in general feed change, by:ada as watch, work:W as watch',
      'topics: by:ada feed:change feed:change:general record:W work:W',
    ],
  });
});

test('expirations of claims, submissions and work packets are filed as activities', async () => {
  await filed.watch('eve', 'by:ada', 'by:bob');
  const packet = await createWork(ada, {
    scopes: ['a', 'b', 'c'],
    channel: 'general',
  });
  const work_id = packet.work_id as string;
  filed.name(work_id, 'W');
  await filed.watch('eve', `work:${work_id}`);
  const ofBob = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'a', ttl_seconds: 300 });
  const ofEve = await callWorkOrThrow(eve, 'claim', { work_id, scope: 'b', ttl_seconds: 3600 });
  filed.name(ofBob.claim_id as string, 'C1');
  const submission = await callWorkOrThrow(eve, 'submit', {
    work_id,
    ...ofEve,
    artifact: 'x',
    evidence: 'y',
  });
  filed.name(submission.submission_id as string, 'S1');

  const expired = [];
  for (const time of [{ minutes: 6 }, { days: 30 }]) {
    board.clock.advance(time);
    expired.push(await filed.recordDuring(() => saveExpiredPackets(board.database, board.clock)));
  }

  expect(expired).toEqual([
    [
      'claim.expired by nobody claim C1 about work W in general, agent:ada as claim_expired, agent:bob as claim_expired, work:W as watch',
      'topics: agent:ada agent:bob record:W work:W',
    ],
    [
      'packet.expired by nobody work W about work W in general, agent:ada as packet_expired, agent:eve as packet_expired, work:W as watch',
      'submission.lapsed by nobody submission S1 about work W in general, agent:ada as decision, agent:eve as decision, work:W as watch',
      'topics: agent:ada agent:eve record:W work:W',
    ],
  ]);
});
