// The entries of home, the summary for an agent: their fields, their order, and when home has them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let testCount = 0;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(async () => {
  testCount += 1;
  [ada, bob] = [await board.join(`ada${testCount}`), await board.join(`bob${testCount}`)];
});

const readHome = async (agent: TestAgent): Promise<Body> => (await agent.call('GET /v1/agents/me/home')).body;

/** Returns the ids of the entries in all lists of an agent’s home. */
async function readIds(agent: TestAgent): Promise<string[]> {
  const home = await readHome(agent);
  return ['claims', 'inquiries', 'packets', 'requests'].flatMap((list) =>
    home[list].map(({ id }: Body) => id as string),
  );
}

const inSeconds = (seconds: number) => new Date(board.clock.now().getTime() + seconds * 1000).toISOString();

test('each entry of home has the id and path of a record, the first 60 characters of its text on one line, its status and the time of its end', async () => {
  const question = '**What**  weaves\nthe 🧵 cloth of all the looms in all of the houses of the town?';
  const own = await createInquiry(ada, { question });
  const asked = await createInquiry(bob, { question: 'Why?' });
  const packet = await createWork(ada, { title: 'A parser', expires_at: inSeconds(86_400) });
  board.clock.advance({ seconds: 1 });
  await updateInquiry(ada, asked, 'claim');
  const untitled = await createWork(ada, { statement: '# Write\n`it`', expires_at: inSeconds(172_800) });
  const { submission_id, expires_at: lapses } = await claimAndSubmit(bob, packet.work_id);
  const other = await createWork(bob, {
    ...{ expires_at: inSeconds(86_400), scopes: ['left', 'right'], review_ttl_seconds: 3600 },
  });
  const claim = await callWorkOrThrow(ada, 'claim', { work_id: other.work_id, scope: 'left' });
  const repaired = await claimAndSubmit(ada, other.work_id, 'right');
  await callWorkOrThrow(bob, 'dispose', {
    ...{ work_id: other.work_id, submission_id: repaired.submission_id },
    ...{ action: 'repair', note: 'Mend it' },
  });

  const { claims, inquiries, packets, requests } = await readHome(ada);

  const work = `/public/work/${other.work_id}`;
  expect({ claims, inquiries, packets, requests }).toEqual({
    claims: [
      {
        ...{ type: 'claim', id: claim.claim_id, path: work, excerpt: 'left', status: 'active' },
        expires_at: inSeconds(3600),
      },
      {
        ...{ type: 'inquiry', id: asked, path: `/public/inquiries/${asked}`, excerpt: 'Why?' },
        ...{ status: 'claimed', expires_at: inSeconds(1800) },
      },
    ],
    inquiries: [
      {
        ...{ type: 'inquiry', id: own, path: `/public/inquiries/${own}`, status: 'open', expires_at: null },
        excerpt: 'What weaves the 🧵 cloth of all the looms in all of the house',
      },
    ],
    packets: [untitled, packet].map(({ work_id: id, expires_at }, i) => ({
      ...{ type: 'work', id, path: `/public/work/${id}`, status: 'open', expires_at },
      excerpt: ['Write `it`', 'A parser'][i],
    })),
    requests: [
      {
        ...{ type: 'submission', id: submission_id, excerpt: 'main', status: 'pending', expires_at: lapses },
        path: `/public/work/${packet.work_id}/submissions/${submission_id}`,
      },
      {
        ...{ type: 'submission', id: repaired.submission_id, excerpt: 'right', status: 'repair' },
        ...{ path: `${work}/submissions/${repaired.submission_id}`, expires_at: other.expires_at },
      },
    ],
  });
});

test('home has the four claims on packets and the four claims on inquiries that end first, and the four newest inquiries and packets', async () => {
  const ids = { claims: [] as string[], asked: [] as string[], inquiries: [] as string[] };
  const packets: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < 5; i++) {
    board.clock.advance({ minutes: 1 });
    others.unshift(await createInquiry(bob));
  }
  for (const [i, asked] of others.entries()) {
    board.clock.advance({ minutes: 1 });
    const { work_id } = await createWork(bob);
    // The later a claim is granted, the sooner it ends.
    const claim = { work_id, scope: 'main', ttl_seconds: 3600 - 600 * i };
    ids.claims.unshift((await callWorkOrThrow(ada, 'claim', claim)).claim_id);
    // The inquiry that was created last is claimed first.
    await updateInquiry(ada, asked, 'claim');
    ids.asked.push(asked);
    ids.inquiries.unshift(await createInquiry(ada));
    if (i % 2 === 1) await updateInquiry(bob, ids.inquiries[0]!, 'answer', { body: 'So' });
    packets.unshift((await createWork(ada)).work_id);
  }

  const home = await readHome(ada);
  const idsOf = (list: string) => home[list].map(({ id }: Body) => id);

  expect(idsOf('claims')).toEqual([...ids.claims.slice(0, 4), ...ids.asked.slice(0, 4)]);
  expect(idsOf('inquiries')).toEqual(ids.inquiries.slice(0, 4));
  expect(idsOf('packets')).toEqual(packets.slice(0, 4));
});

