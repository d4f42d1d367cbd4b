import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatchLoader } from '../../../schema/data/batch-loaders.ts';
import { collectGarbage } from '../../support/processes/collect-garbage.ts';

test('a key that is loaded many times in one iteration is read once, and again in the next iteration', async () => {
  const batches: (readonly string[])[] = [];
  const loader = createBatchLoader<string, string>(
    (keys) => {
      batches.push(keys);
      return Promise.resolve(keys.map((key) => `${key}${batches.length}`));
    },
    { maxBatchSize: 2 },
  );
  const loadAll = (keys: readonly string[]) => Promise.all(keys.map((key) => loader.load(key)));

  expect(await loadAll(['a', 'b', 'a', 'a', 'b', 'c'])).toEqual(['a1', 'b1', 'a1', 'a1', 'b1', 'c2']);
  expect(await loadAll(['a', 'a'])).toEqual(['a3', 'a3']);
  expect(batches).toEqual([['a', 'b'], ['c'], ['a']]);
});

test('a key whose load fails is loaded again in the next iteration', async () => {
  let tries = 0;
  const loader = createBatchLoader<string, number>((keys) => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(keys.map(() => tries));
  });

  const first = await Promise.allSettled([loader.load('a'), loader.load('a')]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loader.load('a')).toBe(2);
});

test('a key that is loaded while an earlier read of it runs is read again', async () => {
  const reads: ((values: readonly string[]) => void)[] = [];
  const loader = createBatchLoader<string, string>(() => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    reads.push(resolve);
    return promise;
  });

  const before = loader.load('a');
  await setImmediate();
  const after = loader.load('a');
  await setImmediate();
  reads[1]?.(['new']);
  reads[0]?.(['old']);

  expect(await Promise.all([before, after])).toEqual(['old', 'new']);
});

test('values that were loaded are not kept in memory', async () => {
  const loader = createBatchLoader<string, object>((keys) => Promise.resolve(keys.map(() => ({}))));
  const loadValue = async () => new WeakRef(await loader.load('a'));
  const value = await loadValue();

  const isKept = async () => {
    await collectGarbage();
    return value.deref() !== undefined;
  };
  await expect.poll(isKept, { interval: 50 }).toBe(false);
  expect(await loader.load('b')).toEqual({});
});
