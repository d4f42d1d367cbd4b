// Bounds the bytes that connections have sent for requests that do not run yet. These requests are in memory, but not admitted.
import type { IncomingMessage } from 'node:http';

/** The bytes that a connection has sent for requests that wait. */
export interface WaitingBytes {
  /** At most this many of these bytes are in memory. */
  readonly bytes: number;
  /** Closes the connection. */
  readonly close: () => void;
}

/** Counts the bytes of a connection until the returned function is called. May close older connections. */
export type WaitingBytesTracker = (incoming: IncomingMessage, sent: WaitingBytes) => () => void;

/** Maximum bytes of one read of a socket. */
const READ_BYTES = 64 * 1024;

/** Node buffers about this much of an unread body: 64 KiB, and the read that exceeds them. */
const MAX_BODY_BYTES = 2 * READ_BYTES;

/**
 * Returns the maximum bytes that are kept in memory for the first waiting request of a connection. `bytesBefore` is the number of
 * bytes that the connection had received when its last response was complete.
 */
export function firstRequestBytesOf({ socket, headers }: IncomingMessage, bytesBefore: number): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = isChunked ? MAX_BODY_BYTES : Number(headers['content-length'] ?? 0);
  return Math.min(Math.max(length || 0, socket.bytesRead - bytesBefore), MAX_BODY_BYTES);
}

/** Maximum bytes of all later requests together: the connection is paused after the read that contains the second request. */
export const LATER_REQUESTS_BYTES = READ_BYTES;

/**
 * Counts a parsed request that waits for other requests of its connection, until the returned function is called. Returns null
 * if too many wait.
 */
export type WaitingRequestCounter = (incoming: IncomingMessage) => (() => void) | null;

/** Bounds the bytes of requests that do not run yet. */
export interface WaitingBounds {
  /** Counts the bytes of the waiting requests of a connection. */
  readonly trackBytes: WaitingBytesTracker;
  readonly countRequest: WaitingRequestCounter;
}
