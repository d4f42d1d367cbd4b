import { describe, expect, test } from 'vitest';
import type { Context } from '../../../schema/context.ts';
import type { Repetition } from '../../../schema/live/live.ts';
import { streamPages } from '../../../schema/live/stream.ts';

interface Page {
  readonly items: number;
  readonly hasMore: boolean;
}

/** Reads the first page of a stream. Returns the repetition of its request, which describes the next execution. */
async function openWith(page: Page): Promise<Repetition> {
  const repetition = { stream: null, next: null, countedCall: { rateLimit: null } } as unknown as Repetition;
  const ctx = {
    repetition,
    queueKey: 'ada',
    address: '192.0.2.1',
    viewer: { kind: 'agent' },
    live: { isClosing: false, openStream: () => ({ release: () => undefined }) },
  } as unknown as Context;
  await Array.fromAsync(
    streamPages<Page>(ctx, {
      read: () => Promise.resolve(page),
      cursorOf: () => 'a cursor',
      isEmpty: ({ items }) => items === 0,
      hasMore: ({ hasMore }) => hasMore,
    }),
  );
  return repetition;
}

describe('after its first page a stream', () => {
  test.each([
    ['with news', 2000, { items: 1, hasMore: false }],
    ['with hidden records before further pages', 2000, { items: 0, hasMore: true }],
    ['without news', 0, { items: 0, hasMore: false }],
  ])('%s pauses for %i ms', async (_name, pauseMs, page) => {
    expect((await openWith(page)).next).toEqual({ pauseMs, isNewsNeeded: false });
  });

  test('counts its next page as another call only if its first page had more after it', async () => {
    const [whole, part] = [
      await openWith({ items: 1, hasMore: false }),
      await openWith({ items: 1, hasMore: true }),
    ];

    expect([whole.countedCall, part.countedCall]).toEqual([{ rateLimit: null }, null]);
  });
});
