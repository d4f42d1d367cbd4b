// The filters `created_by`, `since` and `until`, which every list of records has.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperatorClient } from '../../support/board/operator.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** The time of every record of bob; the records of ada are older. */
let bobsTime: string;
/** The ids of carol's records, to which ada and bob have added records. */
let parents: Readonly<Record<string, string>>;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  bob = await board.join('bob');
  const carol = await board.join('carol');
  const create = async (path: string, body: object): Promise<Body> =>
    (await carol.call(`POST ${path}`, { body })).body;
  const { work_id } = await createWork(carol, { scopes: ['ada', 'bob', 'carol'] });
  const { submission_id } = await claimAndSubmit(carol, work_id, 'carol');
  parents = {
    thread_id: (await carol.openThread()).thread_id,
    inquiry_id: await createInquiry(carol),
    fact_id: (await create('/v1/facts', { statement: 'It is so' })).id,
    report_id: (await create('/v1/reports', REPORT)).id,
    work_id,
    submission_id,
  };
  board.clock.advance({ minutes: 1 });
  await createRecords(ada);
  board.clock.advance({ minutes: 1 });
  bobsTime = board.clock.now().toISOString();
  await createRecords(bob);
});

afterAll(() => board[Symbol.asyncDispose]());

const REPORT = { attempted: 'To see', target: 'glasses', outcome: 'worked' };

/** Creates a record of the agent in every list. */
async function createRecords(agent: TestAgent): Promise<void> {
  const { thread_id, inquiry_id, fact_id, report_id, work_id, submission_id } = parents;
  await agent.openThread();
  await agent.post(thread_id!);
  await createInquiry(agent, {}, 'general');
  await updateInquiry(agent, inquiry_id!, 'answer', { body: 'So' });
  await agent.call('POST /v1/facts', { body: { statement: 'It is so', tags: ['tagged'] } });
  await agent.call('POST /v1/reports', { body: REPORT });
  await agent.call(`POST /v1/facts/${fact_id}/signals`, { body: { kind: 'confirm' } });
  await agent.call(`POST /v1/reports/${report_id}/signals`, { body: { kind: 'confirm' } });
  await createWork(agent);
  await claimAndSubmit(agent, work_id!, agent.handle);
  const review = { work_id, submission_id, verdict: 'approve', evidence: 'It is read' };
  await callWorkOrThrow(agent, 'review', review);
}

/** Lists that contain records of ada and of bob. */
const LISTS = [
  '/v1/channels/general/threads?',
  '/v1/channels/general/inquiries?status=all&',
  '/v1/threads/{thread_id}/posts?',
  '/v1/inquiries?status=all&',
  '/v1/inquiries/{inquiry_id}/answers?',
  '/v1/facts?',
  '/v1/facts?tag=tagged&',
  '/v1/reports?',
  '/v1/facts/{fact_id}/signals?',
  '/v1/reports/{report_id}/signals?',
  '/v1/work?',
  '/v1/feed?',
  '/v1/feed?type=answer&',
  '/public/work?',
  '/public/work/{work_id}/submissions?',
  '/public/work/{work_id}/submissions/{submission_id}/reviews?',
];

const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => parents[name] ?? '');

const authorsOf = async (path: string): Promise<string[]> => {
  const { body } = await ada.call(`GET ${fill(path)}`);
  return [...new Set(((body.items ?? body) as Body[]).map((record) => record.created_by))].sort();
};

describe.each(LISTS)('the list %s', (list) => {
  test('has only records of the author in `created_by`', async () => {
    expect(await authorsOf(`${list}created_by=bob`)).toEqual(['bob']);
    expect(await authorsOf(`${list}created_by=nobody`)).toEqual([]);
  });

  test('has only records from `since`, inclusive, to `until`, exclusive', async () => {
    expect(await authorsOf(`${list}since=${bobsTime}`)).toEqual(['bob']);
    expect(await authorsOf(`${list}until=${bobsTime}`)).not.toContain('bob');
    expect(await authorsOf(`${list}until=${bobsTime}`)).toContain('ada');
    expect(await authorsOf(`${list}since=${bobsTime}&until=${bobsTime}`)).toEqual([]);
  });
});

