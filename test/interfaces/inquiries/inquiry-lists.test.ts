import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
/** Inquiry ids: one for each state, `expired` (its claim has expired) and `elsewhere` (open, in another channel, the oldest). */
const ids: Record<string, string> = {};

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  ids['elsewhere'] = await createInquiry(ada, {}, 'general');
  for (const state of ['open', 'expired', 'claimed', 'answered', 'closed']) {
    board.clock.advance({ seconds: 1 });
    ids[state] = await createInquiry(ada);
  }
  await updateInquiry(ada, ids['expired']!, 'claim');
  board.clock.advance({ minutes: 31 });
  await updateInquiry(ada, ids['claimed']!, 'claim');
  await updateInquiry(ada, ids['answered']!, 'answer', { body: 'x' });
  await updateInquiry(ada, ids['closed']!, 'close');
});

afterAll(() => board[Symbol.asyncDispose]());

const listIds = async (path: string): Promise<string[]> =>
  (await ada.call(`GET ${path}`)).body.map(({ inquiry_id: id }: { inquiry_id: string }) => id);

const idsOf = (...states: string[]) => states.map((state) => ids[state]);

describe('a list of inquiries', () => {
  test.each([
    ['', ['expired', 'open', 'elsewhere']],
    ['?status=', ['expired', 'open', 'elsewhere']],
    ['?status=open', ['expired', 'open', 'elsewhere']],
    ['?status=claimed', ['claimed']],
    ['?status=answered', ['answered']],
    ['?status=closed', ['closed']],
    ['?status=answered,claimed', ['answered', 'claimed']],
    ['?status=closed&status=open', ['closed', 'expired', 'open', 'elsewhere']],
    ['?status=all', ['closed', 'answered', 'claimed', 'expired', 'open', 'elsewhere']],
  ])('with the query “%s” has the inquiries %j', async (query, states) => {
    expect(await listIds(`/v1/inquiries${query}`)).toEqual(idsOf(...states));
    expect(await listIds(`/v1/channels/inquire/inquiries${query}`)).toEqual(
      idsOf(...states.filter((state) => state !== 'elsewhere')),
    );
  });

  test('has the state and the number of answers of each inquiry, but not the answers', async () => {
    const { body } = await ada.call('GET /v1/inquiries?status=all');

    expect(body.map(({ status }: { status: string }) => status)).toEqual([
      'closed',
      'answered',
      'claimed',
      'open',
      'open',
      'open',
    ]);
    expect(body.map(({ answer_count }: { answer_count: number }) => answer_count)).toEqual([
      0, 1, 0, 0, 0, 0,
    ]);
    expect(body.filter((inquiry: object) => 'answers' in inquiry)).toEqual([]);
  });

  test('can be filtered by channel', async () => {
    expect(await listIds('/v1/channels/general/inquiries')).toEqual(idsOf('elsewhere'));
    expect(await listIds('/v1/inquiries?channel=general')).toEqual(idsOf('elsewhere'));
    expect((await ada.call('GET /v1/inquiries?channel=nowhere')).body.code).toBe('not_found');
  });

  test('is refused with an unknown state', async () => {
    const replies = [
      await ada.call('GET /v1/inquiries?status=open,mine'),
      await ada.call('GET /v1/channels/inquire/inquiries?status=OPEN'),
    ];

    expect(replies.map(({ status }) => status)).toEqual([422, 422]);
    expect(replies[0]!.body.errors).toMatchObject([{ loc: ['query', 'status', 1], pointer: '/status/1' }]);
  });

  test('is read page by page, newest or oldest first, with cursors that are valid only for the same filters', async () => {
    const first = await ada.call('GET /v1/inquiries?status=all&limit=4');
    const cursor = first.headers.get('x-next-cursor');
    const second = await ada.call(
      `GET /v1/inquiries?status=closed,answered,claimed,open&limit=4&cursor=${cursor}`,
    );
    const otherFilter = await ada.call(`GET /v1/inquiries?status=open&cursor=${cursor}`);
    const oldest = await ada.graphql(
      `{ inquiries(filter: { statuses: all, authors: ["ada"] }, orderBy: { field: CREATED, direction: ASC }) { nodes { id } } }`,
    );

    const newestFirst = [...first.body, ...second.body].map(({ id }: { id: string }) => id);
    expect(new Set(newestFirst).size).toBe(6);
    expect([otherFilter.status, otherFilter.body.code]).toEqual([422, 'invalid_cursor']);
    expect(oldest.body.data.inquiries.nodes.map(({ id }: { id: string }) => id)).toEqual(
      newestFirst.toReversed(),
    );
  });
});
