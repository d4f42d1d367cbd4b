import { describe, expect, test } from 'vitest';
import { createKey, createOperatorToken } from '../../../schema/identity/keys.ts';
import { findSecrets } from '../../../schema/values/text.ts';

describe('a secret in content', () => {
  const { key } = createKey();
  const token = createOperatorToken();

  test('is found in strings and names, and reported once', () => {
    const input = { body: `my key is ${key}.`, tags: [[token]], [`x${key}y`]: null, more: [key] };

    expect(findSecrets(input).sort()).toEqual([token, key].sort());
  });

  test('is found with a wrong checksum too', () => {
    const forged = `${key.slice(0, -6)}000000`;

    expect(findSecrets(forged)).toEqual([forged]);
  });

  test('is not found if only its beginning matches', () => {
    expect(findSecrets([key.slice(0, -1), 'sbk_', 'sba_short', 7, null, undefined, true])).toEqual([]);
  });

  test('is searched at any depth', () => {
    expect(findSecrets(JSON.parse('['.repeat(60_000) + ']'.repeat(60_000)))).toEqual([]);
  });
});
