// The listeners, viewers and streams of a process: their limits, and when they are woken.
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ALL_TOPICS } from '../../../prisma/client.ts';
import { ProcessLive } from '../../../src/live/live.ts';
import { TopicListener } from '../../../src/live/topic-listener.ts';
import type { Listener } from '../../../schema/live/live.ts';

afterEach(() => void vi.useRealTimers());

function openLive({ perOwner = 3, perProcess = 100 } = {}) {
  let announce: (topics: readonly string[]) => void = () => undefined;
  const started: number[] = [];
  const topics = {
    subscribe: (listener: (topics: readonly string[]) => void) => (announce = listener),
    start: () => Promise.resolve(void started.push(1)),
  };
  const live = new ProcessLive({ topics }, { perOwner, perProcess });
  return { live, started, announce: (...names: readonly string[]) => announce(names) };
}

const owner = (key: string, address = '192.0.2.1', isAnonymous = false) => ({ key, address, isAnonymous });

/** Calls `add` until it returns null, at most 200 times. Returns how often it did not. */
async function countUntilFull(add: (i: number) => unknown): Promise<number> {
  for (let i = 0; i < 200; i++) if ((await add(i)) === null) return i;
  return 200;
}

describe('the waits of a process', () => {
  test('are limited for an owner: listeners and streams to as many as configured, viewers of pages to ten times as many', async () => {
    const { live } = openLive();

    expect([
      await countUntilFull(() => live.listen(['a'], owner('ada'))),
      await countUntilFull(() => live.openStream(owner('ada'))),
      await countUntilFull(() => live.addLivePageViewer(owner('ada'))),
    ]).toEqual([3, 3, 30]);
    expect(await live.listen(['a'], owner('bob'))).not.toBeNull();
    expect(live.usage).toEqual({ waiting: 4, viewers: 30, streams: 3, max: 100 });
    expect(live.size).toBe(34);
  });

  test('are limited for a region to half of those that are free, streams separately from the others', async () => {
    const { live } = openLive({ perProcess: 8 });
    const counts = [];
    for (const address of ['192.0.2.1', '192.0.3.1'])
      counts.push(
        await countUntilFull((i) => live.listen(['a'], owner(`${address} ${i}`, address))),
        await countUntilFull((i) => live.openStream(owner(`${address} ${i}`, address))),
        await countUntilFull((i) => live.addLivePageViewer(owner(`${address} v${i}`, address))),
      );

    expect(counts).toEqual([4, 4, 0, 2, 2, 0]);
  });

  test('of all callers without a key are limited to half, however many regions they are from', async () => {
    const { live } = openLive({ perProcess: 9 });
    const addressOf = (i: number) => `10.0.${i}.1`;

    const anonymous = await countUntilFull((i) => live.listen(['a'], owner(`a${i}`, addressOf(i), true)));
    const agents = await countUntilFull((i) => live.listen(['a'], owner(`b${i}`, addressOf(i + 100))));

    expect([anonymous, agents]).toEqual([5, 4]);
  });

  test('are free again once they are closed, even if closed twice', async () => {
    const { live } = openLive({ perOwner: 1 });
    const listener = await live.listen(['a'], owner('ada'));
    const stream = live.openStream(owner('ada'));
    for (let i = 0; i < 2; i++) {
      listener?.close();
      stream?.release();
    }

    expect(live.usage).toMatchObject({ waiting: 0, streams: 0 });
    expect([await live.listen(['a'], owner('ada')), live.openStream(owner('ada'))]).not.toContain(null);
  });

  test('begin when notifications of other processes are received', async () => {
    const { live, started } = openLive();
    await live.listen(['a'], owner('ada'));

    expect(started).toHaveLength(1);
  });

  test('end when the process closes, and no more begin', async () => {
    const { live } = openLive();
    const listener = await live.listen(['a'], owner('ada'));
    const page = await live.listenForLivePage(['a']);
    const waits = [listener!.wait(60_000), page.wait(60_000)];

    live.close();

    expect(await Promise.all(waits)).toEqual(['closing', 'closing']);
    expect([
      await live.listen(['a'], owner('bob')),
      live.openStream(owner('bob')),
      live.addLivePageViewer(owner('bob')),
    ]).toEqual([null, null, null]);
    expect(await (await live.listenForLivePage(['a'])).wait(60_000)).toBe('closing');
  });
});

