import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventStream } from '../../../facades/http/event-stream.ts';

test('a stream whose client leaves while its next event is read has not failed', async () => {
  const errors: unknown[] = [];
  const { promise: next, resolve } = Promise.withResolvers<IteratorResult<string>>();
  const response = createEventStream(
    { next: () => next },
    {
      serialize: (event: string) => event,
      serializeError: (error) => String(errors.push(error)),
      end: 'the end',
      headers: {},
    },
  );
  const reader = response.body!.getReader();
  const read = reader.read();
  // The stream asks for the event in a later task.
  await setImmediate();

  await reader.cancel();
  resolve({ done: false, value: 'an event' });

  expect(await read).toEqual({ done: true, value: undefined });
  await setImmediate();
  expect(errors).toEqual([]);
});
