import { expect, test } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import { InputShares } from '../../../../src/gateway/load/input-shares.ts';

/** Variables of 100 values: the input, a list and 98 items. */
const VARIABLES = { input: Array(98).fill(1) };

/** The bytes of the heap of which variables of 400 values may take their part. */
const HEAP = 4 * 400_000;

test('variables take a quarter of the heap while their operations run, of which a region leaves as much free as it uses', async () => {
  const shares = new InputShares(HEAP);
  const end = Promise.withResolvers<string>();
  const run = (region: string) =>
    shares.run({ variables: VARIABLES, keptBytes: 0, region }, () => end.promise);

  const running = [run('a'), run('a'), run('b')];

  await expect(run('a')).rejects.toThrow(BusyError);
  await expect(run('b')).rejects.toThrow(BusyError);
  end.resolve('done');
  expect(await Promise.all(running)).toEqual(['done', 'done', 'done']);
  await expect(run('a')).resolves.toBe('done');
});

test('variables of an operation that has failed no longer count', async () => {
  const shares = new InputShares(HEAP);
  const fail = () =>
    shares.run({ variables: VARIABLES, keptBytes: 0, region: 'a' }, () => Promise.reject(new Error('gone')));

  for (let i = 0; i < 5; i += 1) await expect(fail()).rejects.toThrow('gone');
});

test('an operation counts with its document if both take at least 64 000 bytes', async () => {
  const shares = new InputShares(1);
  const run = (keptBytes: number) =>
    shares.run({ variables: { input: [1] }, keptBytes, region: 'a' }, () => Promise.resolve('done'));

  await expect(run(60_999)).resolves.toBe('done');
  await expect(run(61_000)).rejects.toThrow(BusyError);
});
