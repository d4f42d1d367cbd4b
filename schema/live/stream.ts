import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';
import type { OpenStream } from './live.ts';
import { assertStillAuthenticated, ignoreBusy, MAX_WAIT_SECONDS, ownerOf, waitPaused } from './wait.ts';

/** Shortest time between two pages of a stream. It bounds what a stream costs. */
const PAUSE_MS = 2_000;

/** An empty page earlier than this says that the stream cannot wait: it ends, and the client subscribes again later. */
const MIN_WAIT_MS = 1_000;

/** A read with a cursor that can wait. */
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
 * Yields the first page at once, then each page that has something new, at most every 2 s. Checks before each page that the
 * caller still has access. A page after one that has more to follow counts as a call: records that there were before cost
 * calls, as they do page by page. Ends when the process shuts down or has no room for more requests, or when the caller may not wait. Throws `rate_limited` if
 * the caller has too many streams.
 */
export async function* streamPages<Page>(ctx: Context, source: PageSource<Page>): AsyncGenerator<Page> {
  const stream = openStream(ctx);
  // At once, not after a pause: the client may subscribe again.
  ctx.connection?.onEnd(() => stream.close());
  try {
    yield* readPages(ctx, stream, source);
  } finally {
    stream.close();
  }
}

async function* readPages<Page>(
  ctx: Context,
  stream: OpenStream,
  source: PageSource<Page>,
): AsyncGenerator<Page> {
  let page = await source.read(ctx, { after: undefined, wait: 0 });
  yield page;
  for (;;) {
    if (!isIdle(page, source)) await pause(ctx);
    if (stream.isClosing || ctx.connection?.isAdmitted === false) return;
    const startedAt = performance.now();
    await assertStillAuthenticated(ctx);
    if (source.hasMore(page)) await ctx.meter.charge('anyone');
    const next = await readNext(ctx, source, page).catch(ignoreBusy);
    if (next === null) await pause(ctx);
    else page = next;
    if (next !== null && !isIdle(next, source)) yield next;
    else if (performance.now() - startedAt < MIN_WAIT_MS) return;
  }
}

const pause = (ctx: Context) =>
  waitPaused(ctx.connection, () => setTimeout(PAUSE_MS, undefined, { ref: false }));

function openStream(ctx: Context): OpenStream {
  const stream = ctx.live.openStream(ownerOf(ctx));
  if (stream) return stream;
  throw new BoardError('rate_limited', 'The caller has too many open streams: close one', {
    members: { retry_after: 15 },
  });
}

/** The waits of one connection object are bounded together (`toDeadline`): each page has a new one. */
const readNext = <Page>(ctx: Context, { read, cursorOf }: PageSource<Page>, page: Page): Promise<Page> =>
  read(
    { ...ctx, connection: ctx.connection && { ...ctx.connection } },
    { after: cursorOf(page) ?? undefined, wait: MAX_WAIT_SECONDS },
  );

/** Whether there was nothing. A page of the inbox may be empty and have more to follow. */
const isIdle = <Page>(page: Page, { isEmpty, hasMore }: PageSource<Page>): boolean =>
  isEmpty(page) && !hasMore(page);
