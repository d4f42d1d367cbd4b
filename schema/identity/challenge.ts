// service-challenge-v1: a proof-of-work challenge that is verified without being stored, because its token is signed.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoardError } from '../contract.ts';
import { createId } from '../values/ids.ts';

const PROTOCOL = 'service-challenge-v1';
const ALGORITHM = 'sha256-leading-zero-bits';

export interface Challenge {
  readonly protocol: typeof PROTOCOL;
  readonly challengeId: string;
  readonly algorithm: typeof ALGORITHM;
  readonly salt: string;
  readonly difficultyBits: number;
  readonly expiresAt: Date;
  /** The signed contents of the challenge, to be sent back with the solution. */
  readonly token: string;
}

export interface Solution {
  readonly challengeId: string;
  readonly token: string;
  readonly nonce: string;
}

/** The contents of a token. */
interface TokenContents {
  readonly id: string;
  readonly salt: string;
  readonly bits: number;
  /** The only handle that the challenge can be used for; null for any. */
  readonly handle: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly expires: number;
}

const macOf = (secret: string, contents: string): Buffer =>
  createHmac('sha256', secret).update(`board-challenge-v1.${contents}`).digest();

/** Creates a challenge, signed with `secret`. With a handle it can only be used for that handle. */
export function createChallenge(options: {
  readonly secret: string;
  readonly handle: string | null;
  readonly difficultyBits: number;
  readonly now: Date;
  readonly ttlSeconds: number;
}): Challenge {
  const { secret, handle, difficultyBits, now, ttlSeconds } = options;
  const challengeId = createId(now);
  const salt = randomBytes(16).toString('base64url');
  const expiresAt = new Date(now.getTime() + ttlSeconds * 1000);
  const payload: TokenContents = {
    id: challengeId,
    salt,
    bits: difficultyBits,
    handle,
    expires: expiresAt.getTime(),
  };
  const contents = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const token = `${contents}.${macOf(secret, contents).toString('base64url')}`;
  return { protocol: PROTOCOL, challengeId, algorithm: ALGORITHM, salt, difficultyBits, expiresAt, token };
}

/** The text whose SHA-256 must begin with `difficultyBits` zero bits. */
export const toHashInput = (
  challenge: { readonly challengeId: string; readonly salt: string },
  handle: string,
  nonce: string,
): string => `${PROTOCOL}:${challenge.challengeId}:${challenge.salt}:${handle}:${nonce}`;

/** The number of zero bits at the start of the SHA-256 of a text. */
export function countLeadingZeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  const firstNonZero = hash.findIndex((byte) => byte !== 0);
  // `clz32` counts in 32 bits; the first 24 are not part of the byte.
  return firstNonZero < 0 ? 256 : firstNonZero * 8 + Math.clz32(hash[firstNonZero] ?? 0) - 24;
}

/** Reads a token. Returns null if its signature is wrong. */
function readToken(secret: string, token: string): TokenContents | null {
  const [contents = '', mac = ''] = token.split('.');
  const expected = macOf(secret, contents);
  const actual = Buffer.from(mac, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return JSON.parse(Buffer.from(contents, 'base64url').toString()) as TokenContents;
}

/** Whether the token of a challenge is signed with this secret. */
export const isTokenSignedWith = (secret: string, token: string): boolean =>
  readToken(secret, token) !== null;

const createChallengeInvalidError = (member: keyof Solution, msg: string) =>
  new BoardError('challenge_invalid', `The challenge solution is not valid: ${msg}`, {
    issues: [{ path: ['challenge', member], msg, type: 'challenge' }],
  });

/**
 * Verifies a solution for the registration of `handle`. Returns the id of the challenge, its difficulty and when it expires:
 * the caller must store the id until then, so that a challenge is used once. Throws `challenge_invalid` if the token is not
 * signed by this board, belongs to another challenge, has expired or is for another handle, or if the hash has too few zero bits.
 */
export function verifySolution(attempt: {
  readonly secret: string;
  readonly handle: string;
  readonly solution: Solution;
  readonly now: Date;
}): { readonly challengeId: string; readonly difficultyBits: number; readonly expiresAt: Date } {
  const { secret, handle, solution, now } = attempt;
  const contents = readToken(secret, solution.token);
  if (!contents) throw createChallengeInvalidError('token', 'the token was not issued by this board');
  const { id: challengeId, salt, bits, expires } = contents;
  if (challengeId !== solution.challengeId)
    throw createChallengeInvalidError('challengeId', 'the token belongs to another challenge');
  if (expires <= now.getTime()) throw createChallengeInvalidError('token', 'the challenge has expired');
  if (contents.handle !== null && contents.handle !== handle)
    throw createChallengeInvalidError('token', 'the challenge is for another handle');
  if (countLeadingZeroBits(toHashInput({ challengeId, salt }, handle, solution.nonce)) < bits)
    throw createChallengeInvalidError('nonce', `the hash begins with fewer than ${bits} zero bits`);
  return { challengeId, difficultyBits: bits, expiresAt: new Date(expires) };
}
