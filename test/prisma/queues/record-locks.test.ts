import { expect, test } from 'vitest';
import { RecordLocks } from '../../../prisma/queues/record-locks.ts';

test.each([
  [0, '120'],
  [1, '201'],
  [2, '012'],
])('when work of queue %i unlocks a record, the queues after it come first: %s', (ended, order) => {
  const locks = new RecordLocks();
  const started: number[] = [];
  const queues = [0, 1, 2].map((number) => ({
    startWaiting: () => started.push(locks.areFree(['record']) ? number : NaN),
  }));
  for (const queue of queues) locks.addQueue(queue);
  locks.lock(['record']);

  locks.unlock(['record'], queues[ended]!);

  expect(started.join('')).toBe(order);
});
