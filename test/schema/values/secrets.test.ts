import { describe, expect, test, vi } from 'vitest';
import { createKey, createOperatorToken } from '../../../schema/identity/keys.ts';
import { findSecrets } from '../../../schema/values/secrets.ts';

describe('a secret in content', () => {
  const { key } = createKey();
  const token = createOperatorToken();

  test('is found in strings and names, and reported once', () => {
    const input = { body: `my key is ${key}.`, tags: [[token]], [`x${key}y`]: null, more: [key] };

    expect(findSecrets(input).sort()).toEqual([token, key].sort());
  });

  test('is searched once in a part that the value repeats', () => {
    let reads = 0;
    const part = {
      get a() {
        reads += 1;
        return key;
      },
    };

    expect([findSecrets(Array(100).fill([part])), reads]).toEqual([[key], 1]);
  });

  test('is searched without a Set of numbers, whose hashes a caller could choose', () => {
    const added = vi.spyOn(Set.prototype, 'add');
    findSecrets([[1, 2]]);
    const types = added.mock.calls.map(([part]) => typeof part);
    added.mockRestore();

    expect(types).not.toContain('number');
  });

  test('is found with a wrong checksum too', () => {
    const forged = `${key.slice(0, -6)}000000`;

    expect(findSecrets(forged)).toEqual([forged]);
  });

  test('is not found if only its beginning matches', () => {
    expect(findSecrets([key.slice(0, -8), 'sbk_', 'sba_short', 7, null, undefined, true])).toEqual([]);
  });

  test('is found without its checksum, which anyone can compute', () => {
    const bare = key.slice(0, -7);

    expect(findSecrets([bare, `${bare}.`, key.slice(0, -1)])).toEqual([bare]);
  });

  test('is found with underscores escaped for Markdown', () => {
    const escaped = [key, key.slice(0, -7), 'sba_an-operator_token_for-tests_0123456789'].map((secret) =>
      secret.replaceAll('_', String.raw`\_`),
    );

    expect(findSecrets(escaped)).toEqual(escaped);
  });

  test('is found if it is the id of an MCP session', () => {
    const id = `019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21.${'m'.repeat(43)}`;

    expect(findSecrets([`id: ${id}`, id.slice(0, -1), id.toUpperCase()])).toEqual([id]);
  });

  test('is searched for in seven long texts in less than two seconds', () => {
    const texts = ['sbk_', 'sba_', String.raw`sba\_`, '\\', 'a', 'sbk_0000000000_', '019a5e1c-7d3a-7'];
    const started = performance.now();

    for (const text of texts) findSecrets(text.repeat(100_000));

    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('is searched for at any depth without an exception', () => {
    expect(findSecrets(JSON.parse('['.repeat(60_000) + ']'.repeat(60_000)))).toEqual([]);
  });

  test('is found and reported once if it is there more than a hundred thousand times', () => {
    const token = `sba_${'a'.repeat(32)}`;
    expect(findSecrets(Array.from({ length: 130_000 }, () => token))).toEqual([token]);
  });
});
