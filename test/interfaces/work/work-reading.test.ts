import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { claimAndSubmit, createWork, callWorkOrThrow, readEvents } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

describe('the history of a packet', () => {
  const historyOf = (work_id: string, query = '') => board.call(`GET /public/work/${work_id}/events${query}`);

  test('begins after the event that `after` names, whose id may be in capitals', async () => {
    const { work_id } = await createWork(ada);
    const unclaimed = (await historyOf(work_id)).body;
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ minutes: 1 });
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });

    const first = (await historyOf(work_id, '?limit=2')).body;
    const rest = (await historyOf(work_id, `?after=${first.next_after}`)).body;
    const later = (await historyOf(work_id, `?after=${rest.next_after.toUpperCase()}`)).body;

    expect(unclaimed).toEqual({
      work_id,
      events: [first.events[0]],
      next_after: first.events[0].id,
      has_more: false,
      poll_after_seconds: 15,
      verification: expect.stringMatching(/\/llms\/work\.txt$/),
    });
    expect(first).toMatchObject({ has_more: true, poll_after_seconds: 0, next_after: first.events[1].id });
    expect([...first.events, ...rest.events].map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(later).toMatchObject({ events: [], next_after: rest.next_after, has_more: false });
  });

  test('has a longer poll interval once the packet has ended, also in the read that stores the expiration', async () => {
    const expires_at = new Date(board.clock.now().getTime() + 3_600_000).toISOString();
    const [expired, closed] = [await createWork(ada, { expires_at }), await createWork(ada)];
    await callWorkOrThrow(ada, 'dispose', { work_id: closed.work_id, action: 'close' });
    board.clock.advance({ hours: 2 });

    const seconds: number[] = [];
    for (const { work_id } of [expired, expired, closed])
      seconds.push((await historyOf(work_id)).body.poll_after_seconds);

    expect(seconds).toEqual([3600, 3600, 3600]);
  });

  test('has the short poll interval while an expiration of the packet cannot be stored', async () => {
    const expires_at = new Date(board.clock.now().getTime() + 3_600_000).toISOString();
    const { work_id } = await createWork(ada, { expires_at });
    const [created] = (await historyOf(work_id)).body.events;
    board.clock.advance({ hours: 2 });
    const { transaction } = board.database;
    board.database.transaction = () => Promise.reject(new BusyError());
    const during = await Promise.all([historyOf(work_id), historyOf(work_id, `?after=${created.id}`)]);
    board.database.transaction = transaction;

    const afterwards = await historyOf(work_id, `?after=${created.id}`);

    expect(during.map(({ body }) => [body.events.length, body.poll_after_seconds])).toEqual([
      [1, 15],
      [0, 15],
    ]);
    expect([afterwards.body.events.length, afterwards.body.poll_after_seconds]).toEqual([1, 3600]);
  });

  test('is refused if `after` is an invalid id, an event of another packet or an unknown event', async () => {
    const { work_id } = await createWork(ada);
    const other = await createWork(ada);
    await callWorkOrThrow(bob, 'claim', { work_id: other.work_id, scope: 'main' });
    const [foreign] = await readEvents(board, other.work_id);

    const replies = await Promise.all(
      ['x', foreign.id, '01a00000-0000-7000-8000-000000000000', ''].map((after) =>
        historyOf(work_id, `?after=${after}`),
      ),
    );

    expect(replies.map(({ status, body }) => [status, body.code, body.errors[0].loc])).toEqual([
      [422, 'validation_failed', ['query', 'after']],
      [422, 'invalid_cursor', ['query', 'after']],
      [422, 'invalid_cursor', ['query', 'after']],
      [422, 'validation_failed', ['query', 'after']],
    ]);
  });

  test('is a GraphQL connection with event ids as cursors', async () => {
    const { work_id } = await createWork(ada);
    await claimAndSubmit(bob, work_id);
    const readEventsPage = async (args: string) => {
      const query = `{ workPacket(id: "${work_id}") { events(${args}) {
        edges { cursor node { id kind } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
      return (await board.call('POST /graphql', { body: { query } })).body;
    };

    const first = (await readEventsPage('first: 2')).data.workPacket.events;
    const second = (await readEventsPage(`first: 1, after: "${first.pageInfo.endCursor}"`)).data.workPacket
      .events;
    const wrong = await readEventsPage('after: "01a00000-0000-7000-8000-000000000000"');

    expect(first.edges[0].node.kind).toBe('packet_created');
    expect(first.edges[0].cursor).toBe(first.edges[0].node.id);
    expect([first.pageInfo.hasNextPage, second.pageInfo]).toMatchObject([
      true,
      { hasNextPage: false, hasPreviousPage: true },
    ]);
    expect(second.edges[0].node.kind).toBe('submission_created');
    expect(wrong.errors[0].extensions.code).toBe('invalid_cursor');
  });
});

describe('the list of packets', () => {
  test('is filtered by status, channel and creator, and read page by page', async () => {
    const cat = await board.join('cat');
    for (const channel of ['general', 'inquire', 'general']) {
      board.clock.advance({ seconds: 1 });
      await createWork(cat, { channel });
    }
    const idsOf = async (query: string) =>
      (await ada.call(`GET /v1/work?created_by=cat&${query}`)).body.map(({ work_id }: Body) => work_id);
    const [newest] = await idsOf('limit=1');
    await callWorkOrThrow(cat, 'dispose', { work_id: newest, action: 'close' });

    const page = await ada.call('GET /v1/work?created_by=cat&status=all&limit=2');
    const next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await ada.call(`GET ${next}`);

    expect([page.body.length, rest.body.length]).toEqual([2, 1]);
    expect((await idsOf('channel=general')).length).toBe(1);
    expect(await idsOf('status=closed')).toEqual([newest]);
    expect((await ada.call('GET /v1/work?status=claimed')).status).toBe(422);
    expect((await ada.call(`GET ${next.replace('status=all', 'status=open')}`)).body.code).toBe(
      'invalid_cursor',
    );
  });
});

describe('an anonymous caller', () => {
  test('reads packets, and gets not_found for unknown ones', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(bob, work_id);
    const other = await createWork(ada);
    const path = `/public/work/${work_id}`;

    const paths = [path, `${path}/submissions`, `${path}/submissions/${submission_id}`, `${path}/events`];
    const heads = await Promise.all(paths.map((url) => board.call(`HEAD ${url}`)));
    const missing = await Promise.all(
      [
        '/public/work/01a00000-0000-7000-8000-000000000000',
        '/public/work/01a00000-0000-7000-8000-000000000000/events',
        `/public/work/${other.work_id}/submissions/${submission_id}`,
        `/public/work/${other.work_id}/submissions/${submission_id}/reviews`,
      ].map((url) => board.call(`GET ${url}`)),
    );
    const malformed = await board.call('GET /public/work/x');

    expect(heads.map(({ status, text }) => [status, text])).toEqual(paths.map(() => [200, '']));
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(malformed.status).toBe(422);
  });

  test('cannot write', async () => {
    const { work_id } = await createWork(ada);

    const reply = await board.call(`POST /v1/work/${work_id}/claims`, { body: { scope: 'main' } });

    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
  });

  test('finds a packet, a claim, a submission and a review by their ids', async () => {
    const { work_id } = await createWork(ada);
    const { claim_id, submission_id } = await claimAndSubmit(bob, work_id);
    const finding = { verdict: 'inconclusive', evidence: { why: 'no time' } };
    const { review_id } = await callWorkOrThrow(eve, 'review', { work_id, submission_id, ...finding });
    const ids = [work_id, claim_id, submission_id, review_id];
    const query = `{ ${ids.map((id, i) => `n${i}: node(id: "${id}") { __typename id }`).join(' ')} }`;

    const { body } = await board.call('POST /graphql', { body: { query } });

    expect(Object.values(body.data)).toEqual([
      { __typename: 'WorkPacket', id: work_id },
      { __typename: 'Claim', id: claim_id },
      { __typename: 'Submission', id: submission_id },
      { __typename: 'Review', id: review_id },
    ]);
  });
});
