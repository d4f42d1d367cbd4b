import { expect, test, vi } from 'vitest';
import { Broadcast } from '../../../facades/site/live/broadcast.ts';
import { LivePageViewer } from '../../../facades/site/live/live-page-viewer.ts';
import type { Listener } from '../../../schema/contract.ts';

/** A listener whose waits have the results of these functions, one after the other. */
const listenerWith = (waits: (() => 'news' | 'ended')[]): Listener =>
  ({
    wait: () => Promise.resolve(waits.shift()?.()),
    end: () => undefined,
    close: () => undefined,
  }) as unknown as Listener;

test('the messages of an update are not kept for the next one', async () => {
  const rendered: string[] = [];
  const [firstRead, secondRead] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const reads = [firstRead.promise, secondRead.promise];
  const news = Promise.withResolvers<'news'>();
  const waits = [news.promise, Promise.resolve('ended' as const)];
  const listener = { wait: () => waits.shift(), end: () => undefined, close: () => undefined };
  const messageFor = (seen: string) => {
    rendered.push(seen);
    return '';
  };
  const ended = Promise.withResolvers<undefined>();
  const broadcast = new Broadcast({
    read: async () => {
      await reads.shift();
      return { version: '1', messageFor };
    },
    listen: () => Promise.resolve(listener as unknown as Listener),
    delayMs: 0,
    onEnd: () => ended.resolve(undefined),
    onError: () => undefined,
  });
  const addViewer = (seen: string) => {
    const viewer = new LivePageViewer({ seenVersion: seen, receivedVersion: null });
    broadcast.add(viewer);
    return viewer;
  };
  const leaving = addViewer('one');
  addViewer('two');
  firstRead.resolve(undefined);
  await expect.poll(() => rendered).toEqual(['one', 'two']);

  leaving.end();
  addViewer('one');
  news.resolve('news');
  secondRead.resolve(undefined);
  await ended.promise;

  expect(rendered).toEqual(['one', 'two', 'two', 'one']);
});

test('a page is read again no earlier than `delayMs` after news', async () => {
  const readAt: number[] = [];
  let newsAt = Infinity;
  const waits = [
    () => {
      newsAt = performance.now();
      return 'news' as const;
    },
    () => 'ended' as const,
  ];
  const ended = Promise.withResolvers<undefined>();
  const broadcast = new Broadcast({
    read: () => {
      readAt.push(performance.now());
      return Promise.resolve({ version: '1', messageFor: () => '' });
    },
    listen: () => Promise.resolve(listenerWith(waits)),
    delayMs: 50,
    onEnd: () => ended.resolve(undefined),
    onError: () => undefined,
  });
  broadcast.add(new LivePageViewer({ seenVersion: 'one', receivedVersion: null }));
  await ended.promise;

  // Timers may end a millisecond early.
  expect((readAt[1] ?? 0) - newsAt).toBeGreaterThanOrEqual(49);
});

test('two reads after news are at least two seconds apart', async () => {
  const realNow = performance.now.bind(performance);
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const readAt: number[] = [];
  let newsAt = Infinity;
  const waits = [
    () => 'news' as const,
    () => {
      // 50 ms before two seconds have passed since the read after the first news.
      now += 1950;
      newsAt = realNow();
      return 'news' as const;
    },
    () => 'ended' as const,
  ];
  const ended = Promise.withResolvers<undefined>();
  const broadcast = new Broadcast({
    read: () => {
      readAt.push(realNow());
      return Promise.resolve({ version: '1', messageFor: () => '' });
    },
    listen: () => Promise.resolve(listenerWith(waits)),
    delayMs: 0,
    onEnd: () => ended.resolve(undefined),
    onError: () => undefined,
  });
  broadcast.add(new LivePageViewer({ seenVersion: 'one', receivedVersion: null }));
  await ended.promise;
  vi.restoreAllMocks();

  // Timers may end a millisecond early.
  expect((readAt[2] ?? 0) - newsAt).toBeGreaterThanOrEqual(49);
});
