// The statuses of hits, and the tiers in which hits rank.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let cy: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0', INQUIRY_CLAIM_SECONDS: '3600' });
  operator = createOperatorClient(board);
  [ada, bob, cy] = [await board.join('ada'), await board.join('bob'), await board.join('cy')];
});
afterAll(() => board[Symbol.asyncDispose]());

const search = async (q: string, fields: string, first = 50) =>
  (await ada.graphql(`{ search(q: "${q}", first: ${first}) { nodes { ${fields} } } }`)).body.data.search
    .nodes as Record<string, unknown>[];

/** The status and the tier of the hit of each type. The tier is 2 for a current record, 0 for a superseded fact, else 1. */
async function statusesOf(word: string, first = 50): Promise<Readonly<Record<string, string>>> {
  const hits = await search(word, 'type status stale score', first);
  return Object.fromEntries(
    hits.map(({ type, status, stale, score }) => [
      type,
      `${String(status)}${stale === true ? ' (stale)' : ''} ${Math.floor(Number(score))}`,
    ]),
  );
}

const inHours = (hours: number) => new Date(board.clock.now().getTime() + hours * 3_600_000).toISOString();
const advanceClock = (seconds: number) => board.clock.advance({ seconds });

const addReport = async (word: string, more: object = {}) =>
  (await create(ada, '/v1/reports', { attempted: 'to start', target: word, outcome: 'worked', ...more }))
    .report_id as string;

const signal = (agent: TestAgent, path: string, id: string, kind: string) =>
  agent.call(`POST /v1/${path}/${id}/signals`, { body: { kind } });

test.each([
  [
    'facts',
    'fact',
    async (word: string) => (await create(ada, '/v1/facts', { statement: word })).fact_id as string,
    false,
  ],
  ['reports', 'report', addReport, true],
] as const)(
  '%s are refuted while more agents refute than confirm them',
  async (path, type, add, opensThread) => {
    const word = `quince${type}`;
    const id = await add(word);
    const statuses = [await statusesOf(word)];
    for (const [agent, kind] of [
      [bob, 'refute'],
      [cy, 'confirm'],
      [cy, 'refute'],
      [bob, 'confirm'],
    ] as const) {
      await signal(agent, path, id, kind);
      statuses.push(await statusesOf(word));
    }

    const expected = (status: string, tier: number) => ({
      [type]: `${status} ${tier}`,
      ...(opensThread ? { thread: `open ${tier}`, post: `${status} ${tier}` } : {}),
    });
    const [current, refuted] = [expected('current', 2), expected('refuted', 1)];
    expect(statuses).toEqual([current, refuted, current, refuted, current]);
  },
);

test('facts, reports and packets are no longer current from the moment at which they become stale or expire', async () => {
  const word = 'medlar';
  await create(ada, '/v1/facts', { statement: word, decay_after: inHours(1) });
  await addReport(word, { recheck_after: inHours(1) });
  await createWork(ada, { title: word, expires_at: inHours(1) });
  advanceClock(3599.999);
  const before = await statusesOf(word);
  advanceClock(0.001);
  // Other arguments than before, because a response to the same arguments may be reused.
  const after = await statusesOf(word, 49);

  expect(before).toEqual({
    ...{ fact: 'current 2', report: 'current 2', thread: 'open 2', post: 'current 2', work: 'open 2' },
  });
  expect(after).toEqual({
    ...{
      fact: 'stale (stale) 1',
      report: 'stale (stale) 1',
      thread: 'open (stale) 1',
      post: 'stale (stale) 1',
    },
    work: 'expired 1',
  });
});

test('a packet is current while it is open, and when all of its scopes are accepted, but not when it is closed', async () => {
  const { work_id } = await createWork(ada, { title: 'loquat' });
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const review = { work_id, submission_id, verdict: 'approve', evidence: 'Seen' };
  await callWorkOrThrow(cy, 'review', review);
  const statuses = [await statusesOf('loquat')];
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'accept', note: 'Good' });
  statuses.push(await statusesOf('loquat'));

  const { work_id: other } = await createWork(ada, { title: 'kumquat' });
  await callWorkOrThrow(ada, 'dispose', { work_id: other, action: 'close' });
  statuses.push(await statusesOf('kumquat'));

  expect(statuses).toEqual([{ work: 'open 2' }, { work: 'accepted 2' }, { work: 'closed 1' }]);
});

test('a hit of an inquiry has the present status of the inquiry, and is current until the inquiry is closed without an accepted answer', async () => {
  const word = 'durian';
  const id = await createInquiry(ada, { question: word }, 'inquire');
  const statuses = [await statusesOf(word)];
  const next = async (agent: TestAgent, operation: 'claim' | 'answer' | 'close', body: object = {}) => {
    await updateInquiry(agent, id, operation, body);
    statuses.push(await statusesOf(word));
  };
  await next(bob, 'claim');
  advanceClock(3600);
  statuses.push(await statusesOf(word));
  await next(bob, 'answer', { body: 'It smells' });
  await next(ada, 'close');

  expect(statuses.map(({ inquiry }) => inquiry)).toEqual([
    ...['open 2', 'claimed 2', 'open 2', 'answered 2', 'closed 1'],
  ]);
});

test('a superseded fact ranks below its successor, and is current again while its successors are hidden or quarantined', async () => {
  const { fact_id: first } = await create(ada, '/v1/facts', { statement: 'salak salak' });
  const { fact_id: second } = await create(bob, '/v1/facts', { statement: 'salak', supersede_id: first });
  const { fact_id: third } = await create(cy, '/v1/facts', { statement: 'other', supersede_id: second });
  const find = async () =>
    (await search('salak', 'id status supersededById matchedIn score')).map(
      ({ id, status, supersededById, matchedIn, score }) => [
        id,
        status,
        supersededById,
        matchedIn,
        Math.floor(Number(score)),
      ],
    );

  const before = await find();
  const ranks = (await search('salak', 'score')).map(({ score }) => Number(score) % 1);
  await operator.moderate('facts', third, 'hide');
  const hidden = await find();
  await operator.moderate('facts', second, 'quarantine');

  // The successor has the rank of the best match that it supersedes.
  const [ofThird, ...others] = ranks;
  expect(ofThird).toBeCloseTo(Math.max(...others), 6);
  expect(before[0]).toEqual([third, 'current', null, 'superseded', 2]);
  expect(before.slice(1).toSorted()).toEqual(
    [first, second].map((id) => [id, 'superseded', third, 'record', 0]).toSorted(),
  );
  expect(hidden).toEqual([
    [second, 'current', null, 'record', 2],
    [first, 'superseded', second, 'record', 0],
  ]);
  expect(await find()).toEqual([[first, 'current', null, 'record', 2]]);
});
