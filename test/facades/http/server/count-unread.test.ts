// The counts of responses that clients have not read, also of those whose requests have waited.
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../../facades/http/reply.ts';
import { countUnreadChunks } from '../../../../facades/http/server/count-unread.ts';
import { respondAfterWaiting } from '../../../../facades/http/server/repeated-request.ts';
import { RequestConnection } from '../../../../facades/http/server/request-connection.ts';
import type { Repetition } from '../../../../schema/contract.ts';

/** `count` returns a reader of the counted stream; `counted` has the bytes and responses that are not released. */
function openCounter() {
  const counted = { bytes: 0, responses: 0 };
  const track = (_address: string, { bytes }: { readonly bytes: number }) => {
    counted.bytes += bytes;
    counted.responses += 1;
    return () => {
      counted.bytes -= bytes;
      counted.responses -= 1;
    };
  };
  const count = (stream: ReadableStream) =>
    countUnreadChunks(new Response(stream), '192.0.2.1', {
      peer: { close: () => undefined },
      unread: { track },
    }).body!.getReader();
  return { counted, count };
}

describe('the chunks of a stream are counted', () => {
  test('until the client reads the next chunk or disconnects', async () => {
    const { counted, count } = openCounter();
    let sent = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1000));
    };
    const reader = count(new ReadableStream({ pull }));

    await reader.read();
    const first = counted.bytes;
    await reader.read();
    const second = counted.bytes;
    await reader.cancel();

    // Each byte counts twice.
    expect([first, second, counted]).toEqual([2000, 2000, { bytes: 0, responses: 0 }]);
    // A stream reads at most one chunk ahead of its client.
    expect(sent).toBeLessThanOrEqual(3);
  });

  test('only until the end of the stream', async () => {
    const { counted, count } = openCounter();
    const reader = count(new Blob(['text']).stream());

    while (!(await reader.read()).done);

    expect(counted).toEqual({ bytes: 0, responses: 0 });
  });

  test('no longer when the client has disconnected while there was nothing to read', async () => {
    const { counted, count } = openCounter();
    const reader = count(new ReadableStream());

    const read = reader.read();
    await setImmediate();
    await reader.cancel();
    await read;
    await setImmediate();

    expect(counted).toEqual({ bytes: 0, responses: 0 });
  });
});

describe('the response of a request that waits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const json = (body: string, status = 200): Reply => ({ status, headers: {}, body });
  const part = (body: string): Reply => ({ ...json(body), isStream: true });

  /** Responds with the first reply, and after each wait with the next. Returns the waits, writes and counts in their order. */
  async function respond(
    [first, ...rest]: readonly [Reply, ...Reply[]],
    { waits = ['ended'], deadline = 0, unread = 0 }: { waits?: string[]; deadline?: number; unread?: number },
  ) {
    let end = () => {};
    const connection = new RequestConnection(
      { release: () => {} },
      { onEnd: (listener) => (end = listener), bodyBytes: 0, canRepeat: true, admit: () => () => {} },
    );
    const events: string[] = [];
    const note = (event: string) => void events.push(event);
    const outgoing = {
      ...{ headersSent: false, writableLength: unread, flushHeaders: () => {} },
      writeHead: (status: number) => note(`status ${status}`),
      write: (text: string, onSent?: () => void) => (note(`write ${text}`), onSent?.()),
      end: (text?: string) => note(`end ${text?.slice(0, 9) ?? ''}`),
    };
    const wait = (ms: number) => (note(`wait ${ms}`), Promise.resolve(waits.shift()));
    const repetition = connection.repetition as Repetition;
    Object.assign(repetition, {
      next: { pauseMs: 0, isNewsNeeded: true },
      deadline: performance.now() + deadline,
      listener: { wait, end: () => {}, close: () => {} },
    });
    await respondAfterWaiting(
      {
        ...{ state: null, connection, repetition, outgoing: outgoing as unknown as ServerResponse },
        server: {
          serve: () => Promise.resolve(rest.shift() ?? json('none')),
          toHeaders: () => ({}),
          countUnread: () => (note('count'), () => note('uncount')),
          onError: () => note('error'),
        },
      },
      first,
    );
    end();
    return events;
  }

  test('is counted as unread until its connection ends', async () => {
    expect(await respond([json('a')], { deadline: 60_000 })).toEqual([
      ...['wait 60000', 'count', 'status 200', 'end a', 'uncount'],
    ]);
  });

  test('that is a stream counts each part until it is sent, and waits for the heartbeat or the deadline', async () => {
    const sent = ['status 200', 'count', 'write a', 'uncount'];
    const last = ['count', 'write b', 'uncount', 'end '];
    const parts = [part('a'), part('b')] as const;
    expect(await respond(parts, { deadline: 60_000 })).toEqual([...sent, 'wait 15000', ...last]);
    expect(await respond(parts, { deadline: 5_000 })).toEqual([...sent, 'wait 5000', ...last]);
  });

  test.each([
    [0, ['write :\n\n']],
    [1, []],
  ])('that is a stream of which %i bytes are unread has the heartbeat %j', async (unread, written) => {
    const options = { waits: ['timeout', 'news'], deadline: 60_000, unread };
    expect(await respond([part('a'), part('')], options)).toEqual([
      ...['status 200', 'count', 'write a', 'uncount', 'wait 15000'],
      ...[...written, 'wait 15000', 'end '],
    ]);
  });

  test.each([
    [1024, 200, 'status 200', 'end xxxxxxxxx'],
    [1025, 200, 'status 200', 'end again'],
    [1025, 429, 'status 429', 'end again'],
    [1025, 500, 'status 500', 'end again'],
  ])(
    'of %i bytes, with the status %i if its request is served again, is sent as %s and %s: more than 1 KiB is not kept',
    async (...row) => {
      const [length, status, head, body] = row;
      const events = await respond([json('x'.repeat(length)), json('again', status)], {});
      expect(events).toEqual(['wait 0', 'count', head, body, 'uncount']);
    },
  );
});