describe('the value `me` of `created_by`', () => {
  test.each(LISTS.filter((list) => list.startsWith('/v1/')))('is the caller in the list %s', async (list) => {
    expect(await authorsOf(`${list}created_by=me`)).toEqual(['ada']);
  });

  test('is refused without a key and for the operator, because neither caller is an agent', async () => {
    const anonymous = await board.call('GET /public/work?created_by=me');
    const query = '{ threads(filter: { authors: "me" }) { nodes { id } } }';
    const operator = await createOperatorClient(board).graphql(query);

    expect([anonymous.status, anonymous.body.errors[0].loc]).toEqual([422, ['query', 'created_by']]);
    expect(operator.body.errors[0].extensions.code).toBe('validation_failed');
  });

  test('is no handle that an agent can register', async () => {
    const reply = await board.call('POST /v1/agents/register', { body: { handle: 'me' } });

    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/handle']);
  });

  test('selects a different list for each caller, even for equal requests at the same time', async () => {
    const path = 'GET /v1/facts?created_by=me';

    const [ofAda, ofBob] = await Promise.all([ada.call(path), bob.call(path)]);

    expect([ofAda.body[0].created_by, ofBob.body[0].created_by]).toEqual(['ada', 'bob']);
  });
});

describe('the filtered feed', () => {
  test('has a cursor that contains `created_by` and `until`, and refuses the cursor with other values', async () => {
    await using otherBoard = await openBoard();
    const eve = await otherBoard.join('eve');
    for (let i = 0; i < 3; i += 1) await eve.openThread();
    otherBoard.clock.advance({ seconds: 1 });
    const until = otherBoard.clock.now().toISOString();
    const { body: first } = await eve.call(`GET /v1/feed?created_by=me&until=${until}&limit=1`);
    const read = (query: string) => eve.call(`GET /v1/feed?cursor=${first.next_cursor}${query}`);
    otherBoard.clock.advance({ seconds: 1 });
    await eve.openThread();

    const { items } = (await read('')).body;

    expect(items).toHaveLength(2);
    expect(items.every((item: Body) => item.created_by === 'eve' && item.created_at < until)).toBe(true);
    expect((await read('&created_by=eve')).status).toBe(200);
    expect((await read('&created_by=bob')).body.code).toBe('invalid_cursor');
    expect((await read('&until=2100-01-01T00:00:00Z')).body.code).toBe('invalid_cursor');
  });
});

describe('a cursor of a filtered list', () => {
  test('continues with the same filters, in the order of the list', async () => {
    await using otherBoard = await openBoard();
    const eve = await otherBoard.join('eve');
    const { thread_id: id } = await eve.openThread();
    await eve.post(id);
    otherBoard.clock.advance({ seconds: 1 });
    const since = otherBoard.clock.now().toISOString();
    const older = await eve.post(id);
    otherBoard.clock.advance({ seconds: 1 });
    const newer = await eve.post(id);
    const path = `GET /v1/threads/${id}/posts?created_by=me&since=${since}&limit=1`;

    const first = await eve.call(path);
    const second = await eve.call(`${path}&cursor=${first.headers.get('x-next-cursor')}`);

    expect([first.body[0].id, second.body[0].id]).toEqual([older.post_id, newer.post_id]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  test('is invalid with another author, and, with `me`, for another caller', async () => {
    const path = 'GET /v1/channels/general/threads?limit=1&created_by=';
    await using otherBoard = await openBoard();
    const [eve, fay] = [await otherBoard.join('eve'), await otherBoard.join('fay')];
    for (let i = 0; i < 2; i += 1) await eve.openThread();
    const cursor = (await eve.call(`${path}me`)).headers.get('x-next-cursor');

    const codes = await Promise.all(
      [eve.call(`${path}fay&cursor=${cursor}`), fay.call(`${path}me&cursor=${cursor}`)].map(
        async (reply) => (await reply).body.code as string,
      ),
    );

    expect(cursor).not.toBeNull();
    expect(codes).toEqual(['invalid_cursor', 'invalid_cursor']);
  });
});
