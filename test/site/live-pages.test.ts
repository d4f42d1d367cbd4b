// The streams by which open pages announce or show changes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createOperatorClient, type Operator } from '../support/board/operator.ts';
import { recordStatements } from '../support/database/record-statements.ts';
import { findStreamUrl, openPageStream, type StreamOptions, toText } from '../support/pages/live-page.ts';
import { visit } from '../support/pages/site.ts';

let board: TestBoard;
let ada: TestAgent;
let operator: Operator;

beforeAll(async () => {
  board = await openBoard({ MAX_WAITING_PER_CALLER: '1', LIMIT_PUBLIC_IP: '0' });
  ada = await board.join('ada');
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(async () => {
  board.clock.advance({ seconds: 1 });
  // The board releases a stream shortly after its viewer has disconnected.
  await expect.poll(() => board.app.live.size, { interval: 1 }).toBe(0);
});

const findStream = (path: string) => findStreamUrl(board, path);
const open = (url: string, options?: StreamOptions) => openPageStream(board, url, options);

/** Returns the URL by which a page with an older state would open the stream. */
const withOlderState = (url: string) => url.replace(/seen=.*/, 'seen=older');

const create = async (path: string, body: object) =>
  (await ada.call(`POST /v1${path}`, { body })).body.id as string;
const createInquiry = () => create('/channels/inquire/inquiries', { question: 'Who follows?' });
const createPacket = () => create('/work', { statement: 'Follow the board', acceptance: ['It moves'] });

/**
 * Announcements by their descriptions. Each function creates the record of a page, if the page has one, and returns the path of the
 * page, a change by an agent, and the announcement of this change.
 */
const announcements: Readonly<Record<string, () => Promise<[string, () => Promise<unknown>, string]>>> = {
  'a record on the front page': () =>
    Promise.resolve(['/', () => ada.openThread('Front', 'general', 'with a post'), '1 new record']),
  'a thread of the channel': () =>
    Promise.resolve(['/channels/persist', () => ada.openThread('Channel', 'persist'), '1 new thread']),
  'a post of the thread': async () => {
    const { thread_id: id } = await ada.openThread('Thread', 'general', 'first');
    return [`/threads/${id}`, () => ada.post(id, 'secret words of a post'), '1 new post'];
  },
  'an answer to the inquiry': async () => {
    const id = await createInquiry();
    return [`/inquiries/${id}`, () => create(`/inquiries/${id}/answer`, { body: 'I do' }), '1 new answer'];
  },
  'a claim on the inquiry': async () => {
    const id = await createInquiry();
    return [`/inquiries/${id}`, () => create(`/inquiries/${id}/claim`, {}), 'The inquiry has changed'];
  },
  'an event of the work packet': async () => {
    const id = await createPacket();
    return [`/work/${id}`, () => create(`/work/${id}/claims`, { scope: 'main' }), '1 new event'];
  },
};

describe('a page announces', () => {
  test.each(Object.entries(announcements))('%s, without its text', async (_name, arrange) => {
    const [path, act, text] = await arrange();
    const stream = await open(await findStream(path));

    await act();

    const event = await stream.next();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(toText(event)).toBe(`${text} Show`);
    await stream.close();
  });

  test('nothing if newer items are on its next page', async () => {
    const { thread_id: id } = await ada.openThread('Long', 'general', 'first');
    for (let i = 0; i < 20; i += 1) await ada.post(id);
    const { text } = await visit(board, `GET /threads/${id}`);

    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(text) ?? [];

    expect(await findStream(`/threads/${id}`)).toBe('');
    expect(await findStream(next)).toContain(`/threads/${id}/live?seen=`);
  });
});

test('a stream whose URL does not say what its page shows announces later changes only', async () => {
  const id = await createInquiry();
  const url = await findStream(`/inquiries/${id}`);
  await create(`/inquiries/${id}/answer`, { body: 'I do' });
  const stream = await open(url.replace(/\?seen=.*/, ''));

  await create(`/inquiries/${id}/answer`, { body: 'I do as well' });

  expect(toText(await stream.next())).toBe('1 new answer Show');
  await stream.close();
});

test('a page of the history of a packet announces nothing if later events are on its next page', async () => {
  const id = await createPacket();
  for (let i = 0; i < 25; i++) {
    const { body: claim } = await ada.call(`POST /v1/work/${id}/claims`, { body: { scope: 'main' } });
    await ada.call(`POST /v1/work/${id}/claims/${claim.claim_id}/release`, { body: { fence: claim.fence } });
  }
  const { text } = await visit(board, `GET /work/${id}`);

  const [, next = ''] = /rel="next" href="([^"]*)"/.exec(text) ?? [];

  expect(await findStream(`/work/${id}`)).toBe('');
  // The creation, and 25 claims with their releases.
  expect(await findStream(next)).toContain(`/work/${id}/live?seen=51`);
});

