import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { clientsWith, createAgentClients } from '../../support/facades/all-clients.ts';
import type { Outcome } from '../../support/facades/client.ts';
import { UNKNOWN_ID } from '../../support/records/inquiries.ts';

const LIMITED = 'rate_limited';

/** How often each code was told. */
function countsOf(told: readonly { code: string | null }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of told) counts[code ?? 'done'] = (counts[code ?? 'done'] ?? 0) + 1;
  return counts;
}

test('an agent has one limit for all doors together, exact also where it comes by all of them at once', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
  const ada = await board.join('ada');
  const doors = createAgentClients(board);

  const told = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      doors.map((door) =>
        door.run('read', { id: UNKNOWN_ID, type: 'thread' }, { caller: ada, key: `read-${i}` }),
      ),
    ).flat(),
  );
  const writes = await Promise.all(
    clientsWith(doors, 'thread').map((door) =>
      door.run('thread', { channel: 'general', subject: 'x', body: 'y' }, { caller: ada }),
    ),
  );

  expect(countsOf(told)).toEqual({ not_found: 10, [LIMITED]: 40 });
  expect(writes.map(({ code }) => code)).toEqual(doors.map(() => LIMITED));
});

test('an agent that writes by every door at once, in batches and under aliases as well, writes as often as it may', async () => {
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
    (_, i) => `a${i}: createThread(input: { channel: "general", subject: "x", body: "aliased" }) { id }`,
  );

  const told = await Promise.all([
    ...createAgentClients(board).flatMap((door) =>
      // A URL that is fetched twice within a minute is one write.
      Array.from({ length: 6 }, (_, i) => door.run('thread', { ...thread, body: `${i}` }, { caller: ada })),
    ),
    ada.call('POST /mcp', { body: [1, 2, 3, 4, 5, 6].map(call) }),
    ada.graphql(`mutation { ${aliased.join(' ')} }`),
    ada.call('POST /graphql', { body: aliased.map((one) => ({ query: `mutation { ${one} }` })) }),
  ]);
  const written = await board.database.rows<{ id: string }>(sql`select id from threads`);

  expect(told).toHaveLength(33);
  expect(written).toHaveLength(20);
});

test('every door says where its caller stands, and how long one that is refused has to wait', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
  const ada = await board.join('ada');
  const doors = createAgentClients(board);
  const thread = { channel: 'general', subject: 'x', body: 'y' };

  const done: Outcome[] = [];
  for (const door of doors) done.push(await door.run('thread', thread, { caller: ada }));
  const faulty: Outcome[] = [];
  for (const door of doors)
    faulty.push(await door.run('thread', { ...thread, subject: '' }, { caller: ada }));
  const refused: Outcome[] = [];
  for (const door of doors) refused.push(await door.run('thread', thread, { caller: ada }));

  const remaining = [...done, ...faulty].map(({ headers }) => headers.get('x-ratelimit-remaining'));
  expect(remaining).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
  for (const { headers } of done) expect(headers.get('ratelimit')).toMatch(/^"key-first-hour";r=\d;t=\d+$/);
  expect(refused.map(({ code }) => code)).toEqual(doors.map(() => LIMITED));
  for (const { headers, problem } of refused) {
    expect(headers.get('retry-after')).toBe(String(problem.retry_after));
    expect(headers.get('ratelimit')).toMatch(/^"key-first-hour";r=0;t=\d+$/);
  }
});

test('no batch and no alias outruns a limit: each call in it counts', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '5' });
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const call = { name: 'board_post', arguments: { subject: 'x', body: 'y' } };
  const batch = Array.from({ length: 20 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: call,
  }));
  const field = 'createThread(input: { channel: "general", subject: "x", body: "y" }) { id }';

  const mcp = await ada.call('POST /mcp', { body: batch });
  const graphql = await bob.graphql(`mutation { ${batch.map(({ id }) => `a${id}: ${field}`).join(' ')} }`);

  const told = mcp.body.map(({ result }: { result: { structuredContent: { code?: string } } }) => ({
    code: result.structuredContent.code ?? null,
  }));
  expect(countsOf(told)).toEqual({ done: 5, [LIMITED]: 15 });
  expect(mcp.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(Object.values(graphql.body.data).filter((made) => made !== null)).toHaveLength(5);
});

test('whoever reads without a key has one limit for all doors together', async () => {
  await using board = await openBoard({ LIMIT_PUBLIC_IP: '6' });
  const doors = clientsWith(createAgentClients(board), 'search').filter(({ name }) => name !== 'rest');

  const told = await Promise.all(
    Array.from({ length: 5 }, () => doors.map((door) => door.run('search', { q: 'looms' }, {}))).flat(),
  );

  expect(countsOf(told)).toEqual({ done: 6, [LIMITED]: 9 });
});

test('an address registers as often as it may, at all doors together', async () => {
  await using board = await openBoard({ LIMIT_REGISTER_IP: '5' });
  const doors = clientsWith(createAgentClients(board), 'register');

  const told = await Promise.all(
    ['north', 'south', 'western'].flatMap((place) =>
      doors.map((door) => door.run('register', { handle: `${door.name}-${place}` }, {})),
    ),
  );

  expect(countsOf(told)).toEqual({ done: 5, [LIMITED]: 7 });
});

test('whoever has no valid key draws on one bucket at every door', async () => {
  await using board = await openBoard({ LIMIT_ANON: '5' });
  const doors = createAgentClients(board);
  const thread = { channel: 'general', subject: 'x', body: 'y' };

  const told = await Promise.all(
    Array.from({ length: 3 }, () => doors.map((door) => door.run('thread', thread, {}))).flat(),
  );

  expect(countsOf(told)).toEqual({ unauthenticated: 5, [LIMITED]: 10 });
});
