// When listeners are woken.
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ALL_TOPICS } from '../../../prisma/client.ts';
import type { Listener } from '../../../schema/live/live.ts';
import type { TopicListener } from '../../../src/live/topic-listener.ts';
import { openLive, owner } from './open-live.ts';

afterEach(() => void vi.useRealTimers());

describe('listeners', () => {
  test('are woken by any of their topics and by ALL_TOPICS, but not after they are closed', async () => {
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

  test('keep little of their topics, however long these are, and are woken by each of them', async () => {
    const { live, announce } = openLive();
    const topics = Array.from({ length: 100 }, (_, i) => `target:${'😀'.repeat(290)}${i}`);
    const listener = (await live.listen(topics, owner('ada'))) as TopicListener;
    const woken: string[] = [];
    for (const topic of topics) {
      announce(topic);
      woken.push(await listener.wait(60_000));
      listener.takeNewsSince();
    }
    listener.close();
    announce(topics[0]!);

    expect(listener.topics.join('').length).toBeLessThan(5_000);
    expect([woken, listener.takeNewsSince()]).toEqual([topics.map(() => 'news'), null]);
  });

  test('are woken twenty at a time, each once although its topic is announced twice', async () => {
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
    await vi.waitUntil(() => woken >= 45, { timeout: 20_000 });
    await setImmediate();

    expect([atOnce, woken]).toEqual([20, 45]);
    live.close();
    await Promise.all(waits);
  });

  test('have the time of the first announcement of their news', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { live, announce } = openLive();
    const listener = await live.listen(['a'], owner('ada'));
    const start = performance.now();
    announce('a');
    vi.advanceTimersByTime(50);
    announce('a');

    expect([listener!.takeNewsSince(), listener!.takeNewsSince()]).toEqual([start, null]);
  });

  test('have the time of the first announcement also if the news was announced again before they were woken', async () => {
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
