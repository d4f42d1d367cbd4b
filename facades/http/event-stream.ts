import type { HeaderRecord } from './reply.ts';

/** A comment after this time, so that proxies keep the connection open. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(':\n\n');

/** The type of a response of server-sent events (WHATWG HTML, section 9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream';

interface EventStreamOptions<Event> {
  readonly serialize: (event: Event) => string | Promise<string>;
  /** The last text, if the events fail. */
  readonly serializeError: (error: unknown) => string;
  /** The last text in any case. */
  readonly end?: string;
  readonly headers: HeaderRecord;
}

/** Sends events to a client. Reads the next one only when the client has room for it, and ends them when the client goes. */
export function createEventStream<Event>(
  events: AsyncIterator<Event>,
  { serialize, serializeError, end = '', headers }: EventStreamOptions<Event>,
): Response {
  let heartbeat: NodeJS.Timeout;
  let isPulled = false;
  let isCancelled = false;
  const readText = async (): Promise<{ readonly text: string; readonly isLast: boolean }> => {
    try {
      const next = await events.next();
      return next.done ? { text: end, isLast: true } : { text: await serialize(next.value), isLast: false };
    } catch (error) {
      return { text: serializeError(error) + end, isLast: true };
    }
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      heartbeat = setInterval(() => isPulled && controller.enqueue(HEARTBEAT), HEARTBEAT_MS).unref();
    },
    async pull(controller) {
      isPulled = true;
      const { text, isLast } = await readText();
      isPulled = false;
      if (isCancelled) return;
      if (text) controller.enqueue(encoder.encode(text));
      if (!isLast) return;
      clearInterval(heartbeat);
      controller.close();
    },
    cancel: () => {
      isCancelled = true;
      clearInterval(heartbeat);
      void events.return?.();
    },
  };
  // Nothing is read ahead of the client.
  const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  return new Response(body, {
    headers: {
      'content-type': EVENT_STREAM_TYPE,
      'cache-control': 'no-store',
      // Tells nginx to pass events on at once.
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
}
