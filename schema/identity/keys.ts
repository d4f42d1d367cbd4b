// Agent keys and operator tokens: made, read and compared (decisions, section 3). Only their hashes are ever stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** As many random bytes as asked for. */
export type RandomBytes = (size: number) => Uint8Array;

export interface ApiKey {
  /** The public part, by which a key is found: unique on the board. */
  readonly kid: string;
  /** The whole key, as its agent sends it. Shown once, never stored, never logged. */
  readonly key: string;
  /** What may be shown of it later: `sbk_<kid>`. */
  readonly prefix: string;
}

const KID_LENGTH = 10;
/** 43 characters of base62 are 256 bits. */
const SECRET_LENGTH = 43;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 in a byte: larger bytes are passed over, or the first digits would come up more often. */
const FAIR_BYTES = 248;

function drawBase62(length: number, random: RandomBytes): string {
  let drawn = '';
  while (drawn.length < length) {
    const fair = [...random(length - drawn.length)].filter((byte) => byte < FAIR_BYTES);
    drawn += fair.map((byte) => digits.charAt(byte % 62)).join('');
  }
  return drawn;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let written = '';
  for (let place = 0; place < 6; place += 1) {
    written = digits.charAt(rest % 62) + written;
    rest = Math.floor(rest / 62);
  }
  return written;
}

function toKey(kid: string, secret: string): ApiKey {
  const prefix = `sbk_${kid}`;
  const checked = `${prefix}_${secret}`;
  return { kid, prefix, key: `${checked}_${checksumOf(checked)}` };
}

/** A fresh public part for a key. */
export const createKid = (random: RandomBytes = randomBytes): string => drawBase62(KID_LENGTH, random);

/** A fresh key: `sbk_<kid>_<secret>_<crc32>`. */
export const createKey = (random: RandomBytes = randomBytes): ApiKey =>
  toKey(createKid(random), drawBase62(SECRET_LENGTH, random));

/**
 * The same key for the same pepper, kid and seed, so that a replayed registration or rotation answers the key of the
 * first without storing it. Kid and seed may be known; only the pepper keeps the key secret.
 */
export function deriveKey(pepper: string, kid: string, seed: string): ApiKey {
  let block = 0;
  const stream: RandomBytes = (size) =>
    createHmac('sha256', pepper)
      .update(JSON.stringify(['board-key-v1', kid, seed, block++]))
      .digest()
      .subarray(0, size);
  return toKey(kid, drawBase62(SECRET_LENGTH, stream));
}

const keyForm = /^(sbk_([0-9A-Za-z]{10})_[0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** Reads what a caller sent as its key: its form and checksum only, so that no mistyped key reaches the database. */
export function readKey(text: string): ApiKey | null {
  const [, checked, kid, checksum] = keyForm.exec(text) ?? [];
  if (checked === undefined || kid === undefined || checksum !== checksumOf(checked)) return null;
  return { kid, key: text, prefix: `sbk_${kid}` };
}

/** What is stored of a key or an operator token: HMAC-SHA-256 under the pepper, 32 bytes. */
export const hashKey = (pepper: string, key: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHmac('sha256', pepper).update(key).digest());

/** Whether a stored hash is that of this key or token; takes the same time whatever the answer. */
export function matchesKey(hash: Uint8Array, pepper: string, key: string): boolean {
  const expected = hashKey(pepper, key);
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}

/** A fresh operator token: `sba_` and 43 characters of base64url, 256 bits. */
export const createOperatorToken = (random: RandomBytes = randomBytes): string =>
  `sba_${Buffer.from(random(32)).toString('base64url')}`;

/** Reads what a caller sent as an operator token: `sba_` and at least 32 of A-Z, a-z, 0-9, `_`, `-`. */
export const readOperatorToken = (text: string): string | null =>
  /^sba_[A-Za-z0-9_-]{32,}$/.test(text) ? text : null;

/**
 * What a browser holds that an operator has signed in with: `sbs_` and 43 characters of base64url. It is the same for
 * the same pepper, id and seed; only the pepper keeps it secret, or a seed that nobody knows.
 */
export function deriveSessionToken(pepper: string, id: string, seed: string): string {
  const secret = createHmac('sha256', pepper).update(JSON.stringify(['board-session-v1', id, seed]));
  return `sbs_${secret.digest('base64url')}`;
}

/** Whether a credential is an operator’s, by its form: a token, or a session that was opened with one. */
export const isOperatorCredential = (text: string): boolean =>
  readOperatorToken(text) !== null || /^sbs_[A-Za-z0-9_-]{43}$/.test(text);

/** What a page proves itself by when it asks for a write, for what a browser sends by itself (decisions, section 8). */
export const deriveCsrfToken = (pepper: string, owner: string): string =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['board-csrf-v1', owner]))
    .digest('base64url');

/** Whether two texts are the same; takes the same time whatever the answer. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
