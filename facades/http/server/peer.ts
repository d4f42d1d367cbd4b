import type { ServerResponse } from 'node:http';

/** The client's end of the connection. */
export interface Peer {
  readonly address: string;
  /**
   * Calls the listener when the response is written or the connection is closed, at once if that has happened. Undefined without
   * a connection.
   */
  onEnd?(listener: () => void): void;
  /** Closes the connection. Undefined without one. */
  readonly close?: () => void;
  /** When the head of the request had been received, in milliseconds as `performance.now()`. Undefined without one. */
  readonly arrivedAt?: number;
  /** Reads no further requests of the connection for a while. Undefined without one. */
  readonly pauseRefused?: () => void;
  /** The bytes that the connection has received. Undefined without one. */
  readonly bytesRead?: () => number;
  /** The response, for a request that waits. Undefined without a connection. */
  readonly outgoing?: ServerResponse;
}

/**
 * Whether the response of a pipelined request cannot be sent yet: earlier ones of its connection are not finished, such as a stream.
 * It needs no admission slot: the request has been served, and the bytes of the response count as unread.
 */
export const isBehindOthers = ({ outgoing }: Pick<Peer, 'outgoing'>): boolean => outgoing?.socket === null;