describe('listeners', () => {
  test('are woken by any of their topics and by all topics, and not once they are closed', async () => {
    const { live, announce } = openLive();
    const woken: string[] = [];
    const listen = async (...topics: readonly string[]) => {
      const listener = (await live.listen(topics, owner(topics.join())))!;
      const wait = (): Promise<unknown> =>
        listener.wait(60_000).then((result) => {
          if (result !== 'news') return result;
          woken.push(topics.join());
          return wait();
        });
      void wait();
      return listener;
    };
    const [, b] = [await listen('a', 'b'), await listen('b'), await listen('c')];

    announce('a', 'x');
    await setImmediate();
    const first = woken.splice(0);
    b.close();
    announce('b', ALL_TOPICS);
    await setImmediate();

    expect([first, woken]).toEqual([['a,b'], ['a,b', 'c']]);
    live.close();
  });

  test('are woken twenty at a time, each once for several announcements', async () => {
    const { live, announce } = openLive({ perOwner: 100 });
    let woken = 0;
    const wait = async (listener: Listener | null): Promise<void> => {
      for (;;) {
        if ((await listener!.wait(60_000)) !== 'news') return;
        woken += 1;
      }
    };
    const waits = [];
    for (let i = 0; i < 45; i++) waits.push(wait(await live.listen(['a'], owner('ada'))));

    announce('a', 'a');
    await setImmediate();
    const atOnce = woken;
    await vi.waitUntil(() => woken >= 45);
    await setImmediate();

    expect([atOnce, woken]).toEqual([20, 45]);
    live.close();
    await Promise.all(waits);
  });

  test('know since when the news waits that they were woken for', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { live, announce } = openLive();
    const listener = await live.listen(['a'], owner('ada'));
    const start = performance.now();
    announce('a');
    vi.advanceTimersByTime(50);
    announce('a');

    expect([listener!.takeNewsSince(), listener!.takeNewsSince()]).toEqual([start, null]);
  });

  test('know since when the news waits that was announced again before they were woken', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { live, announce } = openLive({ perOwner: 100 });
    const listeners = [];
    for (let i = 0; i < 21; i++) listeners.push(await live.listen(['a'], owner('ada')));
    const start = performance.now();
    announce('a');
    vi.advanceTimersByTime(50);
    announce('a');
    const last = listeners.at(-1)!;
    await last.wait(60_000);

    expect(last.takeNewsSince()).toBe(start);
  });
});

describe('a listener', () => {
  const open = () => {
    const closed: unknown[] = [];
    const slot = { release: () => void closed.push('slot') };
    return { closed, listener: new TopicListener(['a'], slot, (each) => closed.push(each.topics)) };
  };

  test('has news that was announced before it waits, once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { listener } = open();
    listener.notify(1);
    listener.notify(2);
    const first = await listener.wait(1_000);
    const second = listener.wait(1_000);
    await vi.advanceTimersByTimeAsync(1_000);

    expect([first, await second, vi.getTimerCount()]).toEqual(['news', 'timeout', 0]);
  });

  test('has no news left after it was woken by it, and its timer is cleared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { listener } = open();
    const first = listener.wait(1_000);
    listener.notify(1);
    const timers = vi.getTimerCount();
    const second = listener.wait(500);
    await vi.advanceTimersByTimeAsync(500);

    expect([await first, timers, await second]).toEqual(['news', 0, 'timeout']);
  });

  test('that has ended waits no more, and is closed once', async () => {
    const { listener, closed } = open();
    listener.notify(1);
    listener.end();
    listener.close();
    listener.close();

    expect([await listener.wait(60_000), closed]).toEqual(['closing', ['slot', ['a']]]);
  });
});
