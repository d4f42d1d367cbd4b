// Bounds the bytes that connections have sent for requests that do not run yet. These requests are in memory, but not admitted.
import type { IncomingMessage } from 'node:http';

/** The bytes that a connection has sent. */
export interface WaitingBytes {
  /** The most of these bytes that is kept in memory. */
  readonly bytes: number;
  /** Closes the connection. */
  readonly close: () => void;
}

/** Counts the bytes of a connection until the returned function is called. May close it or older connections. */
export type WaitingBytesTracker = (incoming: IncomingMessage, sent: WaitingBytes) => () => void;

/** The most that one read of a socket brings. */
const READ_BYTES = 64 * 1024;

/** Node keeps about this much of a body that nobody reads: 64 KiB, and the read that exceeded them. */
const MAX_BODY_BYTES = 2 * READ_BYTES;

/** Returns the bytes that are kept for the first request of a connection, at most. */
export function countFirstRequest({ socket, headers }: IncomingMessage): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = isChunked ? MAX_BODY_BYTES : Number(headers['content-length'] ?? 0);
  return Math.max(Math.min(length || 0, MAX_BODY_BYTES), socket.bytesRead);
}

/** The bytes that are kept for all later requests: the connection is paused at the second one, within a read. */
export const LATER_REQUESTS_BYTES = READ_BYTES;

/**
 * Counts a parsed request that waits for other requests of its connection, until the returned function is called. Returns null
 * if too many wait.
 */
export type WaitingRequestCounter = (incoming: IncomingMessage) => (() => void) | null;

/** Bounds the bytes of requests that do not run yet. */
export interface WaitingBounds {
  /** Counts the bytes that new connections have sent before they start. */
  readonly trackBytes: WaitingBytesTracker;
  readonly countRequest: WaitingRequestCounter;
}
