// service-challenge-v1: a puzzle that the board gives out and checks without keeping it (decisions, section 3).
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
  /** What the challenge was, sealed: comes back with the solution. */
  readonly token: string;
}

export interface Solution {
  readonly challengeId: string;
  readonly token: string;
  readonly nonce: string;
}

interface Sealed {
  readonly id: string;
  readonly salt: string;
  readonly bits: number;
  /** The handle it was asked for; null: good for any. */
  readonly handle: string | null;
  /** Milliseconds of the epoch. */
  readonly expires: number;
}

const macOf = (secret: string, contents: string): Buffer =>
  createHmac('sha256', secret).update(`board-challenge-v1.${contents}`).digest();

/** A fresh challenge, sealed under `secret`. With a handle it admits that handle alone. */
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
  const sealed: Sealed = {
    id: challengeId,
    salt,
    bits: difficultyBits,
    handle,
    expires: expiresAt.getTime(),
  };
  const contents = Buffer.from(JSON.stringify(sealed)).toString('base64url');
  const token = `${contents}.${macOf(secret, contents).toString('base64url')}`;
  return { protocol: PROTOCOL, challengeId, algorithm: ALGORITHM, salt, difficultyBits, expiresAt, token };
}

/** What the nonce is searched for: the SHA-256 of this must begin with enough zero bits. */
export const toHashInput = (
  challenge: { readonly challengeId: string; readonly salt: string },
  handle: string,
  nonce: string,
): string => `${PROTOCOL}:${challenge.challengeId}:${challenge.salt}:${handle}:${nonce}`;

/** The zero bits that the SHA-256 of a text begins with. */
export function countLeadingZeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  const at = hash.findIndex((byte) => byte !== 0);
  return at < 0 ? 256 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}

function openToken(secret: string, token: string): Sealed | null {
  const [contents = '', mac = ''] = token.split('.');
  const expected = macOf(secret, contents);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(contents, 'base64url').toString()) as Sealed;
}

/** Whether a challenge's token was sealed under a secret, by whoever has it as well. */
export const isTokenSignedWith = (secret: string, token: string): boolean =>
  openToken(secret, token) !== null;

const refuse = (member: keyof Solution, msg: string) =>
  new BoardError('challenge_invalid', `The challenge is not solved: ${msg}`, {
    issues: [{ path: ['challenge', member], msg, type: 'challenge' }],
  });

/**
 * Checks a solution sent with the registration of `handle`, and says which challenge is thereby used up until when;
 * that it is used once is for the database to settle. Throws `challenge_invalid`: foreign, altered, expired, for
 * another handle, or not solved.
 */
export function verifySolution(attempt: {
  readonly secret: string;
  readonly handle: string;
  readonly solution: Solution;
  readonly now: Date;
}): { readonly challengeId: string; readonly expiresAt: Date } {
  const { secret, handle, solution, now } = attempt;
  const sealed = openToken(secret, solution.token);
  if (!sealed) throw refuse('token', 'the token is not one of this board');
  const { id: challengeId, salt, bits, expires } = sealed;
  if (challengeId !== solution.challengeId)
    throw refuse('challengeId', 'the token belongs to another challenge');
  if (expires <= now.getTime()) throw refuse('token', 'the challenge has expired');
  if (sealed.handle !== null && sealed.handle !== handle)
    throw refuse('token', 'it was given for another handle');
  if (countLeadingZeroBits(toHashInput({ challengeId, salt }, handle, solution.nonce)) < bits)
    throw refuse('nonce', `the hash begins with fewer than ${bits} zero bits`);
  return { challengeId, expiresAt: new Date(expires) };
}
