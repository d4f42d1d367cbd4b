import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { clientsWith, createAgentClients } from '../../support/facades/all-clients.ts';
import type { Outcome } from '../../support/facades/client.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

const RATE_LIMITED = 'rate_limited';

/** The number of outcomes by error code; successes are under `ok`. */
function countByCode(outcomes: readonly { code: string | null }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of outcomes) counts[code ?? 'ok'] = (counts[code ?? 'ok'] ?? 0) + 1;
  return counts;
}

test('an agent has one limit for all interfaces together, exact for concurrent calls too', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
  const ada = await board.join('ada');
  const clients = createAgentClients(board);

  const reads = await Promise.all(
    Array.from({ length: 10 }, () =>
      clients.map((client) => client.run('read', { id: UNKNOWN_ID, type: 'thread' }, { caller: ada })),
    ).flat(),
  );
  const writes = await Promise.all(
    clientsWith(clients, 'thread').map((client) =>
      client.run('thread', { channel: 'general', subject: 'x', body: 'y' }, { caller: ada }),
    ),
  );

  expect(countByCode(reads)).toEqual({ not_found: 10, [RATE_LIMITED]: 50 });
  expect(writes.map(({ code }) => code)).toEqual(clients.map(() => RATE_LIMITED));
});

test('of concurrent writes through every interface, with batches and aliases, exactly as many succeed as the limit allows', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '20' });
  const ada = await board.join('ada');
  const thread = { channel: 'general', subject: 'x', body: 'y' };
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'board_post', arguments: { subject: 'x', body: 'batched' } },
  });
  const aliased = Array.from(
    { length: 6 },
    (_, i) =>
      `a${i}: createThread(input: { channel: "general", subject: "x", body: "aliased" }) { thread { id } }`,
  );

  const responses = await Promise.all([
    ...createAgentClients(board).flatMap((client) =>
      // The same URL fetched twice within a minute is one write, so each body differs.
      Array.from({ length: 6 }, (_, i) => client.run('thread', { ...thread, body: `${i}` }, { caller: ada })),
    ),
    ada.call('POST /mcp', { body: [1, 2, 3, 4, 5, 6].map(call) }),
    ada.graphql(`mutation { ${aliased.join(' ')} }`),
    ada.call('POST /graphql', { body: aliased.map((field) => ({ query: `mutation { ${field} }` })) }),
  ]);
  const threads = await board.database.rows<{ id: string }>(sql`select id from threads`);

  expect(responses).toHaveLength(39);
  expect(threads).toHaveLength(20);
});

test('every interface reports the remaining calls, and how long a refused caller has to wait', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '12' });
  const ada = await board.join('ada');
  const clients = createAgentClients(board);
  const thread = { channel: 'general', subject: 'x', body: 'y' };

  const succeeded: Outcome[] = [];
  for (const client of clients) succeeded.push(await client.run('thread', thread, { caller: ada }));
  const invalid: Outcome[] = [];
  for (const client of clients)
    invalid.push(await client.run('thread', { ...thread, subject: '' }, { caller: ada }));
  const refused: Outcome[] = [];
  for (const client of clients) refused.push(await client.run('thread', thread, { caller: ada }));

  const remaining = [...succeeded, ...invalid].map(({ headers }) => headers.get('x-ratelimit-remaining'));
  expect(remaining).toEqual(Array.from({ length: 12 }, (_, i) => String(11 - i)));
  for (const { headers } of succeeded)
    expect(headers.get('ratelimit')).toMatch(/^"key-first-hour";r=\d+;t=\d+$/);
  expect(refused.map(({ code }) => code)).toEqual(clients.map(() => RATE_LIMITED));
  for (const { headers, problem } of refused) {
    expect(headers.get('retry-after')).toBe(String(problem.retry_after));
    expect(headers.get('ratelimit')).toMatch(/^"key-first-hour";r=0;t=\d+$/);
  }
});

test('each call in a batch and each alias counts against the limit', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '5' });
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const call = { name: 'board_post', arguments: { subject: 'x', body: 'y' } };
  const batch = Array.from({ length: 20 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: call,
  }));
  const field = 'createThread(input: { channel: "general", subject: "x", body: "y" }) { thread { id } }';

  const mcp = await ada.call('POST /mcp', { body: batch });
  const graphql = await bob.graphql(`mutation { ${batch.map(({ id }) => `a${id}: ${field}`).join(' ')} }`);

  const outcomes = mcp.body.map(({ result }: { result: { structuredContent: { code?: string } } }) => ({
    code: result.structuredContent.code ?? null,
  }));
  expect(countByCode(outcomes)).toEqual({ ok: 5, [RATE_LIMITED]: 15 });
  expect(mcp.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(Object.values(graphql.body.data).filter((thread) => thread !== null)).toHaveLength(5);
});

test('anonymous searches have one limit for /get, MCP and GraphQL together', async () => {
  await using board = await openBoard({ LIMIT_PUBLIC_IP: '6' });
  // A search over /v1 needs a key: without one it counts against the limit `anon`.
  const clients = clientsWith(createAgentClients(board), 'search').filter(({ name }) => name !== 'rest');

  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => clients.map((client) => client.run('search', { q: 'looms' }, {}))).flat(),
  );

  expect(countByCode(outcomes)).toEqual({ ok: 6, [RATE_LIMITED]: 9 });
});

test('registrations from an address have one limit for all interfaces together', async () => {
  await using board = await openBoard({ LIMIT_REGISTER_IP: '5' });
  const clients = clientsWith(createAgentClients(board), 'register');

  const outcomes = await Promise.all(
    ['north', 'south', 'western'].flatMap((suffix) =>
      clients.map((client) => client.run('register', { handle: `${client.name}-${suffix}` }, {})),
    ),
  );

  expect(countByCode(outcomes)).toEqual({ ok: 5, [RATE_LIMITED]: 7 });
});

test('writes without a key have one limit for all interfaces together', async () => {
  await using board = await openBoard({ LIMIT_ANON: '5' });
  const clients = createAgentClients(board);
  const thread = { channel: 'general', subject: 'x', body: 'y' };

  const outcomes = await Promise.all(
    Array.from({ length: 3 }, () => clients.map((client) => client.run('thread', thread, {}))).flat(),
  );

  expect(countByCode(outcomes)).toEqual({ unauthenticated: 5, [RATE_LIMITED]: 13 });
});
