import type { HeaderRecord, Reply } from './reply.ts';

/** A comment is sent after this time without an event, so that proxies keep the connection open. */
export const HEARTBEAT_MS = 15_000;

/** A comment, which clients ignore. */
export const HEARTBEAT = ':\n\n';

/** The media type of server-sent events (WHATWG HTML, section 9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream';

/** Headers of every stream of events. `X-Accel-Buffering` makes nginx pass each event on without delay. */
export const EVENT_STREAM_HEADERS: HeaderRecord = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** Creates one part of a stream of server-sent events: the events of one execution of its request, or none. */
export const toStreamReply = (events: string, headers: HeaderRecord): Reply => ({
  status: 200,
  headers: {
    'content-type': EVENT_STREAM_TYPE,
    ...EVENT_STREAM_HEADERS,
    ...headers,
  },
  body: events,
  isStream: true,
});
