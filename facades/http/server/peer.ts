import type { ServerResponse } from 'node:http';

/** The client's end of the connection. A request without a connection has `address` only. */
export interface Peer {
  readonly address: string;
  /** Calls the listener when the response is written or the connection is closed; at once if that has happened. */
  onEnd?(listener: () => void): void;
  /** Closes the connection. */
  readonly close?: () => void;
  /**
   * When the head of the request had been received and the earlier responses of its connection were complete, in milliseconds as
   * `performance.now()`.
   */
  readonly arrivedAt?: number;
  /** Stops reading the connection for a while. */
  readonly pauseRefused?: () => void;
  /** Discards the body of a request that no route serves. */
  readonly discardBody?: () => void;
  /** The bytes that the connection has received. */
  readonly bytesRead?: () => number;
  /** The response of Node's HTTP server. The router writes to it directly if the request waits for news or is a stream. */
  readonly outgoing?: ServerResponse;
}
