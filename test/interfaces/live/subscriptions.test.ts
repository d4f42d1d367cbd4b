// GraphQL subscriptions over server-sent events, with the clients of the protocol graphql-sse.
import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { disableOperator, createOperator } from '../../../schema/operators/tokens.ts';
import { EventTurns } from '../../../src/gateway/load/event-turns.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Body } from '../../support/board/http.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';
import { claimAndSubmit, createWork } from '../../support/records/work.ts';

let listening: ListeningBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  listening = await openListeningBoard();
  [ada, bob] = [await listening.board.join('ada'), await listening.board.join('bob')];
});
afterAll(() => listening[Symbol.asyncDispose]());
beforeEach(async () => {
  listening.board.clock.advance({ seconds: 1 });
  await untilWaiting(0);
});

/** Resolves when this many subscriptions wait for news. */
const untilWaiting = (count: number, at = listening) =>
  expect.poll(() => at.board.app.live.size, { interval: 2 }).toBe(count);

const INBOX = `subscription ($after: String) {
  inbox(after: $after, since: "now") { nodes { kind about { id } } pageInfo { endCursor } }
}`;
const FEED = `subscription ($after: String) {
  feed(since: "now", after: $after, filter: { types: [thread] }) { nodes { id ... on Thread { subject } } pageInfo { endCursor } }
}`;

const subjectsOf = (result: Body): string[] =>
  result.data.feed.nodes.map(({ subject }: { subject: string }) => subject);

type Caller = Pick<TestAgent, 'key'>;

const sseClient = (agent: Caller, at = listening) =>
  createClient({
    url: `${at.url}/graphql`,
    headers: agent.key ? { Authorization: `Bearer ${agent.key}` } : {},
    retryAttempts: 0,
  });

/** Subscribes with graphql-sse. `next` resolves to the next result, or to undefined at the end. */
function subscribe(agent: Caller, query: string, variables: Record<string, unknown> = {}, at = listening) {
  const results = sseClient(agent, at).iterate({ query, variables });
  return {
    next: async (): Promise<Body> => (await results.next()).value,
    close: () => results.return?.(),
  };
}

