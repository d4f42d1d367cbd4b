import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryLog } from '../../../../src/gateway/limits/sliding-log.ts';

test('the logs of owners without calls in the window are freed, although the owners do not return', async () => {
  const log = new MemoryLog(1);
  const record = (owners: number, prefix: string) => {
    for (let i = 0; i < owners; i += 1) log.record(`${prefix}${i}`, 10);
  };
  record(1_500, 'gone');
  // The cache reads the time once a second.
  await setTimeout(1_100);

  record(1_000, 'new');

  expect(log.size).toBeLessThanOrEqual(1_000);
});
