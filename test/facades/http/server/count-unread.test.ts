import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { countUnreadChunks } from '../../../../facades/http/server/count-unread.ts';

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
  test('until the client reads the next chunk, and no longer when it has disconnected', async () => {
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
