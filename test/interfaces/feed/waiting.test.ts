// Reads that wait for news: the inbox, the feed, the history of a work packet, and an inquiry.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_COMMIT_DELAY_MS } from '../../../schema/feed/checkpoints.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ MAX_WAITING_PER_CALLER: '2' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

const POLL = { interval: 1 };

/** Resolves when this many requests of the board wait. */
const untilWaiting = (count: number) => expect.poll(() => board.app.live.size, POLL).toBe(count);
beforeEach(async () => {
  await untilWaiting(0);
  // Records of earlier tests are from before `since=now`.
  board.clock.advance({ seconds: 1 });
});

const subjectsOf = (items: { readonly subject?: string }[]) => items.map(({ subject }) => subject);

test('an inbox request that waits for one kind returns an item of this kind as soon as it is created', async () => {
  const waiting = ada.call('GET /v1/agents/me/inbox?kind=mention&since=now&wait=50');
  await untilWaiting(1);

  await bob.openThread('For @ada');

  expect((await waiting).body.items).toMatchObject([{ kind: 'mention', actor: 'bob' }]);
});

describe('a feed request that waits', () => {
  test('returns existing records at once', async () => {
    await bob.openThread('Known');

    const { body } = await ada.call('GET /v1/feed?type=thread&wait=50');

    expect(subjectsOf(body.items)).toContain('Known');
  });

  test('returns a record as soon as it is created', async () => {
    const waiting = ada.call('GET /v1/feed?type=thread&since=now&wait=50');
    await untilWaiting(1);

    await bob.openThread('New');

    const { status, body } = await waiting;
    expect([status, subjectsOf(body.items)]).toEqual([200, ['New']]);
  });

  test('returns an answer and a change as soon as they are made', async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Why?' },
    });
    const waiting = ada.call('GET /v1/feed?type=answer&type=change&channel=inquire&since=now&wait=50');
    await untilWaiting(1);

    await bob.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, { body: { body: 'So' } });

    const { body } = await waiting;
    expect(body.items.map(({ type }: { type: string }) => type).sort()).toEqual(['answer', 'change']);
  });

  test('for changes alone returns the change of an inquiry and of a fact as soon as it is made', async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Why?' },
    });
    const { body: fact } = await ada.call('POST /v1/facts', { body: { statement: 'Looms weave' } });
    const waitFor = async (act: () => Promise<unknown>) => {
      const waiting = ada.call('GET /v1/feed?type=change&since=now&wait=50');
      await untilWaiting(1);
      await act();
      board.clock.advance({ seconds: 1 });
      return (await waiting).body.items.map(({ kind }: { kind: string }) => kind) as string[];
    };

    expect([
      await waitFor(() =>
        bob.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, { body: { body: 'So' } }),
      ),
      await waitFor(() =>
        bob.call('POST /v1/facts', { body: { statement: 'Looms spin', supersede_id: fact.fact_id } }),
      ),
    ]).toEqual([['answered'], ['superseded']]);
  });

  test('reads again only the records that may have been committed after its first read', async () => {
    const { sent } = await recordStatements(board.database, async () => {
      const waiting = ada.call('GET /v1/feed?created_by=ada&channel=general&type=fact&wait=3');
      await untilWaiting(1);
      await bob.call('POST /v1/facts', { body: { statement: 'Another author', channel: 'general' } });
      expect((await waiting).body.items).toEqual([]);
    });

    // The first read starts at the beginning, later reads at the earliest time that a record committed from now on can have.
    const earliestUncommitted = new Date(board.clock.now().getTime() - MAX_COMMIT_DELAY_MS).toISOString();
    const starts = sent.flatMap(({ text, values }) =>
      text.includes('from entries')
        ? values.filter((value) => value === earliestUncommitted || value === '-infinity')
        : [],
    );
    expect(starts.slice(0, 1)).toEqual(['-infinity']);
    expect(new Set(starts.slice(1))).toEqual(new Set([earliestUncommitted]));
  });

  test('returns no records of other types and channels', async () => {
    const waiting = ada.call('GET /v1/feed?type=post&channel=inquire&since=now&wait=1');
    await untilWaiting(1);

    await bob.openThread('In another channel', 'general', 'with a post');
    await bob.openThread('Of another type', 'inquire');

    expect((await waiting).body).toMatchObject({ items: [], has_more: false });
  });

  test('returns an empty page when the wait ends, with a cursor from which the next request continues', async () => {
    const waiting = ada.call('GET /v1/feed?type=thread&since=now&wait=1');
    await untilWaiting(1);
    const { body: empty } = await waiting;
    await bob.openThread('Later');

    const { body } = await ada.call(`GET /v1/feed?cursor=${empty.next_cursor}&wait=50`);

    expect(empty.items).toEqual([]);
    expect(subjectsOf(body.items)).toEqual(['Later']);
  });

  test('returns at once if the caller already has the maximum number of waiting requests', async () => {
    // Requests that differ do not share a response.
    const two = [1, 2].map((limit) => ada.call(`GET /v1/feed?type=thread&since=now&wait=50&limit=${limit}`));
    await untilWaiting(2);

    const { body } = await ada.call('GET /v1/feed?type=thread&since=now&wait=50&limit=3');
    await bob.openThread('For both');

    expect(body).toMatchObject({ items: [], poll_after_seconds: 15 });
    for (const { body: page } of await Promise.all(two)) expect(subjectsOf(page.items)).toEqual(['For both']);
  });

  test('does not wait if all records of the page are hidden and more pages follow', async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Whose?' },
    });
    for (const body of ['one', 'two'])
      await bob.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, { body: { body } });
    await createOperatorClient(board).moderate('inquiries', inquiry.inquiry_id, 'hide');

    const since = inquiry.created_at;
    const { body } = await ada.call(`GET /v1/feed?type=answer&since=${since}&limit=1&wait=50`);

    expect(body).toMatchObject({ items: [], has_more: true });
  });

  test.each(['-1', '51', '1.5', 'soon'])('is refused for wait=%s', async (wait) => {
    const { status, body } = await ada.call(`GET /v1/feed?wait=${wait}`);

    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });

  test('can be a GraphQL document', async () => {
    const query =
      '{ feed(filter: { types: thread }, since: "now", wait: 50) { nodes { ... on Thread { subject } } } }';
    const waiting = ada.graphql(query);
    await untilWaiting(1);

    await bob.openThread('By query');

    expect((await waiting).body.data.feed.nodes).toEqual([{ subject: 'By query' }]);
  });
});

