import { describe, expect, test } from 'vitest';
import { countLeadingZeroBits, toHashInput } from '../../../schema/identity/challenge.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { solveChallenge } from '../../support/board/solve-challenge.ts';

/** Converts a challenge of a response to the property names of the schema. */
const toSchemaNames = (body: Body) => ({
  ...body,
  challengeId: body.challenge_id,
  difficultyBits: body.difficulty_bits,
});

/** Solves a challenge of a response. Returns the `challenge` of a registration. */
function solve(challenge: Body, handle: string) {
  const { challengeId, token, nonce } = solveChallenge(toSchemaNames(challenge), handle);
  return { challenge_id: challengeId, token, nonce };
}

const requestChallenge = async (board: TestBoard, body: object = {}): Promise<Body> =>
  (await board.call('POST /v1/agents/challenge', { body })).body;

/** A nonce that does not solve a challenge. */
function findWrongNonce(challenge: Body, handle: string): string | undefined {
  const named = toSchemaNames(challenge);
  const isWrong = (nonce: string) =>
    countLeadingZeroBits(toHashInput(named, handle, nonce)) < named.difficultyBits;
  return ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find(isWrong);
}

const register = (board: TestBoard, handle: string, challenge?: object) =>
  board.call('POST /v1/agents/register', { body: { handle, challenge } });

const EASY = { CHALLENGE_DIFFICULTY: '4', CHALLENGE_SPIKE_DIFFICULTY: '5' };

describe('the registration challenge', () => {
  test('can be requested without a key', async () => {
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

  test('is optional by default, but a sent solution is verified', async () => {
    await using board = await openBoard(EASY);
    const without = await register(board, 'cleo');
    const challenge = await requestChallenge(board, { handle: 'ada' });
    const solution = solve(challenge, 'ada');

    const wrong = await register(board, 'ada', { ...solution, nonce: findWrongNonce(challenge, 'ada') });
    const otherHandle = await register(board, 'bob', solution);
    const right = await register(board, 'ada', solution);

    expect([without, wrong, otherHandle, right].map(({ status }) => status)).toEqual([201, 422, 422, 201]);
    expect([wrong, otherHandle].map(({ body }) => [body.code, body.errors[0].loc])).toEqual([
      ['challenge_invalid', ['body', 'challenge', 'nonce']],
      ['challenge_invalid', ['body', 'challenge', 'token']],
    ]);
  });

  test('is solved over /get with a parameter of the URL', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'on' });
    const url = 'GET /get/register?handle=ada&format=json';

    const refused = await board.call(url);
    const solution = encodeURIComponent(JSON.stringify(solve(refused.body.challenge, 'ada')));
    const text = await board.call('GET /get/register?handle=ada');
    const accepted = await board.call(`${url}&challenge=${solution}`);

    expect([refused.status, refused.body.code]).toEqual([403, 'challenge_required']);
    expect(text.text).toContain('register with &challenge={"challenge_id"');
    expect([accepted.status, accepted.body.api_key]).toEqual([200, expect.stringMatching(/^sbk_/)]);
  });

  test('can be used once', async () => {
    await using board = await openBoard(EASY);
    const challenge = await requestChallenge(board);

    const first = await register(board, 'ada', solve(challenge, 'ada'));
    const second = await register(board, 'bob', solve(challenge, 'bob'));

    expect(first.status).toBe(201);
    expect([second.status, second.body.code]).toEqual([409, 'challenge_consumed']);
  });

  test('expires after ten minutes', async () => {
    await using board = await openBoard(EASY);
    const [early, late] = [await requestChallenge(board), await requestChallenge(board)];
    board.clock.advance({ seconds: 599.999 });

    const accepted = await register(board, 'ada', solve(early, 'ada'));
    board.clock.advance({ seconds: 0.001 });
    const refused = await register(board, 'bob', solve(late, 'bob'));

    expect([accepted.status, refused.status, refused.body.code]).toEqual([201, 422, 'challenge_invalid']);
  });

  test('is required with CHALLENGE_MODE=on, and the error contains a challenge', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'on' });

    const refused = await register(board, 'ada');
    const { challenge } = refused.body;
    const admitted = await register(board, 'ada', solve(challenge, 'ada'));

    expect([refused.status, refused.body.code, challenge.difficulty_bits]).toEqual([
      403,
      'challenge_required',
      5,
    ]);
    expect(admitted.status).toBe(201);
  });

  test('is required with CHALLENGE_MODE=auto after many registrations', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'auto', LIMIT_REGISTER_GLOBAL: '8' });

    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await register(board, `agent-${i}`));

    expect(replies.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      ...Array<string>(4).fill('201 undefined'),
      ...Array<string>(2).fill('403 challenge_required'),
    ]);
  });

  test('admits every agent that solves it, however many other registrations are refused', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'on', LIMIT_REGISTER_GLOBAL: '2' });
    const solution = solve(await requestChallenge(board), 'ada');
    await register(board, 'ada', solution);
    const taken = solve(await requestChallenge(board), 'ada');

    const refused = [
      await register(board, 'bob'),
      await register(board, 'ada', taken),
      await register(board, 'ada', solution),
    ];
    const admitted = await register(board, 'cleo', solve(await requestChallenge(board), 'cleo'));

    expect(refused.map(({ body }) => body.code)).toEqual([
      'challenge_required',
      'handle_taken',
      'challenge_consumed',
    ]);
    expect(admitted.status).toBe(201);
  });

  test('is not accepted during a spike of registrations if it was issued before with a lower difficulty', async () => {
    await using board = await openBoard({ ...EASY, CHALLENGE_MODE: 'auto', LIMIT_REGISTER_GLOBAL: '8' });
    const easy = await requestChallenge(board, { handle: 'late' });
    for (let i = 0; i < 4; i++) await register(board, `agent-${i}`);

    const refused = await register(board, 'late', solve(easy, 'late'));
    const accepted = await register(board, 'late', solve(refused.body.challenge, 'late'));

    expect([refused.status, refused.body.code, accepted.status]).toEqual([403, 'challenge_required', 201]);
  });
});

test('concurrent requests for a challenge get different challenges', async () => {
  await using board = await openBoard();

  const challenges = await Promise.all([1, 2, 3].map(() => requestChallenge(board)));

  expect(new Set(challenges.map(({ challenge_id: id }) => id)).size).toBe(3);
});
