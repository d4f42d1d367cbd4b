// Which responses a change invalidates: docs/decisions/0052-responses-that-survive-writes.md.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rowKey } from '../../../prisma/client.ts';
import type { CachedResponse } from '../../../src/gateway/responses/cached-response.ts';
import { CachedResponses } from '../../../src/gateway/responses/cached-responses.ts';

const FEED_UNTIL_NOON = { key: 'feed', until: new Date('2026-01-01T12:00:00Z') } as const;
const THREAD = rowKey('a thread');

/** Creates an empty cache, and functions that create responses in it and report changes. */
function createResponses() {
  let now = 0;
  const responses = new CachedResponses(() => now);
  return {
    responses,
    create: (key = 'a request') => responses.create(key, { snapshot: 'snapshot 1', caller: 'a caller' }),
    change: (...keys: readonly string[]) =>
      responses.invalidateChanged({ keys, entries: [], isIncomplete: false }),
    changeEntry: (...words: readonly string[]) =>
      responses.invalidateChanged({ keys: [], entries: [new Set(words)], isIncomplete: false }),
    advance: (milliseconds: number) => (now += milliseconds),
  };
}

describe('a response', () => {
  test('is invalidated by a change of a record that it depends on', () => {
    const { create, change } = createResponses();
    const [thread, facts] = [create('thread'), create('facts')];
    thread.add(THREAD);
    facts.add('facts');

    change(THREAD, 'posts');

    expect([thread.isCurrent('snapshot 2'), facts.isCurrent('snapshot 2')]).toEqual([false, true]);
  });

  test('is invalidated by a change of an entry with a word that it depends on', () => {
    const { create, changeEntry } = createResponses();
    const [cache, queue] = [create('cache'), create('queue')];
    cache.beginRead()([(words) => words.has('cache')]);
    queue.beginRead()([(words) => words.has('queue')]);

    changeEntry('a', 'cache');

    expect([cache.isCurrent('snapshot 2'), queue.isCurrent('snapshot 2')]).toEqual([false, true]);
  });

  test('is invalidated if an entry changes during a read, and the read depends on a word of the entry', () => {
    const { create, changeEntry } = createResponses();
    const response = create();
    const endRead = response.beginRead();

    changeEntry('a', 'cache');
    endRead([(words) => words.has('cache')]);

    expect(response.isCurrent('snapshot 2')).toBe(false);
  });

  test('that depends on everything is invalidated by any transaction', () => {
    const { create } = createResponses();
    const response = create();
    response.addEverything();

    expect([response.isCurrent('snapshot 1'), response.isCurrent('snapshot 2')]).toEqual([true, false]);
  });

  test('depends on everything if it has more than 300 dependencies', () => {
    const { create } = createResponses();
    const [few, many] = [create('few'), create('many')];
    for (let i = 0; i < 300; i++) few.add(rowKey(`record ${i}`));
    for (let i = 0; i < 301; i++) many.add(rowKey(`record ${i}`));

    expect([few.isCurrent('snapshot 2'), many.isCurrent('snapshot 2')]).toEqual([true, false]);
  });

  test('is invalidated if the log of changes is incomplete', () => {
    const { responses, create } = createResponses();
    const response = create();

    responses.invalidateChanged({ keys: [], entries: [], isIncomplete: true });

    expect(response.isCurrent('snapshot 1')).toBe(false);
  });

  test.each([
    ['2026-01-01T11:59:59.999Z', false],
    ['2026-01-01T12:00:00.000Z', false],
    ['2026-01-01T12:00:00.001Z', true],
  ])(
    'that depends on a page of the feed until noon, after a change at %s, is current: %s',
    (at, isCurrent) => {
      const { create, change } = createResponses();
      const response = create();
      response.beginRead()([FEED_UNTIL_NOON]);

      change(`feed@${at}`);

      expect(response.isCurrent('snapshot 2')).toBe(isCurrent);
    },
  );

  test('depends on the latest time, if several of its reads depend on one key', () => {
    const { create, change } = createResponses();
    const response = create();
    response.add('feed');
    response.beginRead()([FEED_UNTIL_NOON]);

    change('feed@2026-01-01T13:00:00.000Z');

    expect(response.isCurrent('snapshot 2')).toBe(false);
  });

  test('is not current for later requests while it is unknown whether a change invalidates it', () => {
    const { create, change } = createResponses();
    const [invalid, kept] = [create('invalid'), create('kept')];
    const ends = [invalid.beginRead(), kept.beginRead()];

    change(THREAD);
    const during = [invalid, kept].map((response) => response.isCurrent('snapshot 2'));
    ends[0]?.([THREAD]);
    ends[1]?.([rowKey('another thread')]);

    expect(during).toEqual([false, false]);
    expect([invalid, kept].map((response) => response.isCurrent('snapshot 2'))).toEqual([false, true]);
  });

  test('keeps changes until the last of its reads has ended, and then needs none', () => {
    const { create, change } = createResponses();
    const [changed, kept] = [create('changed'), create('kept')];
    const ends = [changed, kept].map((response) => [response.beginRead(), response.beginRead()]);

    change(THREAD);
    for (const [endFirst] of ends) endFirst?.([]);
    const between = [changed, kept].map((response) => response.isCurrent('snapshot 2'));
    ends[0]?.[1]?.([THREAD]);
    ends[1]?.[1]?.([]);
    change(rowKey('another thread'));

    expect(between).toEqual([false, false]);
    expect([changed, kept].map((response) => response.isCurrent('snapshot 2'))).toEqual([false, true]);
  });

  test.each([
    [1_000, true],
    [1_001, false],
  ])('with %i changes during a read is still known to be current afterwards: %s', (count, isCurrent) => {
    const { create, change } = createResponses();
    const response = create();
    const endRead = response.beginRead();

    for (let i = 0; i < count; i++) change(rowKey(`thread ${i}`));
    endRead([THREAD]);

    expect(response.isCurrent('snapshot 2')).toBe(isCurrent);
  });

  test('is invalidated when another one replaces it, and is not found when it is too old', () => {
    const { responses, create, change, advance } = createResponses();
    const [replaced, replacement] = [create(), create()];
    replacement.add(THREAD);
    replaced.add(THREAD);
    change(rowKey('another thread'));
    const before = responses.find('a request');
    advance(5000);

    expect([replaced.isCurrent('snapshot 1'), before === replacement]).toEqual([false, true]);
    expect(responses.find('a request')).toBeNull();
  });

  test('is not found while the clock is set back to before it was created', () => {
    const { responses, create, advance } = createResponses();
    const response = create();

    const found = [-1, 1].map((milliseconds) => {
      advance(milliseconds);
      return responses.find('a request');
    });

    expect(found).toEqual([null, response]);
  });
});

