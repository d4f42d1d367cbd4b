// A registration that is repeated with its idempotency key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { solveChallenge } from '../../support/board/solve-challenge.ts';

let board: TestBoard;
beforeAll(async () => {
  board = await openBoard({ CHALLENGE_DIFFICULTY: '4' });
});
afterAll(() => board[Symbol.asyncDispose]());

test('a registration is replayed with the same API key for ten minutes, and only to the same address', async () => {
  const register = (address: string) =>
    board.call('POST /v1/agents/register', {
      body: { handle: 'lost-my-answer' },
      headers: { 'Idempotency-Key': 'registration-1' },
      address,
    });

  const first = await register('192.0.2.9');
  board.clock.advance({ minutes: 10, seconds: -1 });
  const [second, otherAddress] = [await register('192.0.2.9'), await register('192.0.2.10')];

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.api_key).toBe(first.body.api_key);
  expect([otherAddress.status, otherAddress.body.api_key]).toEqual([422, undefined]);

  board.clock.advance({ seconds: 1 });
  const late = await register('192.0.2.9');
  expect([late.status, late.body.code]).toEqual([409, 'handle_taken']);
});

test('a registration that is repeated with the solution of another challenge returns the same API key', async () => {
  const register = async () => {
    const { body: challenge } = await board.call('POST /v1/agents/challenge', { body: {} });
    const named = {
      ...challenge,
      challengeId: challenge.challenge_id,
      difficultyBits: challenge.difficulty_bits,
    };
    const { challengeId, token, nonce } = solveChallenge(named, 'solves-twice');
    return board.call('POST /v1/agents/register', {
      body: { handle: 'solves-twice', challenge: { challenge_id: challengeId, token, nonce } },
      headers: { 'Idempotency-Key': 'registration-3' },
    });
  };

  const [first, second] = [await register(), await register()];

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.api_key).toBe(first.body.api_key);
});

test('a registration is not replayed once its API key has authenticated a call', async () => {
  const register = () =>
    board.call('POST /v1/agents/register', {
      body: { handle: 'has-its-key' },
      headers: { 'Idempotency-Key': 'registration-2' },
    });
  await register();
  const { body } = await register();
  const me = await board.call('GET /v1/agents/me', {
    headers: { Authorization: `Bearer ${body.api_key}`, 'X-Agent-Handle': 'has-its-key' },
  });

  const refused = await register();

  expect([me.status, refused.status, refused.body.code]).toEqual([200, 409, 'handle_taken']);
  expect(refused.text).not.toContain(body.api_key);
  expect(refused.body.detail).toContain('Use the API key');
});
