// Which responses a change invalidates: docs/decisions/0052-responses-that-survive-writes.md.
import { describe, expect, test, vi } from 'vitest';
import { rowKey } from '../../../prisma/client.ts';
import { CachedResponse, DependencyIndex } from '../../../src/gateway/responses/cached-response.ts';
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

  test('evaluates a condition that several of its reads have once for each changed entry', () => {
    const { create, changeEntry } = createResponses();
    const response = create();
    const condition = vi.fn(() => false);
    for (let read = 0; read < 100; read += 1) response.beginRead()([condition]);

    changeEntry('cache');

    expect(condition).toHaveBeenCalledOnce();
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

  test.each([[['feed', FEED_UNTIL_NOON]], [[FEED_UNTIL_NOON, 'feed']]] as const)(
    'that depends on %j depends on changes of all times',
    (dependencies) => {
      const { create, change } = createResponses();
      const response = create();
      response.beginRead()(dependencies);

      change('feed@2026-01-01T13:00:00.000Z');

      expect(response.isCurrent('snapshot 2')).toBe(false);
    },
  );

  test('that depends on a page of the feed is invalidated by a change without a time', () => {
    const { create, change } = createResponses();
    const response = create();
    response.beginRead()([FEED_UNTIL_NOON]);

    change('feed');

    expect(response.isCurrent('snapshot 2')).toBe(false);
  });

  test('and all other responses that depend on a record are invalidated by its change, also if one has been invalidated before', () => {
    const { create, change } = createResponses();
    const [first, second, third] = [create('first'), create('second'), create('third')];
    for (const response of [first, second, third]) response.add(THREAD);
    first.add('facts');
    const areCurrent = () => [first, second, third].map((response) => response.isCurrent('snapshot 2'));

    change('facts');
    const before = areCurrent();
    change(THREAD);

    expect([before, areCurrent()]).toEqual([
      [false, true, true],
      [false, false, false],
    ]);
  });

  test('is invalidated if any of its conditions matches the words of a changed entry', () => {
    const { create, changeEntry } = createResponses();
    const response = create();
    response.beginRead()([(words) => words.has('cache'), (words) => words.has('queue')]);

    changeEntry('queue');

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

  test('keeps the changes during its reads until the last read has ended, and keeps no later changes', () => {
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

test('an invalid response is not in the index of dependencies, even if its computation continues', () => {
  const index = new DependencyIndex();
  const response = new CachedResponse({ snapshot: 'snapshot 1', caller: 'a caller' }, 0, index);
  const changes = [vi.spyOn(response, 'addPendingChange'), vi.spyOn(response, 'invalidateIfDependsOn')];
  const dependencies = [THREAD, (words: ReadonlySet<string>) => words.has('cache')];
  const endRead = response.beginRead();
  response.beginRead()(dependencies);
  const change = () => {
    for (const each of [THREAD, new Set(['cache'])]) index.invalidate(each);
    return changes.map((spy) => spy.mock.calls.splice(0).length);
  };

  response.invalidate();
  const afterInvalidation = change();
  endRead(dependencies);

  expect([afterInvalidation, change()]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('a read that begins after its response became invalid collects no changes, even if the read never ends', () => {
  const index = new DependencyIndex();
  const response = new CachedResponse({ snapshot: 'snapshot 1', caller: 'a caller' }, 0, index);
  const addPendingChange = vi.spyOn(response, 'addPendingChange');
  response.invalidate();

  response.beginRead();
  index.invalidate(THREAD);

  expect(addPendingChange).not.toHaveBeenCalled();
});
