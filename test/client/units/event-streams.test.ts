// Server-sent events, read from streams whose chunks each test chooses.
import { describe, expect, test } from 'vitest';
import { readEvents, type ServerEvent } from '../../../client/event-stream.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';
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

  test('end with an empty line whose line feeds come in two chunks, also with an empty chunk between them', async () => {
    const bytes = new TextEncoder().encode('é');
    expect(
      await eventsOf([
        'event: a\n',
        '\nevent: b\n',
        '',
        '\n',
        '\n\nevent: c\ndata: ',
        bytes.slice(0, 1),
        bytes.slice(1),
        '\n\n',
      ]),
    ).toMatchObject({
      events: [
        { name: 'a', data: '' },
        { name: 'b', data: '' },
        { name: '', data: '' },
        { name: 'c', data: 'é' },
      ],
    });
  });

  test('are read in a time that grows with their size, not with its square', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(16_384));
    const chunks = ['event: next\ndata: ', ...Array<Uint8Array>(512).fill(chunk), '\n\n'];

    const { ms, result } = await measureCpuTime(() => eventsOf(chunks), 200);

    expect(result.events.map(({ data }) => data.length)).toEqual([512 * 16_384]);
    expect(ms).toBeLessThan(200);
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
