// The listeners, viewers and streams of a process: their limits, and when they end.
import { describe, expect, test } from 'vitest';
import { createLivePageViewers } from '../../../src/gateway/live-page-viewers.ts';
import { openLive, owner } from './open-live.ts';

/** Calls `add` until it returns null, at most 200 times. Returns the number of calls before that. */
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
    expect(live.usage).toEqual({ listeners: 4, viewers: 30, streams: 3, max: 100 });
    expect(live.size).toBe(34);
  });

  test('are limited for a region to half of those that other regions leave, and streams are limited separately from listeners and viewers', async () => {
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

  test('for callers without a key are limited to half of all waits, however many regions the callers are from', async () => {
    const { live } = openLive({ perProcess: 9 });
    const addressOf = (i: number) => `10.0.${i}.1`;

    const anonymous = await countUntilFull((i) => live.listen(['a'], owner(`a${i}`, addressOf(i), true)));
    const agents = await countUntilFull((i) => live.listen(['a'], owner(`b${i}`, addressOf(i + 100))));

    expect([anonymous, agents]).toEqual([5, 4]);
  });

  test('for live pages are refused like calls beyond a rate limit, with the time after which a page may try again', () => {
    const { live } = openLive({ perProcess: 2 });
    const viewers = createLivePageViewers({
      live,
      viewer: { kind: 'anonymous' },
      address: '192.0.2.1',
    } as never);
    const leave = viewers.add();

    expect(() => viewers.add()).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        members: { retry_after: 15, violated_policies: ['live-pages'] },
      }),
    );
    leave();
    expect(live.usage.viewers).toBe(0);
    viewers.add();
    expect(live.usage.viewers).toBe(1);
  });

  test('free their slots when they are closed, and only one slot each if they are closed twice', async () => {
    const { live } = openLive({ perOwner: 1 });
    const listener = await live.listen(['a'], owner('ada'));
    const stream = live.openStream(owner('ada'));
    for (let i = 0; i < 2; i++) {
      listener?.close();
      stream?.release();
    }

    expect(live.usage).toMatchObject({ listeners: 0, streams: 0 });
    expect([await live.listen(['a'], owner('ada')), live.openStream(owner('ada'))]).not.toContain(null);
  });

  test('start the notifications from other processes', async () => {
    const { live, started } = openLive();
    await live.listen(['a'], owner('ada'));

    expect(started).toHaveLength(1);
  });

  test('end when the process closes, and no further waits begin', async () => {
    const { live } = openLive();
    const listener = await live.listen(['a'], owner('ada'));
    const page = await live.listenForLivePage(['a']);
    const waits = [listener!.wait(60_000), page.wait(60_000)];

    live.close();

    expect(await Promise.all(waits)).toEqual(['ended', 'ended']);
    expect([
      await live.listen(['a'], owner('bob')),
      live.openStream(owner('bob')),
      live.addLivePageViewer(owner('bob')),
    ]).toEqual([null, null, null]);
    expect(await (await live.listenForLivePage(['a'])).wait(60_000)).toBe('ended');
  });
});
