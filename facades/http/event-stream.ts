import type { HeaderRecord, Reply } from './reply.ts';

/** A comment is sent after this time without an event, so that proxies keep the connection open. */
export const HEARTBEAT_MS = 15_000;

/** A comment, which clients ignore. */
export const HEARTBEAT = ':\n\n';

/** The type of a response of server-sent events (WHATWG HTML, section 9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream';

/** Creates the part of a stream of server-sent events that an execution of its request has: some events or none. */
export const toStreamReply = (events: string, headers: HeaderRecord): Reply => ({
  status: 200,
  headers: {
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'no-store',
    // Tells nginx to pass events on at once.
    'x-accel-buffering': 'no',
    ...headers,
  },
  body: events,
  isStream: true,
});
