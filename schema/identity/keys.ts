// API keys of agents, and tokens and sessions of operators: creates, parses, hashes and compares them. Only hashes
// are stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Returns random bytes: at least one, at most `size`. */
type RandomBytes = (size: number) => Uint8Array;

interface ApiKey {
  /** The public id of the key, unique on the board. */
  readonly kid: string;
  /** The whole key, as its agent sends it. Must never be stored or logged. */
  readonly key: string;
  /** The part that is not secret: `sbk_<kid>`. */
  readonly prefix: string;
}

const KID_LENGTH = 10;
/** 43 characters of base62 are 256 bits. */
const SECRET_LENGTH = 43;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The largest multiple of 62 that fits in a byte. Bytes from here on are discarded: they would favour the first
 * digits.
 */
const FAIR_BYTES = 248;

function drawBase62(length: number, random: RandomBytes): string {
  let drawn = '';
  while (drawn.length < length) {
    const fair = [...random(length - drawn.length)].filter((byte) => byte < FAIR_BYTES);
    drawn += fair.map((byte) => digits.charAt(byte % 62)).join('');
  }
  return drawn;
}

/** The CRC-32 of a text as six base62 digits. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let count = 0; count < 6; count += 1) {
    encoded = digits.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

function toKey(kid: string, secret: string): ApiKey {
  const prefix = `sbk_${kid}`;
  const checked = `${prefix}_${secret}`;
  return { kid, prefix, key: `${checked}_${checksumOf(checked)}` };
}

/** Creates a random public id for a key. */
export const createKid = (random: RandomBytes = randomBytes): string => drawBase62(KID_LENGTH, random);

/** Creates a random key: `sbk_<kid>_<secret>_<crc32>`. */
export const createKey = (random: RandomBytes = randomBytes): ApiKey =>
  toKey(createKid(random), drawBase62(SECRET_LENGTH, random));

/**
 * Derives a key from the pepper, its public id and a seed, so that a replayed registration or rotation returns the same
 * key although keys are not stored. Only the pepper must be secret.
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

/**
 * Parses a key. Returns null if its form or checksum is wrong, so that mistyped keys are not looked up in the
 * database.
 */
export function readKey(text: string): ApiKey | null {
  const [, checked, kid, checksum] = keyForm.exec(text) ?? [];
  if (checked === undefined || kid === undefined || checksum !== checksumOf(checked)) return null;
  return { kid, key: text, prefix: `sbk_${kid}` };
}

/** Restores a key found in text: removes the backslashes of Markdown, and adds the checksum if it is missing. */
export function completeKey(text: string): string {
  const key = text.replaceAll('\\', '');
  return /^sbk_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}$/.test(key) ? `${key}_${checksumOf(key)}` : key;
}

/** The stored hash of a key, token or session id: HMAC-SHA-256 with the pepper, 32 bytes. */
export const hashKey = (pepper: string, key: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHmac('sha256', pepper).update(key).digest());

/** Whether a stored hash is the hash of this key or token. Compares in constant time. */
export function matchesKey(hash: Uint8Array, pepper: string, key: string): boolean {
  const expected = hashKey(pepper, key);
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}

/** Creates a random operator token: `sba_` and 43 characters of base64url, 256 bits. */
export const createOperatorToken = (random: RandomBytes = randomBytes): string =>
  `sba_${Buffer.from(random(32)).toString('base64url')}`;

/** Parses an operator token: `sba_` and at least 32 of A-Z, a-z, 0-9, `_` and `-`. Returns null for other texts. */
export const readOperatorToken = (text: string): string | null =>
  /^sba_[A-Za-z0-9_-]{32,}$/.test(text) ? text : null;

/**
 * Derives the session token of an operator’s browser from the pepper, the session id and a seed: `sbs_` and 43
 * characters of base64url. It is secret if the pepper is, even with a known seed.
 */
export function deriveSessionToken(pepper: string, id: string, seed: string): string {
  const secret = createHmac('sha256', pepper).update(JSON.stringify(['board-session-v1', id, seed]));
  return `sbs_${secret.digest('base64url')}`;
}

/** Whether a credential has the form of an operator token or of an operator’s session token. */
export const isOperatorCredential = (text: string): boolean =>
  readOperatorToken(text) !== null || /^sbs_[A-Za-z0-9_-]{43}$/.test(text);

/**
 * The CSRF token of an operator. Pages send it with writes, because browsers may send a cookie with requests from pages of other
 * sites, too. `subject` is the result of `csrfTokenSubjectOf`.
 */
export const deriveCsrfToken = (pepper: string, subject: string): string =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['board-csrf-v1', subject]))
    .digest('base64url');

/** Whether two texts are equal. Compares in constant time. */
export function timingSafeEqualText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
