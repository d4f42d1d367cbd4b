import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeptValues } from '../../../facades/http/kept-values.ts';

test.each([
  ['that is shared is kept, and its bytes are counted', true, 2_097_152, ['a value', 'a value'], [2_097_152]],
  [
    'that is shared is not kept for another iteration if it has more than 2 MiB',
    true,
    2_097_153,
    ['a value', undefined],
    [0],
  ],
  ['of one caller is not kept', false, 1, [undefined, undefined], []],
])('a value of a result %s', async (_name, isShared, bytes, kept, counted) => {
  const values = new KeptValues<string>();
  const sizes: [object, number][] = [];
  const setKeptSize = (owner: object, size: number) => void sizes.push([owner, size]);
  const result = { value: null, isReplayed: false, isShared, setKeptSize };

  values.set(result, 'a value', bytes);
  const now = values.get(result);
  await setImmediate();

  expect([now, values.get(result)]).toEqual(kept);
  expect(sizes).toEqual(counted.map((size) => [values, size]));
});

test('a value that takes the place of a long one is kept', async () => {
  const values = new KeptValues<string>();
  const result = { value: null, isReplayed: false, isShared: true };
  values.set(result, 'long', 3_000_000);

  values.set(result, 'short', 5);
  await setImmediate();

  expect(values.get(result)).toBe('short');
});
