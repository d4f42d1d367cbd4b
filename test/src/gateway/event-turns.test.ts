import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestConnection } from '../../../facades/http/server/request-connection.ts';
import { EventTurns } from '../../../src/gateway/load/event-turns.ts';

/** Returns a stream that has sent its first event: its request is being executed again. */
function openStream(region = 'a') {
  let disconnect = (): void => undefined;
  const connection = new RequestConnection(
    { release: () => undefined },
    { onEnd: (end) => (disconnect = end), bodyBytes: 0, canRepeat: true, admit: () => null },
  );
  connection.repetition!.isRepeated = true;
  return { isLarge: true, region, connection, disconnect };
}

test('at most four large events of a region are computed at the same time', async () => {
  const turns = new EventTurns();
  const ends: (() => void)[] = [];
  for (let i = 0; i < 6; i++) void turns.begin(openStream()).then((end) => ends.push(end));
  for (let i = 0; i < 3; i++) await setImmediate();
  const atOnce = ends.length;

  for (const end of ends) end();
  for (let i = 0; i < 3; i++) await setImmediate();

  expect([atOnce, ends.length]).toEqual([4, 6]);
});

test('four events of each of two regions are computed at the same time, also if the regions alternate', async () => {
  const turns = new EventTurns();
  let begun = 0;
  for (let i = 0; i < 8; i++) void turns.begin(openStream(i % 2 === 0 ? 'a' : 'b')).then(() => (begun += 1));

  for (let i = 0; i < 3; i++) await setImmediate();

  expect(begun).toBe(8);
});

test('an event of another region, a small event and the first event of a stream do not wait for large events', async () => {
  const turns = new EventTurns();
  for (let i = 0; i < 4; i++) await turns.begin(openStream());
  const first = openStream();
  first.connection.repetition!.isRepeated = false;

  const ends = [
    await turns.begin(openStream('b')),
    await turns.begin({ ...openStream(), isLarge: false }),
    await turns.begin(first),
  ];

  expect(ends).toHaveLength(3);
});

test('the event of a client that has disconnected is not computed, and the events after it are', async () => {
  const turns = new EventTurns();
  const ends = [];
  for (let i = 0; i < 4; i++) ends.push(await turns.begin(openStream()));
  const { disconnect, ...stream } = openStream();
  const closed = turns.begin(stream);
  const others = [1, 2, 3, 4].map(() => turns.begin(openStream()));

  disconnect();
  for (const end of ends) end();

  await expect(closed).rejects.toThrow();
  // The last of these events waits in the lane of the closed event.
  expect(await others[3]).toBeTypeOf('function');
});
