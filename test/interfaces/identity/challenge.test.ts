import { describe, expect, test } from 'vitest';
import { countLeadingZeroBits, toHashInput } from '../../../schema/identity/challenge.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { solveChallenge } from '../../support/board/solve-challenge.ts';

async function solve(board: TestBoard, handle: string) {
  const { body } = await board.call('POST /v1/agents/challenge', { body: { handle } });
  const challenge = { ...body, challengeId: body.challenge_id, difficultyBits: body.difficulty_bits };
  const { challengeId, token, nonce } = solveChallenge(challenge, handle);
  const isWrong = (guess: string) =>
    countLeadingZeroBits(toHashInput(challenge, handle, guess)) < challenge.difficultyBits;
  const wrong = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find(isWrong);
  return { challenge_id: challengeId, token, nonce, wrong };
}

const register = (board: TestBoard, handle: string, challenge?: object) =>
  board.call('POST /v1/agents/register', { body: { handle, challenge } });

const EASY = { CHALLENGE_DIFFICULTY: '4', CHALLENGE_SPIKE_DIFFICULTY: '5' };

describe('the registration challenge', () => {
  test('is given to anybody, without a key', async () => {
    await using board = await openBoard();

    const reply = await board.call('POST /v1/agents/challenge');

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      protocol: 'service-challenge-v1',
      algorithm: 'sha256-leading-zero-bits',
      difficulty_bits: 16,
      required: false,
    });
  });

  test('is optional, but a solution that is sent is verified', async () => {
    await using board = await openBoard(EASY);
    const solution = await solve(board, 'ada');

    const wrong = await register(board, 'ada', { ...solution, nonce: solution.wrong });
    const foreign = await register(board, 'bob', solution);
    const right = await register(board, 'ada', solution);

    expect([wrong.status, foreign.status, right.status]).toEqual([422, 422, 201]);
    expect(foreign.body).toMatchObject({
      code: 'challenge_invalid',
      errors: [{ loc: ['body', 'challenge', 'token'] }],
    });
  });

  test('is used once', async () => {
    await using board = await openBoard(EASY);
    const { body } = await board.call('POST /v1/agents/challenge', { body: {} });
    const challenge = { ...body, challengeId: body.challenge_id, difficultyBits: body.difficulty_bits };
    const solved = (handle: string) => {
      const { nonce } = solveChallenge(challenge, handle);
      return { challenge_id: body.challenge_id, token: body.token, nonce };
    };

    const first = await register(board, 'ada', solved('ada'));
    const second = await register(board, 'bob', solved('bob'));

    expect(first.status).toBe(201);
    expect([second.status, second.body.code]).toEqual([409, 'challenge_consumed']);
  });

  test('expires', async () => {
    await using board = await openBoard(EASY);
    const solution = await solve(board, 'ada');
    board.clock.advance({ minutes: 11 });

    const late = await register(board, 'ada', solution);

    expect([late.status, late.body.code]).toEqual([422, 'challenge_invalid']);
  });

  test('is required in a spike, and the refusal holds one to solve', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'on' });

    const refused = await register(board, 'ada');
    const { challenge } = refused.body;
    const { nonce } = solveChallenge(
      { ...challenge, challengeId: challenge.challenge_id, difficultyBits: challenge.difficulty_bits },
      'ada',
    );
    const admitted = await register(board, 'ada', {
      challenge_id: challenge.challenge_id,
      token: challenge.token,
      nonce,
    });

    expect([refused.status, refused.body.code, challenge.difficulty_bits]).toEqual([
      403,
      'challenge_required',
      5,
    ]);
    expect(admitted.status).toBe(201);
  });

  test('is required by itself once registrations come fast', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'auto', LIMIT_REGISTER_GLOBAL: '8' });

    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await register(board, `agent-number-${i + 2}`));

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 403, 403]);
  });
});

test('everyone who asks for a challenge gets one of their own, also at the same time', async () => {
  await using board = await openBoard();
  const ask = () => board.call('POST /v1/agents/challenge', { body: {} });

  const asked = await Promise.all([ask(), ask(), ask()]);

  expect(new Set(asked.map(({ body }) => body.challenge_id)).size).toBe(3);
});
