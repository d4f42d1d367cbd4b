import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';
import { createClosingError } from '../errors.ts';
import type { Slot, Repetition } from './live.ts';
import { ignoreBusy, ownerOf } from './wait.ts';

/** Shortest time between two pages of a stream, except after an empty first page. It bounds what a stream costs. */
const PAUSE_MS = 2_000;

/** A stream without news is read again after this time, because an announcement can be lost between processes. */
const MAX_IDLE_SECONDS = 120;

/** A read of pages with cursors. It can wait for a page. */
interface PageSource<Page> {
  /** Reads the page after the cursor; the first page if it is undefined. Waits at most `wait` seconds while there is none. */
  readonly read: (
    ctx: Context,
    position: { readonly after: string | undefined; readonly wait: number },
  ) => Promise<Page>;
  /** The cursor of the next page; null if there is none yet. */
  readonly cursorOf: (page: Page) => string | null;
  readonly isEmpty: (page: Page) => boolean;
  readonly hasMore: (page: Page) => boolean;
}

/**
 * Yields the next page of a stream, or nothing if there is none yet. The request is then executed again for the page after it:
 * the first page comes at once, each further one when there is something new, at most every 2 s. If a page has more to follow,
 * the next page counts as a call, as it does for a client that reads page by page. The stream ends when the process shuts down
 * or when the caller may not wait; without a connection that can be kept open, it ends after its first page. Throws
 * `rate_limited` if the caller, its region or the process has too many streams, and `unavailable` if the process shuts down.
 */
export async function* streamPages<Page>(ctx: Context, source: PageSource<Page>): AsyncGenerator<Page> {
  const { repetition } = ctx;
  if (!repetition) yield await source.read(ctx, { after: undefined, wait: 0 });
  else if (!repetition.stream) yield await readFirst(ctx, repetition, source);
  else if (!ctx.live.isClosing) {
    const page = await readNext(ctx, repetition, source).catch(ignoreBusy);
    if (page === null) repetition.next = { pauseMs: PAUSE_MS, isNewsNeeded: false };
    else if (!isIdle(page, source)) yield page;
  }
}

async function readFirst<Page>(
  ctx: Context,
  repetition: Repetition,
  source: PageSource<Page>,
): Promise<Page> {
  repetition.stream = openStream(ctx);
  const page = await source.read(ctx, { after: undefined, wait: 0 });
  repetition.next = { pauseMs: isIdle(page, source) ? 0 : PAUSE_MS, isNewsNeeded: false };
  continueAfter(page, repetition, source);
  return page;
}

/** Reads the next page. If it is empty and the caller may not wait, the stream ends, and the client subscribes again later. */
async function readNext<Page>(ctx: Context, repetition: Repetition, source: PageSource<Page>): Promise<Page> {
  repetition.deadline = performance.now() + MAX_IDLE_SECONDS * 1000;
  const after = repetition.cursor ?? undefined;
  const page = await source.read(ctx, { after, wait: MAX_IDLE_SECONDS });
  if (!isIdle(page, source))
    repetition.next = {
      pauseMs: PAUSE_MS,
      isNewsNeeded: repetition.listener !== null && !source.hasMore(page),
    };
  continueAfter(page, repetition, source);
  return page;
}

function continueAfter<Page>(page: Page, repetition: Repetition, { cursorOf, hasMore }: PageSource<Page>) {
  repetition.cursor = cursorOf(page);
  repetition.present = null;
  if (hasMore(page)) repetition.countedCall = null;
}

function openStream(ctx: Context): Slot {
  const stream = ctx.live.openStream(ownerOf(ctx));
  if (stream) return stream;
  if (ctx.live.isClosing) throw createClosingError();
  // It is unknown when a stream ends: the time to retry is a guess.
  throw new BoardError('rate_limited', 'Too many streams are open: close one, or try again later', {
    members: { retry_after: 15, violated_policies: ['streams'] },
  });
}

/** Whether there is nothing new. A page of the inbox may be empty and have more to follow. */
const isIdle = <Page>(page: Page, { isEmpty, hasMore }: PageSource<Page>): boolean =>
  isEmpty(page) && !hasMore(page);
