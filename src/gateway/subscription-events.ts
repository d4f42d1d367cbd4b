import type { BoardError, Connection } from '../../schema/contract.ts';

interface EventSource<Page, Event> {
  readonly connection: Connection | null;
  /** Runs the selection of a page. */
  readonly execute: (page: Page) => Promise<Event>;
  readonly toError: (error: unknown) => BoardError;
}

/**
 * Returns the events of the pages of a subscription, once the first one exists: its errors are those of the request. The
 * request does not count as in progress while the client reads. The end of the connection ends the pages.
 */
export async function startEvents<Page, Event>(
  pages: AsyncIterable<Page>,
  source: EventSource<Page, Event>,
): Promise<AsyncIterableIterator<Event>> {
  const events = mapPages(pages, source);
  const first = await events.next();
  source.connection?.onEnd(() => void events.return(undefined));
  return resumeWith(first, events);
}

async function* mapPages<Page, Event>(
  pages: AsyncIterable<Page>,
  { connection, execute, toError }: EventSource<Page, Event>,
): AsyncGenerator<Event, undefined> {
  let resume: (() => void) | undefined;
  try {
    for await (const page of pages) {
      const event = await execute(page);
      resume = connection?.pause();
      yield event;
      resume?.();
      resume = undefined;
    }
  } catch (error) {
    throw toError(error);
  } finally {
    resume?.();
  }
}

/** Unlike a generator that has not started, the iterator passes an early `return` on. */
function resumeWith<Event>(
  first: IteratorResult<Event, undefined>,
  events: AsyncGenerator<Event, undefined>,
): AsyncIterableIterator<Event> {
  let read: IteratorResult<Event, undefined> | null = first;
  return {
    next: () => {
      const result = read;
      read = null;
      return result ? Promise.resolve(result) : events.next();
    },
    return: () => events.return(undefined),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Whether a subscription has events: it has a result without data if it failed. */
export const isIterable = (value: object): value is AsyncIterable<unknown> => Symbol.asyncIterator in value;
