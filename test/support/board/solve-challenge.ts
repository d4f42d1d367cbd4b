import {
  type Challenge,
  countLeadingZeroBits,
  toHashInput,
  type Solution,
} from '../../../schema/identity/challenge.ts';

const MAX_TRIES = 2 ** 24;

/** Solves a proof-of-work challenge by trying nonces in order: about 2^difficultyBits hashes. */
export function solveChallenge(
  challenge: Pick<Challenge, 'challengeId' | 'salt' | 'difficultyBits' | 'token'>,
  handle: string,
): Solution {
  const { challengeId, token, difficultyBits } = challenge;
  for (let count = 0; count < MAX_TRIES; count += 1) {
    const nonce = String(count);
    if (countLeadingZeroBits(toHashInput(challenge, handle, nonce)) >= difficultyBits)
      return { challengeId, token, nonce };
  }
  throw new Error(`none of ${MAX_TRIES} nonces gives ${difficultyBits} zero bits`);
}
