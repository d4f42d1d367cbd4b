// Server-sent events, read from streams whose chunks each test chooses.
import { describe, expect, test } from 'vitest';
import { readEvents, type ServerEvent } from '../../../client/event-stream.ts';
import { bodyOf } from './stream-body.ts';

async function eventsOf(chunks: readonly (string | Uint8Array)[]) {
  const events: ServerEvent[] = [];
  let count = 0;
  for await (const event of readEvents(bodyOf(chunks), () => count++)) events.push(event);
  return { events, count };
}

describe('the events of a stream', () => {
  test('are read across chunks, without comments', async () => {
    const chunks = [
      'event: next\nda',
      'ta: {"a":1}\n',
      '\nevent: next\ndata: 2\n\n:\n\n',
      ': alive\n\nevent: complete\n\n',
    ];
    expect(await eventsOf(chunks)).toEqual({
      events: [
        { name: 'next', data: '{"a":1}' },
        { name: 'next', data: '2' },
        { name: 'complete', data: '' },
      ],
      count: 4,
    });
  });

  test('keep a character that two chunks share, and join the lines of data', async () => {
    const bytes = new TextEncoder().encode('event:next\ndata: é\ndata:b\n\n');
    expect(await eventsOf([bytes.slice(0, 18), bytes.slice(18)])).toEqual({
      events: [{ name: 'next', data: 'é\nb' }],
      count: 2,
    });
  });

  test('do not include an event that breaks off', async () => {
    expect(await eventsOf(['event: next\ndata: 1\n\nevent: next\ndata: 2\n'])).toMatchObject({
      events: [{ name: 'next', data: '1' }],
    });
  });

  test('end, and their stream is cancelled, when the reader stops early', async () => {
    let isCancelled = false;
    const body = bodyOf(['event: next\n\n', 'event: next\n\n'], () => (isCancelled = true));
    for await (const event of readEvents(body, () => {})) {
      expect(event.name).toBe('next');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
