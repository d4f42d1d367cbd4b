import { describe, expect, test } from 'vitest';
import { hasIdempotencyKey, withIdempotencyKey } from '../../../client/idempotency.ts';

describe('the idempotency key', () => {
  test('is not replaced if the caller has set it', () => {
    const variables = { input: { idempotencyKey: 'mine', body: 'b' }, other: 1 };
    expect(withIdempotencyKey(variables)).toEqual(variables);
  });

  test.each([
    [{ body: 'b' }],
    [{ body: 'b', idempotencyKey: null }],
    [{ body: 'b', idempotencyKey: undefined }],
  ])('is new for %j, each time', (input) => {
    const made = [1, 2].map(
      () => withIdempotencyKey({ input, other: 1 }) as { input: { idempotencyKey: string } },
    );
    for (const variables of made)
      expect(variables).toEqual({
        input: { body: 'b', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
        other: 1,
      });
    expect(new Set(made.map(({ input: { idempotencyKey } }) => idempotencyKey)).size).toBe(2);
  });

  test.each([[{}], [{ input: null }], [{ input: 'text' }]])('is not added to %j', (variables) => {
    expect(withIdempotencyKey(variables)).toBe(variables);
    expect(hasIdempotencyKey(variables)).toBe(false);
  });

  test.each([
    [{ idempotencyKey: 'k' }, true],
    [{ idempotencyKey: null }, false],
    [{}, false],
  ])('of the input %j exists: %s', (input, expected) => {
    expect(hasIdempotencyKey({ input })).toBe(expected);
  });
});
