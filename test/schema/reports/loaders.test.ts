import { expect, test } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import type { ReadExpensive } from '../../../schema/data/expensive-reads.ts';
import { createReportLoaders } from '../../../schema/reports/loaders.ts';

const { monthsByTarget } = createReportLoaders({} as Database, 'complete');

const month = (key: string) => ({ key, worked: 1 });

test.each<[string, () => Promise<never>]>([
  ['fails', () => Promise.reject(new Error('gone'))],
  ['does not end', () => Promise.withResolvers<never>().promise],
])('months are read although another caller’s read of the same iteration %s', async (_how, read) => {
  const readOfOther: ReadExpensive = read;
  const readExpensive = (() => Promise.resolve([month('loom')])) as unknown as ReadExpensive;

  const ofOther = monthsByTarget.load({ key: 'loom', readExpensive: readOfOther });
  ofOther.catch(() => undefined);
  const months = await monthsByTarget.load({ key: 'loom', readExpensive });

  expect(months).toEqual([month('loom')]);
});

test('the months of several targets are read with one statement for each caller', async () => {
  let statements = 0;
  const readExpensive = (() => {
    statements += 1;
    return Promise.resolve([month('loom'), month('wheel')]);
  }) as unknown as ReadExpensive;
  const load = (key: string) => monthsByTarget.load({ key, readExpensive });

  const months = await Promise.all([load('loom'), load('wheel'), load('none'), load('loom')]);

  expect(months).toEqual([[month('loom')], [month('wheel')], [], [month('loom')]]);
  expect(statements).toBe(1);
});
