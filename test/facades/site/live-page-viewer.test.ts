import { expect, test } from 'vitest';
import { LivePageViewer } from '../../../facades/site/live/live-page-viewer.ts';

/** Creates a viewer whose stream has begun. `read` returns the next part of the stream, or null at its end. */
async function openViewer() {
  const viewer = new LivePageViewer({ seenVersion: 'one', receivedVersion: null });
  const reader = new Response(viewer.toByteStream()).body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader.read()).value ?? null;
  expect(await read()).toBe(':\n\n');
  return { viewer, read };
}

/** Gives the stream time to take the messages that wait. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a heartbeat does not replace a message that waits for a slow viewer', async () => {
  const { viewer, read } = await openViewer();
  await settle();
  // The stream takes the first messages before its client reads them. The last message waits.
  for (const version of ['two', 'three', 'four', 'five']) {
    viewer.send(version, version);
    await settle();
  }

  viewer.sendHeartbeat();
  viewer.end();

  const parts: (string | null)[] = [];
  do parts.push(await read());
  while (parts.at(-1) !== null);
  expect(parts.at(-2)).toBe('id: five\ndata: five\n\n');
});

test('a heartbeat is sent to a viewer without a waiting message; a message about the version that the viewer has seen is not sent', async () => {
  const { viewer, read } = await openViewer();

  viewer.send('one', 'seen');
  viewer.sendHeartbeat();
  const heartbeat = await read();
  viewer.send('two', 'new');

  expect([heartbeat, await read()]).toEqual([':\n\n', 'id: two\ndata: new\n\n']);
});

test('a listener is called once at the end of a viewer', () => {
  const viewer = new LivePageViewer({ seenVersion: 'one', receivedVersion: null });
  let ends = 0;
  viewer.onEnd(() => void (ends += 1));

  for (let i = 0; i < 2; i++) viewer.end();

  expect(ends).toBe(1);
});

test('at most 100 characters of the versions in the URL and in Last-Event-ID are kept', async () => {
  const long = 'x'.repeat(101);
  const viewer = new LivePageViewer({ seenVersion: long, receivedVersion: long });
  const reader = viewer.toByteStream().getReader();
  await reader.read();

  // The received version, cut to 100 characters, equals this version, so its message is not sent again.
  viewer.send(long.slice(1), 'received');
  viewer.sendHeartbeat();

  expect(viewer.seenVersion).toBe(long.slice(1));
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n');
});

test('a stream that its client cancels ends its viewer', async () => {
  const viewer = new LivePageViewer({ seenVersion: 'one', receivedVersion: null });
  let ends = 0;
  viewer.onEnd(() => void (ends += 1));

  await viewer.toByteStream().cancel();

  expect(ends).toBe(1);
});
