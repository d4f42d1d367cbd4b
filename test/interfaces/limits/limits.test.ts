import { describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createRequest } from '../../support/board/http.ts';
import { visit } from '../../support/pages/site.ts';

const countStatuses = async (calls: readonly Promise<{ status: number }>[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const times = <T>(count: number, create: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => create(i));

describe('a limit', () => {
  test('of 10 admits exactly 10 of 50 concurrent calls', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
    const ada = await board.join('ada');

    const counts = await countStatuses(times(50, () => ada.call('GET /v1/channels')));

    expect(counts).toEqual({ 200: 10, 429: 40 });
  });

  test('is in the headers of every response, and a refusal has Retry-After', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '2' });
    const ada = await board.join('ada');

    const [first, second, third] = [
      await ada.call('GET /v1/channels'),
      await ada.call('GET /v1/threads/x'),
      await ada.call('GET /v1/channels'),
    ];

    expect(first.headers.get('ratelimit-policy')).toBe('"key-first-hour";q=2;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"key-first-hour";r=1;t=\d+$/);
    expect([second.status, second.headers.get('x-ratelimit-remaining')]).toEqual([422, '0']);
    expect([third.status, third.body.code, third.body.violated_policies]).toEqual([
      429,
      'rate_limited',
      ['key-first-hour'],
    ]);
    expect(Number(third.headers.get('retry-after'))).toBe(third.body.retry_after);
    expect(third.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  test('counts calls that the access policy refuses', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '2' });
    const ada = await board.join('ada');

    const counts = await countStatuses(times(4, () => ada.call('GET /admin/board/overview')));

    expect(counts).toEqual({ 403: 2, 429: 2 });
  });

  test('counts each read and write of an A2A request or of a page of the site', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '9', LIMIT_PUBLIC_IP: '9' });
    const ada = await board.join('ada');
    const body = { question: 'How often?' };
    const { body: inquiry } = await ada.call('POST /v1/channels/general/inquiries', { body });
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tasks/cancel', params: { id: inquiry.id } };

    await Promise.all([ada.call('POST /a2a', { body: rpc }), visit(board, 'GET /statistics')]);
    const next = [await ada.call('GET /v1/channels'), await visit(board, 'GET /channels')];

    expect(next.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['5', '6']);
  });

  test('is shared by all keys of an agent', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '3' });
    const ada = await board.join('ada');
    const { body: key } = await ada.call('POST /v1/agents/me/keys', { body: {} });
    const withSecond = { headers: { Authorization: `Bearer ${key.api_key}` } };

    const replies = [
      await ada.call('GET /v1/channels'),
      await ada.call('GET /v1/channels', withSecond),
      await ada.call('GET /v1/channels', withSecond),
    ];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  test('grows with the time since the agent registered', async () => {
    await using board = await openBoard({
      LIMIT_KEY_FIRST_HOUR: '30',
      LIMIT_KEY_FIRST_DAY: '60',
      LIMIT_KEY_ESTABLISHED: '120',
    });
    const ada = await board.join('ada');
    const policies = [];

    for (const span of [{ seconds: 0 }, { minutes: 61 }, { days: 1 }]) {
      board.clock.advance(span);
      policies.push((await ada.call('GET /v1/agents/me')).headers.get('ratelimit-policy'));
    }

    expect(policies).toEqual([
      '"key-first-hour";q=30;w=60',
      '"key-first-day";q=60;w=60',
      '"key-established";q=120;w=60',
    ]);
  });
});

describe('a caller without a valid key', () => {
  const callWithoutValidKey = (board: TestBoard, i: number) =>
    board.call('GET /v1/channels', {
      address: `198.51.100.${i}`,
      headers: i % 2 ? { Authorization: 'Bearer sbk_wrong' } : {},
    });

  test('shares one limit with all such callers: 10 calls get 401, all further calls get 429', async () => {
    await using board = await openBoard({ LIMIT_ANON: '10' });

    const counts = await countStatuses(times(50, (i) => callWithoutValidKey(board, i)));

    expect(counts).toEqual({ 401: 10, 429: 40 });
  });

  test('does not use up the limits of agents and registrations', async () => {
    await using board = await openBoard({
      LIMIT_ANON: '1',
      LIMIT_KEY_FIRST_HOUR: '1',
      LIMIT_REGISTER_GLOBAL: '2',
    });
    const ada = await board.join('ada');
    for (let i = 0; i < 3; i++) await callWithoutValidKey(board, i);

    const agentReply = await ada.call('GET /v1/channels');
    const registration = await board.call('POST /v1/agents/register', { body: { handle: 'bob' } });

    expect([agentReply.status, registration.status]).toEqual([200, 201]);
  });
});

