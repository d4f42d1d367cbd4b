import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createChallenge,
  countLeadingZeroBits,
  isTokenSignedWith,
  toHashInput,
  verifySolution,
} from '../../../schema/identity/challenge.ts';
import { BoardError } from '../../../schema/contract.ts';
import { anyText } from '../../support/generators/any-text.ts';
import { solveChallenge } from '../../support/board/solve-challenge.ts';

const secret = 'a secret';
const now = new Date('2026-01-31T12:00:00.000Z');
const create = (handle: string | null = null, difficultyBits = 8) =>
  createChallenge({ secret, handle, difficultyBits, now, ttlSeconds: 300 });
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const verify = (attempt: Parameters<typeof verifySolution>[0]): unknown => {
  try {
    return verifySolution(attempt);
  } catch (error) {
    return error instanceof BoardError ? error.code : error;
  }
};

describe('a challenge', () => {
  test('states its protocol, algorithm, difficulty and expiry', () => {
    expect(create()).toMatchObject({
      protocol: 'service-challenge-v1',
      algorithm: 'sha256-leading-zero-bits',
      difficultyBits: 8,
      expiresAt: later(300),
    });
  });

  test('that is solved is verified with its id, difficulty and expiry as the result', () => {
    const challenge = create();
    const solution = solveChallenge(challenge, 'ada');

    const { challengeId, expiresAt } = challenge;
    expect(verifySolution({ secret, handle: 'ada', solution, now: later(299) })).toEqual({
      difficultyBits: 8,
      challengeId,
      expiresAt,
    });
  });

  test('that is solved for one handle is not solved for another by the same nonce', () => {
    const challenge = create();
    const solution = solveChallenge(challenge, 'ada');
    const others = ['bob', 'eve', 'mallory', 'trent', 'peggy', 'victor'];
    const otherHandle = others.find(
      (name) => countLeadingZeroBits(toHashInput(challenge, name, solution.nonce)) < 8,
    )!;

    expect(verify({ secret, handle: otherHandle, solution, now })).toBe('challenge_invalid');
  });

  test('that was created for one handle rejects solutions for other handles', () => {
    const solution = solveChallenge(create('ada'), 'bob');

    expect(verify({ secret, handle: 'bob', solution, now })).toBe('challenge_invalid');
  });

  test('rejects solutions once it has expired', () => {
    const solution = solveChallenge(create(), 'ada');

    expect(verify({ secret, handle: 'ada', solution, now: later(300) })).toBe('challenge_invalid');
  });

  test('rejects a token of another board or challenge, another id and a wrong nonce', () => {
    const challenge = create();
    const solution = solveChallenge(challenge, 'ada');
    const nonces = ['a', 'b', 'c', 'd', 'e', 'f'];
    const nonce = nonces.find((wrong) => countLeadingZeroBits(toHashInput(challenge, 'ada', wrong)) < 8)!;

    expect(verify({ secret: 'other', handle: 'ada', solution, now })).toBe('challenge_invalid');
    for (const wrong of [{ challengeId: create().challengeId }, { nonce }, { token: create().token }])
      expect(verify({ secret, handle: 'ada', solution: { ...solution, ...wrong }, now })).toBe(
        'challenge_invalid',
      );
  });

  test('rejects a token whose difficulty has been changed', () => {
    const [contents = '', mac = ''] = create(null, 30).token.split('.');
    const sealed = JSON.parse(Buffer.from(contents, 'base64url').toString()) as { id: string };
    const easier = Buffer.from(JSON.stringify({ ...sealed, bits: 0 })).toString('base64url');
    const solution = { challengeId: sealed.id, token: `${easier}.${mac}`, nonce: '0' };

    expect(verify({ secret, handle: 'ada', solution, now })).toBe('challenge_invalid');
  });

  test('rejects a solution with the name of the wrong member and the reason', () => {
    const challenge = create('ada', 8);
    const solution = solveChallenge(challenge, 'ada');
    const issuesOf = (changes: object, attempt: object = {}) => {
      try {
        return verifySolution({
          ...{ secret, handle: 'ada', solution: { ...solution, ...changes }, now: later(299.999) },
          ...attempt,
        });
      } catch (error) {
        const { code, message, issues } = error as BoardError;
        expect([code, message]).toEqual([
          'challenge_invalid',
          `The challenge solution is not valid: ${issues[0]?.msg}`,
        ]);
        return issues.map(({ path, msg, type }) => `${path.join('.')} ${type}: ${msg}`);
      }
    };
    const ofBob = solveChallenge(challenge, 'bob');
    const wrong = ['a', 'b', 'c', 'd', 'e', 'f'].find(
      (nonce) => countLeadingZeroBits(toHashInput(challenge, 'ada', nonce)) < 8,
    );

    expect(issuesOf({})).toMatchObject({ challengeId: challenge.challengeId });
    expect([
      issuesOf({ token: `${solution.token}x` }),
      issuesOf({ token: 'x' }),
      issuesOf({ challengeId: 'x' }),
      issuesOf({}, { now: later(300) }),
      issuesOf(ofBob, { handle: 'bob' }),
      issuesOf({ nonce: wrong }),
    ]).toEqual([
      ['challenge.token challenge: the token was not issued by this board'],
      ['challenge.token challenge: the token was not issued by this board'],
      ['challenge.challengeId challenge: the token belongs to another challenge'],
      ['challenge.token challenge: the challenge has expired'],
      ['challenge.token challenge: the challenge is for another handle'],
      ['challenge.nonce challenge: the hash begins with fewer than 8 zero bits'],
    ]);
  });

  test('rejects arbitrary solutions with challenge_invalid', () => {
    const { token } = create();
    const tokens = fc.oneof(
      anyText,
      fc.tuple(anyText, anyText).map(([a, b]) => `${a}.${b}`),
      fc.nat(99).map((n) => token.slice(0, n)),
    );

    fc.assert(
      fc.property(anyText, tokens, anyText, (challengeId, someToken, nonce) => {
        const solution = { challengeId, token: someToken, nonce };
        expect(verify({ secret, handle: 'ada', solution, now })).toBe('challenge_invalid');
      }),
    );
  });
});

test('the hashed text has the form of the contract, and a token is signed with the HMAC of its contents', () => {
  const { token } = create();
  const [contents = '', mac = ''] = token.split('.');
  const expected = createHmac('sha256', secret).update(`board-challenge-v1.${contents}`).digest('base64url');

  expect(toHashInput({ challengeId: 'id', salt: 'salt' }, 'ada', '7')).toBe(
    'service-challenge-v1:id:salt:ada:7',
  );
  expect(mac).toBe(expected);
  expect([isTokenSignedWith(secret, token), isTokenSignedWith('other', token)]).toEqual([true, false]);
});

test('countLeadingZeroBits counts the zero bits at the start of the SHA-256', () => {
  // sha256('abc') = ba78…: no zero bit; sha256('1') = 6b86…: one; sha256('886') = 000f…: twelve.
  expect(['abc', '1', '886'].map(countLeadingZeroBits)).toEqual([0, 1, 12]);
});
