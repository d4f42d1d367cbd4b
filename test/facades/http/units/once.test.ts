import { describe, expect, test } from 'vitest';
import { once, loadOnce } from '../../../../facades/http/once.ts';

describe('a value', () => {
  test('that is created once may be undefined', () => {
    let calls = 0;
    const value = once((): string | undefined => {
      calls += 1;
      return undefined;
    });
    expect([value(), value(), calls]).toEqual([undefined, undefined, 1]);
  });

  test('that is loaded once is shared by all calls, and loaded again after a failure', async () => {
    const results = [new Error('first'), 2, 3];
    let calls = 0;
    const load = loadOnce(() => {
      const result = results[calls++];
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    });
    const failed = await Promise.allSettled([load(), load()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
    expect(await Promise.all([load(), load()])).toEqual([2, 2]);
    expect([await load(), calls]).toEqual([2, 2]);
  });
});