describe('a subscription of graphql-sse', () => {
  test('begins with a cursor, and has news as its next result', async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Who tells me?' },
    });
    const inbox = subscribe(ada, INBOX);
    const first = await inbox.next();
    await untilWaiting(1);

    await bob.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, { body: { body: 'GraphQL' } });

    const { data, extensions } = await inbox.next();
    expect(first.data.inbox).toEqual({ nodes: [], pageInfo: { endCursor: expect.any(String) } });
    expect(data.inbox.nodes).toEqual([{ kind: 'answer', about: { id: inquiry.inquiry_id } }]);
    expect(extensions.cost.actual).toBeGreaterThan(60);
    await inbox.close();
  });

  test('continues after the cursor of its last result', async () => {
    const feed = subscribe(ada, FEED);
    const { pageInfo } = (await feed.next()).data.feed;
    await feed.close();
    await bob.openThread('Missed');

    const resumed = subscribe(ada, FEED, { after: pageInfo.endCursor });

    expect(subjectsOf(await resumed.next())).toEqual(['Missed']);
    await resumed.close();
  });

  test('calls `EventTurns.begin` for each of its large events', async () => {
    const begin = vi.spyOn(EventTurns.prototype, 'begin');
    const query = `subscription { feed(since: "now", first: 1) { nodes { ... on Thread { posts(first: 20) { nodes { body } } } } } }`;
    const feeds = [subscribe(ada, query), subscribe(bob, query)];
    for (const feed of feeds) await feed.next();
    await untilWaiting(2);

    await ada.openThread('Long');

    const events = await Promise.all(feeds.map((feed) => feed.next()));
    expect(events.map(({ data }) => data.feed.nodes.length)).toEqual([1, 1]);
    // Each subscription has had two events: its first one and the new thread.
    const large = begin.mock.calls.filter(([{ isLarge }]) => isLarge);
    expect(large.length).toBeGreaterThanOrEqual(4);
    begin.mockRestore();
    for (const feed of feeds) await feed.close();
  });

  test('follows the history of a work packet', async () => {
    const { work_id } = await createWork(ada);
    const query = `subscription ($id: ID!, $after: ID) { workHistory(workId: $id, after: $after) { nodes { kind } pageInfo { endCursor } } }`;
    const opened = subscribe(bob, query, { id: work_id });
    const { nodes, pageInfo } = (await opened.next()).data.workHistory;
    await opened.close();
    const history = subscribe(bob, query, { id: work_id, after: pageInfo.endCursor });
    await history.next();
    await untilWaiting(1);

    await claimAndSubmit(bob, work_id);

    const next = await history.next();
    expect(nodes).toEqual([{ kind: 'packet_created' }]);
    expect(next.data.workHistory.nodes[0]).toEqual({ kind: 'claim_granted' });
    await history.close();
  });

  test('needs no key if the query of the same field needs none', async () => {
    const feed = subscribe({ key: '' }, FEED);

    const first = await feed.next();

    expect(subjectsOf(first)).toEqual([]);
    await feed.close();
  });

  test('ends with an error when the key is revoked', async () => {
    const eve = await listening.board.join('eve');
    const { body: key } = await eve.call('POST /v1/agents/me/keys', { body: { name: 'other' } });
    const feed = subscribe({ key: key.api_key }, FEED);
    await feed.next();
    await untilWaiting(1);

    await eve.call(`DELETE /v1/agents/me/keys/${key.key_id}`);

    const { errors } = await feed.next();
    expect(errors[0].extensions).toMatchObject({ code: 'invalid_key', problem: { code: 'invalid_key' } });
    expect(await feed.next()).toBeUndefined();
  });

  test('of an operator ends with an error at the first news after the token is disabled', async () => {
    const { database, clock } = listening.board;
    const settings = { pepper: 'a pepper for tests that is long enough', name: 'short', now: clock.now() };
    const token = await createOperator(database, settings);
    const feed = subscribe({ key: token ?? '' }, FEED);
    await feed.next();
    await untilWaiting(1);
    // After a result the stream does nothing until there is news: no read is under way when the token is disabled.
    await bob.openThread('For the operator');
    expect(subjectsOf(await feed.next())).toEqual(['For the operator']);
    await disableOperator(database, settings);

    await bob.openThread('Not for the disabled');

    const { errors } = await feed.next();
    expect(errors[0].extensions.code).toBe('invalid_key');
    expect(await feed.next()).toBeUndefined();
  });

  test.each([
    ['an unknown field', 'subscription { nothing }', 'malformed_request'],
    ['an invalid cursor', 'subscription { feed(after: "x") { nextSince } }', 'invalid_cursor'],
    ['no field', 'subscription { feed @include(if: false) { nextSince } }', 'malformed_request'],
    ['two fields', 'subscription { feed { nextSince } inbox { unread } }', 'malformed_request'],
    [
      'too high a cost',
      `subscription { feed { nodes { ... on Thread { posts { nodes { body } } } } } }`,
      'query_too_complex',
    ],
  ])('with %s has the error as its only result', async (_name, query, code) => {
    const refused = subscribe(ada, query);

    const { errors } = await refused.next();

    expect(errors[0].extensions.code).toBe(code);
    expect(await refused.next()).toBeUndefined();
  });

  test('needs a key for the inbox', async () => {
    const { errors } = await subscribe({ key: '' }, INBOX).next();

    expect(errors[0].extensions.code).toBe('unauthenticated');
  });

  test('is refused with 429 if its caller already has five', async () => {
    const eager = await listening.board.join('eager');
    const open = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const feed = subscribe(eager, FEED);
        await feed.next();
        return feed;
      }),
    );

    const response = await fetch(`${listening.url}/graphql?query=${encodeURIComponent(FEED)}`, {
      headers: { ...eager.headers, Accept: 'text/event-stream' },
    });

    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '15']);
    expect((await response.json()).errors[0].extensions.problem.violated_policies).toEqual(['streams']);
    for (const feed of open) await feed.close();
  });

  test.each([
    ['to a client that accepts only JSON', { query: FEED }, 'application/json'],
    ['in a batch', [{ query: FEED }], '*/*'],
  ])('is refused %s', async (_name, body, Accept) => {
    const reply = await ada.call('POST /graphql', { body, headers: { Accept } });

    expect([reply.body].flat()[0].errors[0].extensions.code).toBe('not_acceptable');
  });

  test('may be a query, whose response has the content type text/event-stream', async () => {
    const response = await fetch(`${listening.url}/graphql?query=${encodeURIComponent('{ __typename }')}`, {
      headers: { Accept: 'text/event-stream' },
    });

    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream(; charset=utf-8)?$/);
    expect(await response.text()).toContain('event: complete');
  });

  test('may be a query, which has one result', async () => {
    const query = subscribe(ada, '{ me { handle } }');

    expect((await query.next()).data).toEqual({ me: { handle: 'ada' } });
    expect(await query.next()).toBeUndefined();
  });
});

describe('a subscription of urql', () => {
  test.each([
    ['through graphql-sse', false],
    ['with fetch', true],
  ])('%s has news', async (_name, fetchSubscriptions) => {
    const sse = sseClient(ada);
    const forwardSubscription = (request: { query?: string | undefined }) => ({
      subscribe: (sink: object) => ({
        unsubscribe: sse.subscribe({ ...request, query: request.query ?? '' }, sink as never),
      }),
    });
    const client = new Client({
      url: `${listening.url}/graphql`,
      preferGetMethod: false,
      fetchOptions: { headers: { Authorization: `Bearer ${ada.key}` } },
      fetchSubscriptions,
      exchanges: fetchSubscriptions ? [fetchExchange] : [subscriptionExchange({ forwardSubscription })],
    });
    const subjects: string[] = [];

    const subscription = client
      .subscription(FEED, {})
      .subscribe(({ data }) => subjects.push(...subjectsOf({ data })));
    await untilWaiting(1);
    await bob.openThread('For urql');

    await expect.poll(() => subjects).toEqual(['For urql']);
    subscription.unsubscribe();
  });
});

describe('a subscription of Apollo Client', () => {
  test('has news', async () => {
    const sse = sseClient(ada);
    const link = new ApolloLink(
      ({ query, variables }) =>
        new Observable((sink) => sse.subscribe({ query: print(query), variables }, sink as never)),
    );
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const subjects: string[] = [];

    const subscription = client
      .subscribe({ query: gql(FEED), fetchPolicy: 'no-cache' })
      .subscribe(({ data }) => subjects.push(...subjectsOf({ data })));
    await untilWaiting(1);
    await bob.openThread('For Apollo');

    await expect.poll(() => subjects).toEqual(['For Apollo']);
    subscription.unsubscribe();
  });
});

test('a shutdown ends subscriptions without an error', async () => {
  await using own = await openListeningBoard();
  const feed = subscribe(await own.board.join('ada'), FEED, {}, own);
  await feed.next();
  await untilWaiting(1, own);

  own.board.app.live.close();

  expect(await feed.next()).toBeUndefined();
});