describe('the stream of a thread', () => {
  test('is read once for all viewers', async () => {
    const { thread_id: id } = await ada.openThread('Crowd', 'general', 'first');
    const url = await findStream(`/threads/${id}`);
    const streams = await Promise.all(
      Array.from({ length: 30 }, (_, i) => open(url, { address: `192.0.2.${i}` })),
    );

    const { sent, value: events } = await recordStatements(board.database, async () => {
      await ada.post(id);
      return Promise.all(streams.map((stream) => stream.next()));
    });

    const reads = sent.filter(
      ({ text, values }) => /from posts/.test(text) && JSON.stringify(values).includes(id),
    );
    expect(new Set(events.map((event) => toText(event)))).toEqual(new Set(['1 new post Show']));
    // The stream also reads when it has begun to listen. This read may come after the post.
    expect(reads.length).toBeLessThanOrEqual(2);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test('announces posts since the page was rendered, and with Last-Event-ID repeats no event that the viewer has received', async () => {
    const { thread_id: id } = await ada.openThread('Resumed', 'general', 'first');
    const url = await findStream(`/threads/${id}`);
    await ada.post(id);
    const first = await open(url);
    const missed = await first.next();
    await first.close();
    const headers = { 'Last-Event-ID': missed?.id ?? '' };

    const resumed = await open(url, { headers });
    await ada.post(id);

    const event = await resumed.next();
    expect([missed, event].map((each) => toText(each))).toEqual(['1 new post Show', '2 new posts Show']);
    await resumed.close();
  });

  test('removes the announcement of a post that is hidden', async () => {
    const { thread_id: id } = await ada.openThread('Moderated', 'general', 'first');
    const url = await findStream(`/threads/${id}`);
    const { post_id: post } = await ada.post(id);
    const stream = await open(url);
    const announced = await stream.next();

    await operator.moderate('posts', post, 'hide');

    const event = await stream.next();
    expect([announced, event].map((each) => toText(each))).toEqual(['1 new post Show', '']);
    await stream.close();
  });

  test('ends when the thread is hidden, and cannot be opened again', async () => {
    const { thread_id: id } = await ada.openThread('Withdrawn', 'general', 'first');
    const url = await findStream(`/threads/${id}`);
    const stream = await open(url);

    await operator.moderate('threads', id, 'hide');

    expect(await stream.next()).toBeNull();
    expect((await open(url)).response.status).toBe(404);
  });

  test('is released when its last viewer disconnects', async () => {
    const { thread_id: id } = await ada.openThread('Left', 'general', 'first');
    const before = board.app.live.size;
    const stream = await open(await findStream(`/threads/${id}`));
    const during = board.app.live.size;

    await stream.close();

    expect(during).toBe(before + 1);
    await expect.poll(() => board.app.live.size, { interval: 1 }).toBe(before);
  });

  test('is refused to a network with ten viewers, but not to other networks; that network still gets the page', async () => {
    const { thread_id: id } = await ada.openThread('Full', 'general', 'first');
    const url = await findStream(`/threads/${id}`);
    const openFrom = (address: string) => open(url, { address });
    const streams = await Promise.all(Array.from({ length: 10 }, () => openFrom('198.51.100.7')));

    const refused = await openFrom('198.51.100.7');
    const other = await openFrom('203.0.113.7');

    const page = await visit(board, `GET /threads/${id}`, { address: '198.51.100.7' });
    expect([...streams, other].map(({ response }) => response.status)).toEqual(Array(11).fill(200));
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '15']);
    expect(page.status).toBe(200);
    await Promise.all([...streams, other].map((stream) => stream.close()));
  });
});

test('the stream of the statistics page sends all numbers from the top of the page when they have changed', async () => {
  const url = await findStream('/statistics');
  const stream = await open(withOlderState(url));

  const event = await stream.next();

  expect(toText(event)).toMatch(
    /^\d+ agents \d+ open inquiries \d+ answers \d+ current facts \d+ stale facts \d+ reports$/,
  );
  await stream.close();
});

test('the stream of the statistics continues for other viewers when its first viewer disconnects', async () => {
  const url = withOlderState(await findStream('/statistics'));
  const firstViewer = Promise.withResolvers<undefined>();
  const first = await open(url, { ended: firstViewer.promise });
  const second = await open(url, { address: '192.0.2.2', ended: new Promise(() => undefined) });
  await second.next();

  firstViewer.resolve(undefined);
  expect(await first.next()).not.toBeNull();
  expect(await first.next()).toBeNull();
  // The statistics are cached for 10 seconds.
  board.clock.advance({ seconds: 60 });
  await createInquiry();

  expect(toText(await second.next())).toMatch(/^\d+ agents \d+ open inquiries/);
  await second.close();
});

test('HEAD opens no stream', async () => {
  const { status } = await visit(board, 'HEAD /live');

  expect([status, board.app.live.size]).toEqual([405, 0]);
});

test('streams end when the board shuts down', async () => {
  await using otherBoard = await openBoard();
  const stream = await openPageStream(otherBoard, await findStreamUrl(otherBoard, '/'));

  otherBoard.app.live.close();

  expect(await stream.next()).toBeNull();
});
