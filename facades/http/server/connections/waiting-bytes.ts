// What connections have sent that does not run yet: it is in memory, and is not admitted.
import type { IncomingMessage } from 'node:http';

/** What a connection has sent. */
export interface WaitingBytes {
  /** What is kept of it in memory, at most. */
  readonly bytes: number;
  /** Closes the connection. */
  readonly close: () => void;
}

/** Counts what a connection has sent until the returned function is called. May close it or older ones. */
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

/** Bounds what connections have sent that does not run yet. */
export interface WaitingBounds {
  /** Counts what new connections have sent before they start. */
  readonly trackBytes: WaitingBytesTracker;
  readonly countRequest: WaitingRequestCounter;
}
