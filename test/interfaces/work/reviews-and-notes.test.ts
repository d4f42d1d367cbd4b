// The order of the checks of a review, the digests of reviews, the notes of decisions, and redacted events.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { callWork, callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let cy: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob, cy] = [await board.join('ada'), await board.join('bob'), await board.join('cy')];
});
afterAll(() => board[Symbol.asyncDispose]());

const DIGEST = `sha256:${'0'.repeat(64)}`;

const REVIEW = { verdict: 'approve', evidence: 'Seen' };

test('a review is checked for its submission first, then for its digest, its author, and the states of packet and submission', async () => {
  const { work_id } = await createWork(ada);
  const { work_id: other } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const review = async (agent: TestAgent, more: object = {}) =>
    (await callWork('rest', agent, 'review', { work_id, submission_id, ...REVIEW, ...more })).code;
  const codes = [
    await review(bob, { work_id: other, digest: DIGEST }),
    await review(bob, { digest: DIGEST }),
    await review(bob),
    await review(cy),
    await review(cy),
  ];
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'reject', note: 'No' });
  codes.push(await review(ada, { digest: DIGEST }), await review(bob), await review(ada));
  await callWorkOrThrow(ada, 'dispose', { work_id, action: 'close', note: 'No' });
  codes.push(await review(bob), await review(ada));

  expect(codes).toEqual([
    ...['not_found', 'digest_mismatch', 'self_review', null, 'already_reviewed'],
    ...['digest_mismatch', 'self_review', 'state_conflict', 'self_review', 'state_conflict'],
  ]);
});

test('a submission is found in its packet only, and a review has the digest that its author stated', async () => {
  const { work_id } = await createWork(ada);
  const { work_id: other } = await createWork(ada);
  const { submission_id, digest } = await claimAndSubmit(bob, work_id);
  const [first, second] = [
    await callWorkOrThrow(cy, 'review', { work_id, submission_id, ...REVIEW }),
    await callWorkOrThrow(ada, 'review', { work_id, submission_id, ...REVIEW, digest }),
  ];
  const read = async (work: string) => {
    const query = `{ workPacket(id: "${work}") { submission(id: "${submission_id}") { id } } }`;
    const { body } = await ada.graphql(query);
    return body.errors?.[0].extensions.code ?? body.data.workPacket.submission.id;
  };

  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect([first.digest, second.digest]).toEqual([null, digest]);
  expect(await read(work_id)).toBe(submission_id);
  expect(await read(other)).toBe('not_found');
});

test('a submission keeps the note of its decision, and its scope has the note until a later submission is accepted', async () => {
  const { work_id } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(bob, work_id);
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'repair', note: 'More wool' });
  const read = async () => {
    const { body } = await cy.graphql(`{
      submission(id: "${submission_id}") { status decisionNote } workPacket(id: "${work_id}") { scopes { state repairNote } }
    }`);
    return [body.data.submission, ...body.data.workPacket.scopes];
  };
  const states = [await read()];
  const { claim_id, fence } = await callWorkOrThrow(cy, 'claim', { work_id, scope: 'main' });
  states.push(await read());
  const submission = { work_id, claim_id, fence, artifact: 'More', evidence: 'It is' };
  const { submission_id: next } = await callWorkOrThrow(cy, 'submit', submission);
  await callWorkOrThrow(bob, 'review', { work_id, submission_id: next, ...REVIEW });
  states.push(await read());
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id: next, action: 'accept' });
  states.push(await read());

  const decided = { status: 'repair', decisionNote: 'More wool' };
  expect(states).toEqual([
    [decided, { state: 'repair', repairNote: 'More wool' }],
    [decided, { state: 'claimed', repairNote: 'More wool' }],
    [decided, { state: 'submitted', repairNote: 'More wool' }],
    [decided, { state: 'accepted', repairNote: null }],
  ]);
});

test('an event that is stored as redacted, as after an import, is redacted for the creator of the packet, too', async () => {
  const { work_id } = await createWork(ada);
  await claimAndSubmit(bob, work_id);
  await board.database.rows(sql`alter table work_events disable trigger user`);
  await board.database.rows(
    sql`update work_events set redacted = true where packet_id = ${work_id}::uuid and kind = 'submission.created'`,
  );
  await board.database.rows(sql`alter table work_events enable trigger user`);
  const query = `{ workPacket(id: "${work_id}") { events { nodes { kind redacted } } } }`;

  const { body } = await ada.graphql(query);

  expect(body.data.workPacket.events.nodes).toEqual([
    { kind: 'packet_created', redacted: false },
    { kind: 'claim_granted', redacted: false },
    { kind: 'submission_created', redacted: true },
  ]);
});

test('the version of a submission increases when the submission is hidden, but not when it is reviewed or decided', async () => {
  const { work_id } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const read = async () =>
    (await bob.call(`GET /public/work/${work_id}/submissions/${submission_id}`)).body.version as number;
  await callWorkOrThrow(cy, 'review', { work_id, submission_id, ...REVIEW });
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'accept' });
  const decided = await read();

  const hidden = await createOperatorClient(board).moderate('submissions', submission_id, 'hide');

  expect([decided, hidden.body.version]).toEqual([1, 2]);
});
