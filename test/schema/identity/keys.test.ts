import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  completeKey,
  createKey,
  createKid,
  createOperatorToken,
  deriveCsrfToken,
  deriveKey,
  deriveSessionToken,
  hashKey,
  isOperatorCredential,
  matchesKey,
  readKey,
  readOperatorToken,
  timingSafeEqualText,
} from '../../../schema/identity/keys.ts';
import { anyText } from '../../support/generators/any-text.ts';

const pepper = 'a pepper';

describe('an agent key', () => {
  test('has the form of the contract and can be parsed', () => {
    const created = createKey();

    expect(created.key).toMatch(/^sbk_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(created.prefix).toBe(`sbk_${created.kid}`);
    expect(readKey(created.key)).toEqual(created);
  });

  test('is not accepted with one character changed, added or left out', () => {
    const { key } = createKey();

    fc.assert(
      fc.property(
        fc.nat(key.length),
        fc.constantFrom('', 'a', 'Z', '0', '_', '\n'),
        fc.nat(1),
        (index, inserted, removedCount) => {
          const mistyped = key.slice(0, index) + inserted + key.slice(index + removedCount);
          fc.pre(mistyped !== key);
          expect(readKey(mistyped)).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is not parsed from arbitrary text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readKey(text)).toBeNull();
      }),
    );
  });

  test('has a stable checksum, so that existing keys stay valid', () => {
    const zeros = createKey((size) => new Uint8Array(size));

    expect(zeros.key).toBe(`sbk_0000000000_${'0'.repeat(43)}_2dpdHN`);
  });

  test('discards random bytes that would bias its digits', () => {
    const bytes = [255, 248, 247, 0, 61, 62, 250, 123, 1, 2, 3, 4, 5, 6];
    let at = 0;

    const kid = createKid((size) => Uint8Array.from({ length: size }, () => bytes[at++ % bytes.length]!));

    expect(kid).toBe('z0z0z12345');
  });
});

describe('a derived key', () => {
  test('is a valid key, and the same for the same inputs', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const derived = deriveKey(pepper, 'kidkidkid0', seed);
        expect(derived).toEqual(deriveKey(pepper, 'kidkidkid0', seed));
        expect(readKey(derived.key)).toEqual(derived);
      }),
    );
  });

  test('depends on the pepper, the key id and the seed', () => {
    const secrets = [
      deriveKey(pepper, 'kidkidkid0', 'seed'),
      deriveKey('other', 'kidkidkid0', 'seed'),
      deriveKey(pepper, 'kidkidkid1', 'seed'),
      deriveKey(pepper, 'kidkidkid0', 'other'),
    ].map(({ key }) => key.split('_')[2]);

    expect(new Set(secrets).size).toBe(4);
  });
});

describe('a stored hash', () => {
  test('matches its key with its pepper only', () => {
    const { key } = createKey();
    const hash = hashKey(pepper, key);

    expect(hash).toHaveLength(32);
    expect(matchesKey(new Uint8Array(hash), pepper, key)).toBe(true);
    expect(matchesKey(hash, 'other', key)).toBe(false);
    expect(matchesKey(hash, pepper, createKey().key)).toBe(false);
    expect(matchesKey(hash.subarray(1), pepper, key)).toBe(false);
  });
});

describe('an operator token', () => {
  test('needs at least 32 characters after its prefix', () => {
    const token = createOperatorToken();

    expect(readOperatorToken(token)).toBe(token);
    expect(readOperatorToken(`sba_${'x'.repeat(32)}`)).not.toBeNull();
    expect(readOperatorToken(`sba_${'x'.repeat(31)}`)).toBeNull();
    expect(readOperatorToken(`${token}\n`)).toBeNull();
    expect(readOperatorToken(`x${token}`)).toBeNull();
    expect(readOperatorToken(createKey().key)).toBeNull();
  });
});

test('the values that are derived from the pepper stay the same in later versions: replays, sessions and stored hashes depend on them', () => {
  expect({
    key: deriveKey(pepper, 'kidkidkid0', 'seed').key,
    session: deriveSessionToken(pepper, 'an id', 'seed'),
    csrf: deriveCsrfToken(pepper, 'an owner'),
    hash: hashKey(pepper, 'a key').toString('hex'),
  }).toEqual({
    key: 'sbk_kidkidkid0_9DZ86TpGviknJhfhrGKGf2QaFOZbusB6WXjx8mFxCra_4I2SuW',
    session: 'sbs_ufuRGLqcteNQUBoPOYKAzE2WOXbUQvvtI_Vjm4Crjjk',
    csrf: 'AhMFTtAL1lB2TJRzYN5bvbGdZbu-jv_6ivqeAZJ3KRs',
    hash: 'b0df53ef78db2d71215e51bf54036079bf4c78b598e1bff6a5dc48f2179910aa',
  });
});

test('a key in text is restored: without the backslashes of Markdown, and with its checksum', () => {
  const { key } = createKey();
  const withoutChecksum = key.slice(0, -7);

  expect(
    [key, withoutChecksum, key.replaceAll('_', '\\_'), withoutChecksum.slice(1)].map(completeKey),
  ).toEqual([key, key, key, withoutChecksum.slice(1)]);
  expect(completeKey(`x${withoutChecksum}`)).toBe(`x${withoutChecksum}`);
  expect(completeKey(`${withoutChecksum}x`)).toBe(`${withoutChecksum}x`);
});

test.each([
  [`sba_${'x'.repeat(32)}`, true],
  [`sbs_${'x'.repeat(43)}`, true],
  [`sbs_${'x'.repeat(42)}`, false],
  [`sbs_${'x'.repeat(44)}`, false],
  [` sbs_${'x'.repeat(43)}`, false],
  [`sbs_${'.'.repeat(43)}`, false],
  [createKey().key, false],
])('%s has the form of a credential of an operator: %s', (text, expected) => {
  expect(isOperatorCredential(text)).toBe(expected);
});

test.each([
  ['', '', true],
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['é', 'e', false],
])('the texts “%s” and “%s” are equal: %s', (one, other, expected) => {
  expect(timingSafeEqualText(one, other)).toBe(expected);
});
