// Which responses the cache keeps, and for how long.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CachedResponse } from '../../../../src/gateway/responses/cached-response.ts';
import { CachedResponses } from '../../../../src/gateway/responses/cached-responses.ts';

/** Creates an empty cache, and a function that creates responses in it. */
function createResponses() {
  const responses = new CachedResponses(() => 0);
  return {
    responses,
    create: (key = 'a request') => responses.create(key, { snapshot: 'snapshot 1', caller: 'a caller' }),
  };
}

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

  test('has results of at most 48 Mi characters together', async () => {
    const { responses, create } = createResponses();
    const half = { text: 'x'.repeat(24 * 1024 * 1024 - 1_000) };
    for (const key of ['a', 'b', 'c']) await setResult(responses, create(key), half, { key });

    expect(['a', 'b', 'c'].map((key) => responses.find(key) !== null)).toEqual([false, true, true]);
  });

  test('counts what is kept with a result, in place of what its owner kept before', async () => {
    const { responses, create } = createResponses();
    const third = 16 * 1024 * 1024;
    const [a, b, c] = ['a', 'b', 'c'].map((key) => create(key));
    for (const [key, response] of [
      ['a', a!],
      ['b', b!],
      ['c', c!],
    ] as const)
      await setResult(responses, response, { text: 'x'.repeat(third - 1_000) }, { key });
    const [owner, other] = [{}, {}];
    const find = () => ['a', 'b', 'c'].map((key) => responses.find(key) !== null);

    for (const size of [2_000, 2_500]) responses.setSize('c', c!, { owner, size });
    const before = find();
    responses.setSize('c', c!, { owner: other, size: 5_000 });

    expect([before, find(), a!.isCurrent('snapshot 1')]).toEqual([
      [true, true, true],
      [false, true, true],
      false,
    ]);
  });

  test('keeps the later of two responses to equal requests, also if the result of the earlier response arrives afterwards', async () => {
    const { responses, create } = createResponses();
    const [earlier, later] = [create(), create()];

    await setResult(responses, earlier, { n: 1 });

    expect(responses.find('a request')).toBe(later);
    expect(later.isCurrent('snapshot 1')).toBe(true);
  });

  test('does not add a response again whose result arrives after it was dropped', async () => {
    const { responses, create } = createResponses();
    const dropped = create();
    for (let i = 0; i < 600; i++) create(`request ${i}`);

    await setResult(responses, dropped, { n: 1 });

    expect(responses.find('a request')).toBeNull();
  });

  test.each([
    [{ n: 1 }, false, { isPersonal: false, isCurrent: true }],
    [null, false, { isPersonal: true, isCurrent: false }],
    [null, true, { isPersonal: false, isCurrent: false }],
  ])(
    'keeps a response with the result %j, whose client has disconnected: %s, as %j',
    async (value, hasEnded, expected) => {
      const { responses, create } = createResponses();
      const response = create();

      await setResult(responses, response, value, { hasEnded });

      expect({ isPersonal: response.isPersonal, isCurrent: response.isCurrent('snapshot 1') }).toEqual(
        expected,
      );
      expect(responses.find('a request')).toBe(response);
    },
  );

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

    // A timer has removed the response before it is looked up.
    expect(response.isCurrent('snapshot 1')).toBe(false);
    expect([before, responses.find('a request')]).toEqual([response, null]);
  });
});
