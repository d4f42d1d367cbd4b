// Requests that are executed again while they wait for news, over a real socket.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { toStreamReply } from '../../../../facades/http/event-stream.ts';
import { type Reply, toJsonReply } from '../../../../facades/http/reply.ts';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import type { WaitResult } from '../../../../schema/contract.ts';
import { openTestRouter, testRoute } from './test-router.ts';

/** The members of a listener other than `wait`. It has no news from before the wait. */
const SILENT = { end: () => undefined, close: () => undefined, takeNewsSince: () => null };

// The pauses of a second between attempts end at once.
vi.spyOn(timers, 'setTimeout').mockImplementation(() => timers.setImmediate());
syncBuiltinESMExports();
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

let listener: Listener;
afterEach(() => listener.close(0));

interface ListenOptions {
  readonly refused?: number | 'repeated';
  readonly waited?: WaitResult;
  readonly waits?: WaitResult[];
  readonly deadlineMs?: number;
}

/**
 * Serves a route whose executions return the replies, one after the other. Each further execution begins at once, or, if `waited`
 * is given, after a wait. `waits` are the results of the first waits, `waited` is the result of all later ones. `refused` is the
 * number of the admission that is refused; the first execution is admission 1, all later ones are `repeated`. A wait may last until
 * `deadlineMs` after the execution before it.
 */
async function listenTo(
  replies: readonly Reply[],
  { refused, waited, waits = [], deadlineMs }: ListenOptions = {},
) {
  let executions = 0;
  const inFlight = new Set<object>();
  const route = testRoute('GET /', {
    serve: ({ connection }) => {
      const reply = replies[executions] as Reply;
      executions += 1;
      const { repetition } = connection!;
      repetition!.next =
        executions < replies.length ? { pauseMs: 0, isNewsNeeded: waited !== undefined } : null;
      if (deadlineMs !== undefined) repetition!.deadline = performance.now() + deadlineMs;
      if (waited) repetition!.listener = { ...SILENT, wait: () => Promise.resolve(waits.shift() ?? waited) };
      return reply;
    },
  });
  let admitted = 0;
  const isOverloaded = () => refused === 'repeated' && admitted > 1;
  const admission = {
    admit: () => {
      admitted += 1;
      if (admitted === refused || isOverloaded()) return null;
      const slot = {};
      inFlight.add(slot);
      return () => void inFlight.delete(slot);
    },
    waitForTurn: () => (isOverloaded() ? Promise.resolve(false) : null),
    resume: () => undefined,
  };
  const { router } = openTestRouter([route], { admission });
  listener = await listen(router.fetch, { host: '127.0.0.1', port: 0 });
  return { inFlight, fetch: () => fetch(`http://127.0.0.1:${listener.port}/`) };
}

describe('a request that is executed again', () => {
  test('gets the last reply', async () => {
    // Characters within Latin-1 and outside it are encoded in different ways.
    const { fetch, inFlight } = await listenTo([toJsonReply(1), toJsonReply('ÿ–')]);

    const response = await fetch();

    expect([response.status, await response.json()]).toEqual([200, 'ÿ–']);
    await expect.poll(() => inFlight.size).toBe(0);
  });

  test('gets an error at once', async () => {
    const error = toJsonReply('no access', { status: 401 });
    const { fetch } = await listenTo([toJsonReply(1), error, toJsonReply(3)]);

    const response = await fetch();

    expect([response.status, await response.json()]).toEqual([401, 'no access']);
  });

  test('gets the previous reply if its next execution is not admitted', async () => {
    const { fetch } = await listenTo([toJsonReply(1), toJsonReply(2)], { refused: 2 });

    const response = await fetch();

    expect([response.status, await response.json()]).toEqual([200, 1]);
  });
});

describe('the reply of a request that waits', () => {
  test('is the one before the wait if there is no news', async () => {
    const { fetch } = await listenTo([toJsonReply('short'), toJsonReply('not made')], { waited: 'timeout' });

    expect(await (await fetch()).json()).toBe('short');
  });

  test.each([
    ['', 0],
    [', even if the second admission is refused', 2],
    [', even if no slot and no turn is free any more', 'repeated'],
  ] as const)('is made again without news if it is too long to be kept%s', async (_case, refused) => {
    const long = toJsonReply('x'.repeat(2000));
    const { fetch, inFlight } = await listenTo([long, toJsonReply('made again')], {
      waited: 'timeout',
      refused,
    });

    expect(await (await fetch()).json()).toBe('made again');
    await expect.poll(() => inFlight.size).toBe(0);
  });

  test.each<[WaitResult, number]>([
    ['timeout', 503],
    ['news', 429],
    ['news', 503],
  ])(
    'is made again if it was too long to be kept, even if the execution after %s replies %s; the slot of that execution is released',
    async (waited, status) => {
      const refusal = toJsonReply('refused', { status });
      const replies = [toJsonReply('x'.repeat(2000)), refusal, toJsonReply('made again')];
      const { fetch, inFlight } = await listenTo(replies, { waited });

      expect(await (await fetch()).json()).toBe('made again');
      await expect.poll(() => inFlight.size).toBe(0);
    },
  );
});

describe('a stream', () => {
  const part = (text: string) => toStreamReply(text, {});

  test('has the parts of all executions', async () => {
    const { fetch, inFlight } = await listenTo([part('a\n\n'), part(''), part('ü\n\n')]);

    const response = await fetch();

    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('a\n\nü\n\n');
    await expect.poll(() => inFlight.size).toBe(0);
  });

  test('has a comment for a wait without news, and its next part after a wait that ends at its deadline', async () => {
    const waits: WaitResult[] = ['timeout', 'news'];
    const options = { waits, waited: 'news', deadlineMs: 60_000 } as const;
    const withComments = await listenTo([part('a\n\n'), part('b\n\n'), part('c\n\n')], options);
    const first = await (await withComments.fetch()).text();
    await listener.close(0);
    const atDeadline = await listenTo([part('a\n\n'), part('b\n\n')], { waited: 'timeout', deadlineMs: 0 });

    expect([first, await (await atDeadline.fetch()).text()]).toEqual(['a\n\n:\n\nb\n\nc\n\n', 'a\n\nb\n\n']);
  });

  test('continues later if the execution of its next part is not admitted', async () => {
    const { fetch } = await listenTo([part('a\n\n'), part('b\n\n')], { refused: 2 });

    expect(await (await fetch()).text()).toBe('a\n\nb\n\n');
  });

  test('holds no admission slot while its client does not read', async () => {
    const { fetch, inFlight } = await listenTo([part(`${'a'.repeat(16_000_000)}\n\n`), part('b\n\n')]);

    const response = await fetch();

    await expect.poll(() => inFlight.size).toBe(0);
    expect((await response.text()).endsWith('a\n\nb\n\n')).toBe(true);
  });
});
