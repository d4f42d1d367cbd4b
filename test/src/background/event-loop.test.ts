import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { monitorEventLoop } from '../../../src/background/event-loop.ts';

const block = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('the delay of a blocked event loop is reported until it has caught up', async () => {
  const loop = monitorEventLoop();
  await wait(150);

  block(800);
  const delay = loop.delayMs();

  expect(delay).toBeGreaterThan(500);
  await expect.poll(() => loop.delayMs()).toBeLessThan(500);
  loop.stop();
});
