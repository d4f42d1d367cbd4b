// Subscriptions with a stub in place of `fetch`.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, toSettings } from '../../../client/options.ts';
import { RateLimitGate } from '../../../client/rate-limit.ts';
import { subscribe } from '../../../client/subscribe.ts';
import { bodyOf } from './stream-body.ts';

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' };
const event = (value: unknown, name = 'next') => `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;
const pageAt = (endCursor: string | null) => ({ data: { feed: { pageInfo: { endCursor } } } });
const stream = (...values: unknown[]) =>
  new Response(bodyOf(values.map((value) => event(value))), { headers: SSE });
/** A stream whose connection breaks after this result. */
const breakAfter = (value: unknown) =>
  new Response(
    bodyOf([event(value)], undefined, (controller) => controller.error(new Error('reset'))),
    { headers: SSE },
  );
const broken = () => Promise.reject<Response>(new Error('reset'));

/** Opens a subscription. Its connections get these answers, one after the other. */
function open(
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<ClientOptions> = {},
) {
  const sent: unknown[] = [];
  const waits: number[] = [];
  const rest = [...answers];
  const settings = toSettings({
    url: 'http://board',
    backoffMs: 0,
    onWait: (ms) => waits.push(ms),
    fetch: async (_, init) => {
      sent.push((JSON.parse(init?.body as string) as { variables: unknown }).variables);
      const answer = rest.shift();
      if (!answer) throw new Error('no more answers');
      return await answer();
    },
    ...options,
  });
  const abort = new AbortController();
  const state = { settings, gate: new RateLimitGate(settings) };
  const request = { text: 'subscription{feed}', variables: { first: 5 } };
  return { sent, waits, abort, results: subscribe(state, request, { signal: abort.signal }) };
}

/** Reads until the stream fails. */
async function readAll(results: AsyncGenerator): Promise<{ values: unknown[]; error: unknown }> {
  const values: unknown[] = [];
  try {
    for await (const value of results) values.push(value);
  } catch (error) {
    return { values, error };
  }
  return { values, error: null };
}

/** Reads until the stream fails, while the time passes. */
async function readThrough(results: AsyncGenerator) {
  const state = { hasEnded: false };
  const read = readAll(results).finally(() => (state.hasEnded = true));
  while (!state.hasEnded) await vi.advanceTimersByTimeAsync(1_000);
  return await read;
}

const refuse =
  (code: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ code, status: 429, detail: 'no' }), { status: 429, headers });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a subscription', () => {
  test('continues after its last page, and yields results only', async () => {
    const { sent, results } = open([
      () =>
        new Response(bodyOf([event(pageAt('a')), event(pageAt('x'), 'other'), ':\n\n']), { headers: SSE }),
      () => stream(pageAt('b'), pageAt(null)),
      refuse('invalid_key'),
    ]);
    const { values, error } = await readThrough(results);
    expect(values).toEqual([pageAt('a').data, pageAt('b').data, pageAt(null).data]);
    expect(sent).toEqual([{ first: 5 }, { first: 5, after: 'a' }, { first: 5, after: 'b' }]);
    expect(error).toMatchObject({ name: 'BoardError', code: 'invalid_key' });
  });

  test('is opened `maxTries` times if it never yields a result', async () => {
    const { sent, results, waits } = open([broken, broken, broken, broken], { maxTries: 3 });
    const { error } = await readThrough(results);
    expect(error).toMatchObject({ name: 'NetworkError', message: 'no response from http://board/graphql' });
    expect([sent.length, waits.length]).toEqual([3, 2]);
  });

  test('is opened more than `maxTries` times if it has yielded a result', async () => {
    const answers = [() => stream(pageAt('a')), broken, broken, broken, broken, refuse('invalid_key')];
    const { sent, results } = open(answers, { maxTries: 2 });
    const { error } = await readThrough(results);
    expect(error).toMatchObject({ code: 'invalid_key' });
    expect(sent).toHaveLength(6);
  });

  test('waits as long as a refusal says, and throws the error of an event', async () => {
    const errors = [
      { message: 'gone', extensions: { problem: { code: 'not_found', status: 404, detail: 'gone' } } },
    ];
    const { results, waits } = open([
      refuse('rate_limited', { 'retry-after': '7' }),
      () => stream({ data: null, errors }),
    ]);
    const { error } = await readThrough(results);
    expect(waits).toEqual([7000]);
    expect(error).toMatchObject({ code: 'not_found', errors });
  });

  test('does not increase the wait after lost connections that have yielded a result', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const lost = () => breakAfter(pageAt('a'));
    const answers = [broken, lost, lost, lost, broken, refuse('invalid_key')];
    const { results, waits } = open(answers, { backoffMs: 4 });
    await readThrough(results);
    expect(waits).toEqual([4, 4, 4, 4, 8]);
  });

  test('increases the wait after streams that the board ends, until a stream has lasted ten seconds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const short = () => stream(pageAt('a'));
    const long = () => new Promise<Response>((resolve) => setTimeout(() => resolve(short()), 10_000));
    const { results, waits } = open([short, short, short, long, refuse('invalid_key')], { backoffMs: 4 });
    await readThrough(results);
    expect(waits).toEqual([4, 8, 16, 4]);
  });

  test('leaves no timer when it ends', async () => {
    const { error } = await readAll(open([refuse('invalid_key')]).results);
    expect(error).toMatchObject({ code: 'invalid_key' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('fails if the response has another content type than a stream', async () => {
    const { results } = open([() => new Response(JSON.stringify({ data: {} }))], { maxTries: 1 });
    const { values, error } = await readThrough(results);
    expect(values).toEqual([]);
    expect(error).toMatchObject({ name: 'NetworkError', message: 'the response is no stream' });
  });

  test('is opened again if no chunk arrives for `idleMs`', async () => {
    let signal: AbortSignal | undefined;
    let send: (text: string) => void = () => {};
    const { results, abort, waits } = open([], {
      idleMs: 1000,
      fetch: (_, init) => {
        signal = init?.signal ?? undefined;
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            send = (text) => controller.enqueue(new TextEncoder().encode(text));
            signal?.addEventListener('abort', () => controller.error(signal?.reason));
          },
        });
        return Promise.resolve(new Response(body, { headers: SSE }));
      },
    });
    const read = readAll(results);
    await vi.advanceTimersByTimeAsync(900);
    send(':\n\n');
    await vi.advanceTimersByTimeAsync(999);
    expect([signal?.aborted, waits.length]).toEqual([false, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(waits).toHaveLength(1);
    abort.abort(new Error('enough'));
    expect((await read).error).toEqual(new Error('enough'));
    expect(vi.getTimerCount()).toBe(0);
  });
});
