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
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const beat = () => {
        if (controller.desiredSize !== null && controller.desiredSize > 0) controller.enqueue(HEARTBEAT);
      };
      heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
    },
    async pull(controller) {
      let last = end;
      try {
        const next = await events.next();
        if (!next.done) {
          controller.enqueue(encoder.encode(await serialize(next.value)));
          return;
        }
      } catch (error) {
        last = serializeError(error) + end;
      }
      clearInterval(heartbeat);
      if (last) controller.enqueue(encoder.encode(last));
      controller.close();
    },
    cancel: () => {
      clearInterval(heartbeat);
      void events.return?.();
    },
  });
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
