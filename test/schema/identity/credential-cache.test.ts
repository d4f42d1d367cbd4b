import { describe, expect, test } from 'vitest';
import { type Credential, createCredentialCache } from '../../../schema/identity/credential-cache.ts';
import { TestClock } from '../../support/board/clock.ts';

/** A cache; `reads` has the key ids that it has looked up. */
function openCache() {
  const clock = new TestClock();
  const reads: string[] = [];
  const cache = createCredentialCache({
    clock,
    find: (kid) => {
      reads.push(kid);
      return Promise.resolve({ key: { kid } } as Credential);
    },
  });
  return { clock, reads, cache };
}

describe('a cached credential', () => {
  test.each([
    [0, 1],
    [0.499, 1],
    [0.5, 2],
    // The clock was set back: the age of the entry is unknown.
    [-0.001, 2],
    [-3600, 2],
  ])('after %d seconds has been read %d times', async (seconds, count) => {
    const { clock, reads, cache } = openCache();
    await cache.find('a');

    clock.advance({ seconds });
    await cache.find('a');

    expect(reads).toHaveLength(count);
  });

  test('is read again after `clear`, also if its first read was under way', async () => {
    const { reads, cache } = openCache();
    const first = cache.find('a');
    await cache.clear();
    await first;

    await cache.find('a');

    expect(reads).toHaveLength(2);
  });
});