describe('registration', () => {
  const register = (board: TestBoard, i: number, address: string) =>
    board.call('POST /v1/agents/register', {
      body: { handle: `agent-${i}` },
      address,
    });

  test('is limited for each address, also with concurrent calls', async () => {
    await using board = await openBoard({ LIMIT_REGISTER_IP: '5' });

    const counts = await countStatuses(times(20, (i) => register(board, i, '203.0.113.7')));
    const otherAddress = await register(board, 30, '203.0.113.8');

    expect(counts).toEqual({ 201: 5, 429: 15 });
    expect(otherAddress.status).toBe(201);
  });

  test('counts a /64 of IPv6 as one address', async () => {
    await using board = await openBoard({ LIMIT_REGISTER_IP: '2' });

    const replies = await Promise.all(times(3, (i) => register(board, i, `2001:db8:1:2::${i + 1}`)));

    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 429]);
  });

  test('is limited for all addresses together', async () => {
    await using board = await openBoard({ LIMIT_REGISTER_GLOBAL: '4' });

    const counts = await countStatuses(times(8, (i) => register(board, i, `203.0.113.${i}`)));

    expect(counts).toEqual({ 201: 4, 429: 4 });
  });

  test('is counted once for each alias of a GraphQL document', async () => {
    await using board = await openBoard({ LIMIT_REGISTER_IP: '5' });
    const fields = times(
      8,
      (i) => `a${i}: registerAgent(input: { handle: "alias-${i}" }) { agent { handle } }`,
    );

    const reply = await board.call('POST /graphql', { body: { query: `mutation { ${fields.join(' ')} }` } });
    // The address of `board.call`.
    const next = await register(board, 1, '192.0.2.1');

    const rows = await (await board.database.prisma()).agent.count();
    expect(rows).toBe(5);
    expect(JSON.stringify(reply.body.errors)).toContain('rate_limited');
    expect(next.status).toBe(429);
  });
});

describe('a limit over GraphQL', () => {
  test('counts each root mutation', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '5' });
    const ada = await board.join('ada');
    const fields = times(
      7,
      (i) => `a${i}: createThread(input: { channel: "general", subject: "${i}" }) { thread { id } }`,
    );

    await ada.graphql(`mutation { ${fields.join(' ')} }`);

    expect(await (await board.database.prisma()).thread.count()).toBe(5);
  });

  test('counts a query once, regardless of its points', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '30' });
    const ada = await board.join('ada');
    const remaining = async (query: string) =>
      Number((await ada.graphql(query)).headers.get('x-ratelimit-remaining'));

    const small = await remaining('{ me { handle } }');
    const large = await remaining('{ channels(first: 5) { nodes { threads(first: 50) { nodes { id } } } } }');

    expect([small, large]).toEqual([29, 28]);
  });

  test('counts each write of a document once, except a registration, which has separate limits', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
    const ada = await board.join('ada');

    const reply = await ada.graphql(`mutation {
      registerAgent(input: { handle: "bob" }) { agent { id } }
      createThread(input: { channel: "general", subject: "x" }) { thread { id } }
      post: createThread(input: { channel: "general", subject: "y" }) { thread { id } }
    }`);
    const next = await ada.call('GET /v1/channels');

    expect(reply.body.errors).toBeUndefined();
    expect(next.headers.get('x-ratelimit-remaining')).toBe('7');
  });

  test('counts each operation of a batch', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '3' });
    const ada = await board.join('ada');

    const reply = await ada.call('POST /graphql', { body: times(5, () => ({ query: '{ me { handle } }' })) });

    const results = reply.body as { errors?: { extensions: { code: string } }[] }[];
    expect(results.filter(({ errors }) => errors?.[0]?.extensions.code === 'rate_limited')).toHaveLength(2);
  });

  test('counts anonymous callers by address, not by LIMIT_ANON, also for invalid documents', async () => {
    await using board = await openBoard({ LIMIT_PUBLIC_IP: '3', LIMIT_ANON: '1' });
    const queryAnonymously = (query: string, address: string) =>
      board.call('POST /graphql', { body: { query }, address });
    const queries = [
      '{ channels { nodes { slug } } }',
      '{ nothing }',
      '{ a',
      '{ channels { nodes { slug } } }',
      '{ __typename }',
    ];

    const replies = [];
    for (const query of queries) replies.push(await queryAnonymously(query, '192.0.2.1'));
    const otherAddress = await queryAnonymously('{ __typename }', '192.0.2.2');

    const refused = replies.map(({ text }) => text.includes('rate_limited'));
    expect(refused).toEqual([false, false, false, true, true]);
    expect(otherAddress.text).not.toContain('rate_limited');
  });

  test('counts a write that is refused for its input', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '4' });
    const ada = await board.join('ada');
    const fields = times(
      6,
      (i) => `a${i}: createThread(input: { channel: "general", subject: "" }) { thread { id } }`,
    );

    const reply = await ada.graphql(`mutation { ${fields.join(' ')} }`);

    const codes = (reply.body.errors as { extensions: { code: string } }[]).map(
      ({ extensions }) => extensions.code,
    );
    expect(codes).toEqual([...times(4, () => 'validation_failed'), ...times(2, () => 'rate_limited')]);
  });
});

describe('the client’s address', () => {
  test('is the rightmost untrusted hop of X-Forwarded-For behind a trusted proxy, else the peer', async () => {
    await using board = await openBoard({ LIMIT_REGISTER_IP: '1', TRUSTED_PROXIES: '10.0.0.0/8' });
    const join = async (handle: string, peer: string, forwarded: string) => {
      const headers = { 'X-Forwarded-For': forwarded };
      return (
        await board.fetch(createRequest('POST /v1/agents/register', { body: { handle }, headers }), peer)
      ).status;
    };

    const statuses = [
      await join('one', '10.0.0.1', '198.51.100.1'),
      await join('two', '10.0.0.1', '203.0.113.9, 198.51.100.1, 10.1.1.1'),
      await join('three', '10.0.0.1', '198.51.100.2'),
      await join('four', '192.0.2.50', '198.51.100.3'),
      await join('five', '192.0.2.50', '198.51.100.4'),
    ];

    expect(statuses).toEqual([201, 429, 201, 201, 429]);
  });
});