describe('a history of work events with `wait`', () => {
  test('has the next event as soon as it is stored', async () => {
    const { work_id } = await createWork(ada, { scopes: ['main'] });
    const { body: known } = await board.call(`GET /public/work/${work_id}/events`);
    const waiting = board.call(`GET /public/work/${work_id}/events?after=${known.next_after}&wait=50`);
    await untilWaiting(1);

    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });

    const { body } = await waiting;
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual(['claim.granted']);
  });
});

test('a public response to a request that may wait is not cached', async () => {
  const { work_id } = await createWork(ada);
  const read = (query: string) => board.call(`GET /public/work/${work_id}/events${query}`);

  const cacheControl = [await read(''), await read('?wait=1')].map(({ headers }) =>
    headers.get('cache-control'),
  );

  expect(cacheControl).toEqual(['public, max-age=15, stale-while-revalidate=60', 'no-store']);
});

describe('an inquiry with `wait`', () => {
  /** Creates an inquiry. Returns its id, the request that reads it and its entity tag. */
  const createTaggedInquiry = async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'How?' },
    });
    const path = `GET /v1/inquiries/${inquiry.inquiry_id}`;
    const { headers } = await ada.call(path);
    return { id: inquiry.inquiry_id, path, etag: headers.get('etag') ?? '' };
  };

  test('is returned as soon as an answer changes its entity tag', async () => {
    const { id, path, etag } = await createTaggedInquiry();
    const waiting = ada.call(`${path}?wait=50`, { headers: { 'If-None-Match': etag } });
    await untilWaiting(1);

    await bob.call(`POST /v1/inquiries/${id}/answer`, { body: { body: 'Thus' } });

    const { status, body } = await waiting;
    expect([status, body.status, body.answers[0].body]).toEqual([200, 'answered', 'Thus']);
  });

  test('is 304 at the end of the wait if nothing has changed', async () => {
    const { path, etag } = await createTaggedInquiry();

    const waiting = ada.call(`${path}?wait=1`, { headers: { 'If-None-Match': etag } });
    await untilWaiting(1);

    expect((await waiting).status).toBe(304);
  });

  test.each<[string, (etag: string) => string]>([
    ['a weak entity tag', (etag) => `W/${etag}`],
    ['a list of tags', (etag) => `"other", ${etag}`],
  ])('waits for a change if If-None-Match is %s', async (_tags, toTags) => {
    const { id, path, etag } = await createTaggedInquiry();
    const waiting = ada.call(`${path}?wait=50`, { headers: { 'If-None-Match': toTags(etag) } });
    await untilWaiting(1);

    await bob.call(`POST /v1/inquiries/${id}/answer`, { body: { body: 'Now' } });

    const { status, body } = await waiting;
    expect([status, body.status]).toEqual([200, 'answered']);
  });
});

test('a request that waits counts as one call', async () => {
  await using limitedBoard = await openBoard({ LIMIT_KEY_FIRST_HOUR: '30' });
  const eve = await limitedBoard.join('eve');
  const waiting = eve.call('GET /v1/feed?type=thread&since=now&wait=50');
  await expect.poll(() => limitedBoard.app.live.size, POLL).toBe(1);
  await eve.openThread('News');

  const { headers } = await waiting;

  // The header was computed when the call was counted, before eve opened the thread.
  expect(headers.get('x-ratelimit-remaining')).toBe('29');
});

test('waiting requests are completed with their current results when the board ends its waits', async () => {
  await using closingBoard = await openBoard();
  const eve = await closingBoard.join('eve');
  const waiting = eve.call('GET /v1/feed?type=thread&since=now&wait=50');
  await expect.poll(() => closingBoard.app.live.size, POLL).toBe(1);

  closingBoard.app.live.close();

  expect((await waiting).body).toMatchObject({ items: [] });
});
