import { expect, test } from 'vitest';
import { countUnreadChunks } from '../../../facades/http/server/count-unread.ts';

test('the chunks of a stream are counted until the client has room for the next, and none after its end', async () => {
  let counted = 0;
  const unread = {
    track: (_address: string, { bytes }: { readonly bytes: number }) => {
      counted += bytes;
      return () => void (counted -= bytes);
    },
  };
  let sent = 0;
  const events = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const response = countUnreadChunks(new Response(events), '192.0.2.1', {
    peer: { close: () => undefined },
    unread,
  });
  const reader = response.body!.getReader();

  await reader.read();
  const first = counted;
  await reader.read();
  const second = counted;
  await reader.cancel();

  expect([first, second, counted]).toEqual([2000, 2000, 0]);
  // A stream reads at most one chunk ahead of its client.
  expect(sent).toBeLessThanOrEqual(3);
});
