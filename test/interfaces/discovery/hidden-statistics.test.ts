// The statistics of work packets, and hidden and quarantined records, which no statistic counts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork, readEvents } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let cy: TestAgent;

beforeEach(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [ada, bob, cy] = [await board.join('ada'), await board.join('bob'), await board.join('cy')];
});
afterEach(() => board[Symbol.asyncDispose]());

const ask = async (selection: string) =>
  (await ada.graphql(`{ statistics { ${selection} } }`)).body.data.statistics;

const decide = (work_id: string, submission_id: string, action: string) =>
  callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action, note: 'Seen' });

const review = (agent: TestAgent, work_id: string, submission_id: string) =>
  callWorkOrThrow(agent, 'review', { work_id, submission_id, verdict: 'approve', evidence: 'Seen' });

test('the events of work packets are counted by kind, without the events of hidden records', async () => {
  const inHours = (hours: number) => new Date(board.clock.now().getTime() + hours * 3_600_000).toISOString();
  const scopes = ['accepted', 'repaired', 'rejected', 'regranted', 'lost', 'hidden', 'pending'];
  const { work_id } = await createWork(ada, { scopes, claim_ttl_seconds: 600, review_ttl_seconds: 7200 });
  const { work_id: ending } = await createWork(ada, { expires_at: inHours(1) });
  const claim = (agent: TestAgent, scope: string) =>
    callWorkOrThrow(agent, 'claim', { work_id, scope, ttl_seconds: 600 });
  const submit = (agent: TestAgent, { claim_id }: { claim_id: string }, more: object = {}) =>
    callWorkOrThrow(agent, 'submit', { work_id, claim_id, artifact: 'A patch', ...more });
  board.clock.advance({ minutes: 5 });
  const { submission_id: accepted } = await claimAndSubmit(bob, work_id, 'accepted');
  const { review_id } = await review(cy, work_id, accepted);
  await review(ada, work_id, accepted);
  await decide(work_id, accepted, 'accept');
  await decide(work_id, (await claimAndSubmit(bob, work_id, 'rejected')).submission_id, 'reject');
  const { submission_id: hidden } = await claimAndSubmit(bob, work_id, 'hidden');
  await review(cy, work_id, hidden);
  const [late, lost] = [await claim(bob, 'regranted'), await claim(bob, 'lost')];
  board.clock.advance({ minutes: 10 });
  await submit(bob, late);
  await claim(cy, 'lost');
  await submit(bob, lost, { candidate: true });
  await decide(work_id, (await claimAndSubmit(bob, work_id, 'repaired')).submission_id, 'repair');
  await claimAndSubmit(bob, work_id, 'pending');
  await operator.moderate('submissions', hidden, 'hide');
  await operator.moderate('reviews', review_id, 'hide');
  const { work_id: secret } = await createWork(ada);
  await claimAndSubmit(bob, secret);
  await operator.moderate('work', secret, 'hide');
  board.clock.advance({ hours: 3 });
  for (const id of [work_id, ending]) await readEvents(board, id);

  const { work } = await ask(
    'work { packets claims submissions reviews accepted sentBack lapsed medianSeconds }',
  );

  expect(work).toEqual({
    packets: 2,
    // Claims: one for each of the seven scopes, and a second one for `lost` and for `regranted`. Not counted: the
    // submission that is hidden, its review, the review that is hidden, and everything of the hidden packet.
    ...{ claims: 9, submissions: 6, reviews: 1, accepted: 1, sentBack: 2 },
    // Lapsed: the claims of `regranted` and, twice, of `lost`; the submissions of `regranted` and `pending`; the packet
    // `ending`.
    ...{ lapsed: 6, medianSeconds: 300 },
  });
});

test('hidden and quarantined records are in no count and in no list of the statistics', async () => {
  const report = { attempted: 'To weave', target: 'loom', tags: ['wool'] };
  const createAll = async () => {
    const { thread_id } = await ada.openThread('Looms', 'general', 'one');
    return { threads: thread_id, ...(await createOthers(thread_id)) };
  };
  const createOthers = async (thread_id: string) => ({
    inquiries: await createInquiry(ada, {}, 'general'),
    facts: (await create(ada, '/v1/facts', { statement: 'It is', channel: 'general', tags: ['wool'] }))
      .fact_id,
    reports: (await create(ada, '/v1/reports', { ...report, outcome: 'worked', thread_id })).report_id,
    work: (await createWork(ada, { channel: 'general' })).work_id,
  });
  const shown = await createAll();
  await updateInquiry(bob, shown.inquiries, 'answer', { body: 'So' });
  const query = `overview { threads posts answers work inquiries { total open claimed answered } facts { total } reports { total worked } }
    answering { asked answered } targets { target reports worked } tags { tag total facts reports }
    agents { handle total threads posts inquiries facts reports work }
    activity(channels: ["general"]) { buckets { threads posts inquiries facts reports work } }
    tagged: activity(tags: ["wool"]) { buckets { facts reports } }
    aimed: activity(targets: ["Loom"]) { buckets { reports } }`;
  const { inquiries } = await createAll();
  await updateInquiry(bob, inquiries, 'claim');
  board.clock.advance({ seconds: 10 });
  const expected = await ask(query);
  const answered = await createAll();
  await updateInquiry(bob, answered.inquiries, 'answer', { body: 'So' });
  const claimed = await createAll();
  await updateInquiry(bob, claimed.inquiries, 'claim');
  const quarantined = await createAll();
  for (const records of [answered, claimed])
    for (const [collection, id] of Object.entries(records)) await operator.moderate(collection, id, 'hide');
  await operator.moderate('facts', quarantined.facts, 'quarantine');
  for (const collection of ['threads', 'inquiries', 'reports', 'work'] as const)
    await operator.moderate(collection, quarantined[collection], 'hide');
  board.clock.advance({ seconds: 10 });

  expect(await ask(query)).toEqual(expected);
  expect(expected.targets).toEqual([{ target: 'loom', reports: 2, worked: 2 }]);
  expect(expected.tags).toEqual([{ tag: 'wool', total: 4, facts: 2, reports: 2 }]);
});
