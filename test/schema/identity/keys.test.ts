import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createKey,
  createKid,
  createOperatorToken,
  deriveKey,
  hashKey,
  matchesKey,
  readKey,
  readOperatorToken,
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
    expect(readOperatorToken(createKey().key)).toBeNull();
  });
});