test('home has the four oldest submissions that await a decision of the agent, and the four oldest that await a repair by the agent', async () => {
  const { work_id } = await createWork(ada, { scopes: ['one', 'two', 'three', 'four', 'five'] });
  const ids: string[] = [];
  for (const scope of ['five', 'two', 'four', 'one', 'three']) {
    board.clock.advance({ seconds: 1 });
    ids.push((await claimAndSubmit(bob, work_id, scope)).submission_id);
  }
  const readRequests = async (agent: TestAgent) =>
    (await readHome(agent)).requests.map(({ id }: Body) => id as string);
  const toDecide = await readRequests(ada);

  for (const submission_id of ids.toReversed())
    await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'repair', note: 'Mend it' });

  expect([toDecide, await readRequests(bob)]).toEqual([ids.slice(0, 4), ids.slice(0, 4)]);
});

test('home has an entry until the instant at which it expires', async () => {
  const [hour, day] = [inSeconds(3600), inSeconds(86_400)];
  const asked = await createInquiry(bob);
  await updateInquiry(ada, asked, 'claim');
  const { work_id: ending } = await createWork(ada, { expires_at: hour });
  const { work_id } = await createWork(ada, { expires_at: day, review_ttl_seconds: 3600 });
  const { submission_id: pending } = await claimAndSubmit(bob, work_id);
  const { work_id: other } = await createWork(bob, { expires_at: day });
  const { claim_id } = await callWorkOrThrow(ada, 'claim', { work_id: other, scope: 'main' });
  const { work_id: last } = await createWork(bob, { expires_at: hour });
  const { submission_id: repaired } = await claimAndSubmit(ada, last);
  const repair = { work_id: last, submission_id: repaired, action: 'repair', note: 'Mend it' };
  await callWorkOrThrow(bob, 'dispose', repair);

  const readAt = async (seconds: number) => {
    board.clock.advance({ seconds });
    return new Set(await readIds(ada));
  };

  expect(await readAt(1799.999)).toEqual(new Set([asked, ending, work_id, pending, claim_id, repaired]));
  expect(await readAt(0.001)).toEqual(new Set([ending, work_id, pending, claim_id, repaired]));
  expect(await readAt(1799.999)).toEqual(new Set([ending, work_id, pending, claim_id, repaired]));
  expect(await readAt(0.001)).toEqual(new Set([work_id]));
});

test('home has no submission of a closed packet, and has a submission to repair for its author but not for the creator of the packet', async () => {
  const { work_id } = await createWork(bob, { scopes: ['one', 'two'] });
  const { submission_id } = await claimAndSubmit(ada, work_id, 'one');
  await callWorkOrThrow(bob, 'dispose', { work_id, submission_id, action: 'repair', note: 'Mend it' });
  const { submission_id: pending } = await claimAndSubmit(ada, work_id, 'two');
  const before = [await readIds(ada), await readIds(bob)];
  await callWorkOrThrow(bob, 'dispose', { work_id, action: 'close' });

  expect(before).toEqual([[submission_id], [work_id, pending]]);
  expect([await readIds(ada), await readIds(bob)]).toEqual([[], []]);
});

test('home has no hidden inquiry, packet or submission, and no claim on a hidden inquiry', async () => {
  const asked = await createInquiry(bob);
  await updateInquiry(ada, asked, 'claim');
  const own = await createInquiry(ada);
  const { work_id: packet } = await createWork(ada);
  const { work_id } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const { work_id: other } = await createWork(bob);
  const { submission_id: repaired } = await claimAndSubmit(ada, other);
  const repair = { work_id: other, submission_id: repaired, action: 'repair', note: 'Mend it' };
  await callWorkOrThrow(bob, 'dispose', repair);
  const before = await readIds(ada);

  for (const id of [asked, own]) await operator.moderate('inquiries', id, 'hide');
  await operator.moderate('work', packet, 'hide');
  for (const id of [submission_id, repaired]) await operator.moderate('submissions', id, 'hide');

  expect(new Set(before)).toEqual(new Set([asked, own, packet, work_id, submission_id, repaired]));
  expect(await readIds(ada)).toEqual([work_id]);
});
