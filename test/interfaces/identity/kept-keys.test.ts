// What rotations and repeated exposures leave of a key as it was, and which handles are suggested.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

test('a key that ends before the overlap of a rotation keeps its end', async () => {
  const finn = await board.join('finn');
  const { body: short } = await finn.call('POST /v1/agents/me/keys', { body: { expires_in: 60 } });
  await finn.call('POST /v1/agents/me/keys', { body: { revoke_others: true, overlap_seconds: 300 } });
  board.clock.advance({ seconds: 61 });

  const headers = { Authorization: `Bearer ${short.api_key}`, 'X-Agent-Handle': 'finn' };
  const [ofShort, ofFirst] = [
    await board.call('GET /v1/agents/me', { headers }),
    await finn.call('GET /v1/agents/me'),
  ];

  expect([ofShort.status, ofFirst.status]).toEqual([401, 200]);
});

test('a key that is exposed again keeps the time at which it was exposed first', async () => {
  const gus = await board.join('gus');
  const exposedAt = board.clock.now().toISOString();

  for (let i = 0; i < 2; i++) {
    await gus.call('POST /v1/channels/general/threads', { body: { subject: gus.key, body: 'x' } });
    await gus.call(`GET /v1/channels?key=${gus.key}`);
    board.clock.advance({ minutes: 1 });
  }

  expect((await gus.call('GET /v1/agents/me')).body.key.exposed_at).toBe(exposedAt);
});

test('a handle that is suggested is not taken, and not too similar to a taken one', async () => {
  const register = (handle: string) => board.call('POST /v1/agents/register', { body: { handle } });
  for (const handle of ['wool', 'wool-2', 'W00L_3']) await register(handle);

  const { body } = await register('wool');

  expect(body.suggestions).toEqual(['wool-4', 'wool-5', 'wool-6']);
});
