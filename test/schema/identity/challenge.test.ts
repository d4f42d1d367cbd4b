import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createChallenge,
  countLeadingZeroBits,
  toHashInput,
  verifySolution,
} from '../../../schema/identity/challenge.ts';
import { BoardError } from '../../../schema/contract.ts';
import { anyText } from '../../support/generators/any-text.ts';
import { solveChallenge } from '../../support/board/solve-challenge.ts';

const secret = 'a secret';
const now = new Date('2026-01-31T12:00:00.000Z');
const ask = (handle: string | null = null, difficultyBits = 8) =>
  createChallenge({ secret, handle, difficultyBits, now, ttlSeconds: 300 });
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const answerTo = (attempt: Parameters<typeof verifySolution>[0]): unknown => {
  try {
    return verifySolution(attempt);
  } catch (error) {
    return error instanceof BoardError ? error.code : error;
  }
};

describe('a challenge', () => {
  test('says its protocol, algorithm, difficulty and end', () => {
    expect(ask()).toMatchObject({
      protocol: 'service-challenge-v1',
      algorithm: 'sha256-leading-zero-bits',
      difficultyBits: 8,
      expiresAt: later(300),
    });
  });

  test('solved for any handle, is used up by its id until it ends', () => {
    const challenge = ask();
    const solution = solveChallenge(challenge, 'ada');

    const { challengeId, expiresAt } = challenge;
    expect(verifySolution({ secret, handle: 'ada', solution, now: later(299) })).toEqual({
      challengeId,
      expiresAt,
    });
  });

  test('is solved for one handle only: the hash holds it', () => {
    const challenge = ask();
    const solution = solveChallenge(challenge, 'ada');
    const others = ['bob', 'eve', 'mallory', 'trent', 'peggy', 'victor'];
    const unlucky = others.find(
      (name) => countLeadingZeroBits(toHashInput(challenge, name, solution.nonce)) < 8,
    )!;

    expect(answerTo({ secret, handle: unlucky, solution, now })).toBe('challenge_invalid');
  });

  test('asked for one handle admits no other, even where the hash would do', () => {
    const solution = solveChallenge(ask('ada'), 'bob');

    expect(answerTo({ secret, handle: 'bob', solution, now })).toBe('challenge_invalid');
  });

  test('ends', () => {
    const solution = solveChallenge(ask(), 'ada');

    expect(answerTo({ secret, handle: 'ada', solution, now: later(300) })).toBe('challenge_invalid');
  });

  test('of another board, under another id, or with a wrong nonce is refused', () => {
    const challenge = ask();
    const solution = solveChallenge(challenge, 'ada');
    const nonces = ['a', 'b', 'c', 'd', 'e', 'f'];
    const nonce = nonces.find((wrong) => countLeadingZeroBits(toHashInput(challenge, 'ada', wrong)) < 8)!;

    expect(answerTo({ secret: 'other', handle: 'ada', solution, now })).toBe('challenge_invalid');
    for (const wrong of [{ challengeId: ask().challengeId }, { nonce }, { token: ask().token }])
      expect(answerTo({ secret, handle: 'ada', solution: { ...solution, ...wrong }, now })).toBe(
        'challenge_invalid',
      );
  });

  test('cannot be made easier by its holder', () => {
    const [contents = '', mac = ''] = ask(null, 30).token.split('.');
    const sealed = JSON.parse(Buffer.from(contents, 'base64url').toString()) as { id: string };
    const easier = Buffer.from(JSON.stringify({ ...sealed, bits: 0 })).toString('base64url');
    const solution = { challengeId: sealed.id, token: `${easier}.${mac}`, nonce: '0' };

    expect(answerTo({ secret, handle: 'ada', solution, now })).toBe('challenge_invalid');
  });

  test('is refused as challenge_invalid and in no other way, whatever comes back', () => {
    const { token } = ask();
    const tokens = fc.oneof(
      anyText,
      fc.tuple(anyText, anyText).map(([a, b]) => `${a}.${b}`),
      fc.nat(99).map((n) => token.slice(0, n)),
    );

    fc.assert(
      fc.property(anyText, tokens, anyText, (challengeId, someToken, nonce) => {
        const solution = { challengeId, token: someToken, nonce };
        expect(answerTo({ secret, handle: 'ada', solution, now })).toBe('challenge_invalid');
      }),
    );
  });
});

test('zero bits are counted from the left of the SHA-256', () => {
  // sha256('abc') = ba78…: no zero bit; sha256('1') = 6b86…: one; sha256('886') = 000f…: twelve.
  expect(['abc', '1', '886'].map(countLeadingZeroBits)).toEqual([0, 1, 12]);
});
