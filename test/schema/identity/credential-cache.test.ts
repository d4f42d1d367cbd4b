import { describe, expect, test } from 'vitest';
import {
  type Credential,
  createCredentialCache,
  loadCredential,
  matchesCredential,
} from '../../../schema/identity/credential-cache.ts';
import { hashKey } from '../../../schema/identity/keys.ts';
import { TestClock } from '../../support/board/clock.ts';

/** A cache of keys of an agent; `reads` has the key ids that it has looked up. */
function openCache(agent = {}) {
  const clock = new TestClock();
  const reads: string[] = [];
  const cache = createCredentialCache({
    clock,
    find: (kid) => {
      reads.push(kid);
      return Promise.resolve({ key: { kid }, agent } as Credential);
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
  ])('that is used again after %d seconds is read %d times in all', async (seconds, count) => {
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
    const second = reads.length;
    await cache.clear();
    await cache.find('a');

    expect([second, reads.length]).toEqual([2, 3]);
  });
});

test('a credential that does not exist is looked up each time', async () => {
  let reads = 0;
  const find = () => Promise.resolve(((reads += 1), null));
  const cache = createCredentialCache({ clock: new TestClock(), find });

  expect([await cache.find('a'), await cache.find('a'), reads]).toEqual([null, null, 2]);
});

test('credentials of at most 16 Mi characters are cached; the one that was used longest ago is dropped', async () => {
  // An entry has 1 000 characters besides those of the agent, and each value of the agent counts as 16 more: 16 Ki in all.
  const { reads, cache } = openCache({ purpose: 'x'.repeat(16 * 1024 - 1_032) });
  for (const kid of ['used', 'unused']) await cache.find(kid);
  for (let i = 2; i < 1024; i++) await cache.find(`key ${i}`);
  await cache.find('used');
  await cache.find('one more');
  reads.length = 0;

  for (const kid of ['used', 'unused']) await cache.find(kid);

  expect(reads).toEqual(['unused']);
});

test('a secret matches a credential if it is the key of the credential, whatever was compared before', () => {
  const pepper = 'a pepper';
  const credential = { key: { hash: hashKey(pepper, 'secret') } } as unknown as Credential;
  const secrets = ['secreT', 'secreT', 'secret', 'secret', 'secreT', 'secret!', '', 'secret'];

  expect(secrets.map((secret) => matchesCredential(credential, secret, pepper))).toEqual([
    ...[false, false, true, true, false, false, false, true],
  ]);
});

test('a credential is loaded with a copy of its hash', async () => {
  const buffer = Buffer.alloc(64, 1);
  const row = { key: { kid: 'a', hash: buffer.subarray(8, 40) }, agent: { handle: 'ada' } };
  const load = (found: unknown) =>
    loadCredential({ credentialByKid: { load: () => Promise.resolve(found) } } as never, 'a');

  const loaded = await load(row);

  expect(loaded).toEqual({ key: { kid: 'a', hash: new Uint8Array(32).fill(1) }, agent: { handle: 'ada' } });
  expect(loaded?.key.hash.buffer.byteLength).toBe(32);
  expect(await load(null)).toBeNull();
});
