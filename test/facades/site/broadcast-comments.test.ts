import { expect, test, vi } from 'vitest';
import { Broadcast } from '../../../facades/site/live/broadcast.ts';
import { LivePageViewer } from '../../../facades/site/live/live-page-viewer.ts';
import type { Listener } from '../../../schema/contract.ts';

test('viewers get a comment after each wait without news, and the page is read again when it is more than a minute old', async () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const steps: unknown[] = [];
  const waits = [
    [60_000, 'timeout'],
    [1, 'timeout'],
    [0, 'ended'],
  ] as const;
  let waited = 0;
  const viewer = new LivePageViewer({ seenVersion: '0', receivedVersion: null });
  const listener = {
    wait: (ms: number) => {
      const [passed, result] = waits[waited++] ?? [0, 'ended'];
      steps.push(ms);
      now += passed;
      return Promise.resolve(result);
    },
    end: () => undefined,
    close: () => steps.push('closed'),
  };
  const ended = Promise.withResolvers<undefined>();
  vi.spyOn(viewer, 'sendHeartbeat').mockImplementation(() => void steps.push('comment'));
  vi.spyOn(viewer, 'send').mockImplementation((version) => void steps.push(version));
  const broadcast = new Broadcast({
    read: () => Promise.resolve({ version: `at ${now}`, messageFor: () => '' }),
    listen: () => Promise.resolve(listener as unknown as Listener),
    delayMs: 0,
    onEnd: () => ended.resolve(undefined),
    onError: (error) => steps.push(error),
  });
  broadcast.add(viewer);
  await ended.promise;
  vi.restoreAllMocks();

  expect(steps).toEqual([
    ...['at 1000', 20_000, 'comment'],
    ...[20_000, 'comment', 'at 61001'],
    ...[20_000, 'closed'],
  ]);
});

test('viewers get a comment after 20 seconds, although there is always news without a new version', async () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const steps: unknown[] = [];
  let waited = 0;
  const listener = {
    wait: (ms: number) => {
      steps.push(ms);
      waited += 1;
      now += 8000;
      return Promise.resolve(waited > 4 ? 'ended' : 'news');
    },
    end: () => undefined,
    close: () => undefined,
  };
  const viewer = new LivePageViewer({ seenVersion: '1', receivedVersion: null });
  vi.spyOn(viewer, 'sendHeartbeat').mockImplementation(() => void steps.push('comment'));
  const ended = Promise.withResolvers<undefined>();
  const broadcast = new Broadcast({
    read: () => Promise.resolve({ version: '1', messageFor: () => '' }),
    listen: () => Promise.resolve(listener as unknown as Listener),
    delayMs: 0,
    onEnd: () => ended.resolve(undefined),
    onError: (error) => steps.push(error),
  });
  broadcast.add(viewer);
  await ended.promise;
  vi.restoreAllMocks();

  expect(steps).toEqual([20_000, 12_000, 4000, 'comment', 20_000, 12_000]);
});
