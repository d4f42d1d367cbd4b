import { describe, expect, test } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
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

describe('a further page of a stream', () => {
  const NEWS = { items: 1, hasMore: false };
  const COUNTED = { rateLimit: null };

  /** Executes a request whose stream has begun. `read` returns the page after the cursor `c1`. */
  async function continueWith(read: () => Promise<Page>, { hasListener = true, isClosing = false } = {}) {
    const repetition = {
      ...{ stream: {}, next: null, cursor: 'c1', present: 'a checkpoint', countedCall: COUNTED, deadline: 0 },
      listener: hasListener ? {} : null,
    } as unknown as Repetition;
    const positions: unknown[] = [];
    const ctx = { repetition, live: { isClosing } } as unknown as Context;
    const source = {
      read: (_ctx: Context, position: unknown) => {
        positions.push(position);
        return read();
      },
      cursorOf: () => 'c2',
      isEmpty: ({ items }: Page) => items === 0,
      hasMore: ({ hasMore }: Page) => hasMore,
    };
    const pages = await Array.fromAsync(streamPages<Page>(ctx, source));
    return { pages, positions, repetition };
  }

  test.each<[string, Page, object, object]>([
    ['has news', NEWS, {}, { next: { pauseMs: 2000, isNewsNeeded: true }, countedCall: COUNTED }],
    [
      'has news, for a caller that may not listen',
      NEWS,
      { hasListener: false },
      { next: { pauseMs: 2000, isNewsNeeded: false }, countedCall: COUNTED },
    ],
    [
      'has more after it',
      { items: 1, hasMore: true },
      {},
      { next: { pauseMs: 2000, isNewsNeeded: false }, countedCall: null },
    ],
    [
      'has hidden records only, with more after them',
      { items: 0, hasMore: true },
      {},
      { next: { pauseMs: 2000, isNewsNeeded: false }, countedCall: null },
    ],
  ])('that %s is sent, and the stream continues after its cursor', async (_case, page, options, expected) => {
    const { pages, positions, repetition } = await continueWith(() => Promise.resolve(page), options);

    expect([pages, positions]).toEqual([[page], [{ after: 'c1', wait: 120 }]]);
    expect(repetition).toMatchObject({ ...expected, cursor: 'c2', present: null });
    expect(repetition.deadline).toBeGreaterThan(performance.now() + 110_000);
  });

  test('that is empty is not sent, and ends the stream if the read does not wait for news', async () => {
    const { pages, repetition } = await continueWith(() => Promise.resolve({ items: 0, hasMore: false }));

    expect(pages).toEqual([]);
    expect(repetition).toMatchObject({ next: null, cursor: 'c2', present: null, countedCall: COUNTED });
  });

  test('that cannot be read because of the load is read again after the pause; another error is thrown', async () => {
    const { pages, repetition } = await continueWith(() => Promise.reject(new BusyError()));

    expect(pages).toEqual([]);
    expect(repetition).toMatchObject({ next: { pauseMs: 2000, isNewsNeeded: false }, cursor: 'c1' });
    await expect(continueWith(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  });

  test('is not read while the process closes', async () => {
    const { pages, positions } = await continueWith(() => Promise.resolve(NEWS), { isClosing: true });

    expect([pages, positions]).toEqual([[], []]);
  });
});

test('without a connection that can be kept open a stream has one page', async () => {
  const positions: unknown[] = [];
  const pages = await Array.fromAsync(
    streamPages<Page>({ repetition: null } as Context, {
      read: (_ctx, position) => {
        positions.push(position);
        return Promise.resolve({ items: 0, hasMore: false });
      },
      cursorOf: () => 'c',
      isEmpty: () => true,
      hasMore: () => false,
    }),
  );

  expect([pages, positions]).toEqual([[{ items: 0, hasMore: false }], [{ after: undefined, wait: 0 }]]);
});