/** Sets the result of a response of `createResponses`, and waits until it is set. */
async function setResult(
  responses: CachedResponses,
  response: CachedResponse,
  value: object | null,
  { key = 'a request', hasEnded = false } = {},
): Promise<void> {
  responses.setResult(key, response, { result: Promise.resolve(value), hasClientEnded: () => hasEnded });
  await response.computation.resultFor('a caller');
  await setImmediate();
}

describe('the cache of responses', () => {
  test('has at most 600 responses: the one that was used longest ago is dropped and invalidated', () => {
    const { responses, create } = createResponses();
    const [used, unused] = [create('used'), create('unused')];
    for (let i = 2; i < 600; i++) create(`request ${i}`);
    const full = responses.find('used');

    create('one more');

    expect([full, responses.find('unused'), responses.find('request 2')?.createdAt]).toEqual([used, null, 0]);
    expect([used, unused].map((response) => response.isCurrent('snapshot 1'))).toEqual([true, false]);
  });

  test('has results of at most 32 MiB together', async () => {
    const { responses, create } = createResponses();
    const half = { text: 'x'.repeat(16 * 1024 * 1024 - 1_000) };
    for (const key of ['a', 'b', 'c']) await setResult(responses, create(key), half, { key });

    expect(['a', 'b', 'c'].map((key) => responses.find(key) !== null)).toEqual([false, true, true]);
  });

  test('keeps the later response if the result of an earlier one arrives after it', async () => {
    const { responses, create } = createResponses();
    const [earlier, later] = [create(), create()];

    await setResult(responses, earlier, { n: 1 });

    expect(responses.find('a request')).toBe(later);
    expect(later.isCurrent('snapshot 1')).toBe(true);
  });

  test.each([
    [{ n: 1 }, false, { isPersonal: false, isCurrent: true }],
    [null, false, { isPersonal: true, isCurrent: false }],
    [null, true, { isPersonal: false, isCurrent: false }],
  ])('has for the result %j of a client that has ended (%s): %j', async (value, hasEnded, expected) => {
    const { responses, create } = createResponses();
    const response = create();

    await setResult(responses, response, value, { hasEnded });

    expect({ isPersonal: response.isPersonal, isCurrent: response.isCurrent('snapshot 1') }).toEqual(
      expected,
    );
    expect(responses.find('a request')).toBe(response);
  });

  test('removes responses after five seconds, whenever their results have arrived', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const start = performance.now();
    const time = vi.spyOn(performance, 'now').mockReturnValue(start);
    onTestFinished(() => {
      vi.useRealTimers();
      time.mockRestore();
    });
    const advance = (ms: number) => {
      time.mockReturnValue(performance.now() + ms);
      vi.advanceTimersByTime(ms);
    };
    const { responses, create } = createResponses();
    const response = create();
    advance(4_000);
    await setResult(responses, response, { n: 1 });
    const before = responses.find('a request');

    advance(1_100);

    expect([before, responses.find('a request')]).toEqual([response, null]);
    expect(response.isCurrent('snapshot 1')).toBe(false);
  });
});
