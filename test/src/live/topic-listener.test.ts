// The news that one listener waits for.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TopicListener } from '../../../src/live/topic-listener.ts';

afterEach(() => void vi.useRealTimers());

describe('a listener', () => {
  const open = () => {
    const closed: unknown[] = [];
    const slot = { release: () => void closed.push('slot') };
    return { closed, listener: new TopicListener(['a'], slot, (each) => closed.push(each.topics)) };
  };

  test('gets news that was announced before it waits, once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { listener } = open();
    listener.notify(1);
    listener.notify(2);
    const first = await listener.wait(1_000);
    const second = listener.wait(1_000);
    await vi.advanceTimersByTimeAsync(1_000);

    expect([first, await second]).toEqual(['news', 'timeout']);
  });

  test('has no news left after news has woken it, and its timer is cleared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { listener } = open();
    const timersBefore = vi.getTimerCount();
    const first = listener.wait(1_000);
    listener.notify(1);
    const timers = vi.getTimerCount() - timersBefore;
    const second = listener.wait(500);
    await vi.advanceTimersByTimeAsync(500);

    expect([await first, timers, await second]).toEqual(['news', 0, 'timeout']);
  });

  test('that has ended does not wait, and is closed only once', async () => {
    const { listener, closed } = open();
    listener.notify(1);
    listener.end();
    listener.close();
    listener.close();

    expect([await listener.wait(60_000), closed]).toEqual(['ended', ['slot', ['a']]]);
  });
});
