// The state of a connection of a server.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request whose head has been parsed. `run` begins to run it. */
export interface ParsedRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly run: () => void;
}

/** A request that waits for its connection to start, or for the responses to earlier requests. */
export interface WaitingRequest extends ParsedRequest {
  /** Ends the count of this request (`WaitingBounds.countRequest`). */
  readonly release: () => void;
}

/** A request whose response is not complete. */
export interface RunningRequest {
  readonly outgoing: ServerResponse;
  /**
   * The functions to call at the end of the response. Not promises: a promise with its reactions would take half a kilobyte
   * while the request waits for news.
   */
  readonly endListeners: (() => void)[];
}

/** A connection, with its running and waiting requests. */
export interface Connection {
  /** The region of the client. */
  readonly region: string;
  /** The request whose response has not been sent completely. The requests of a connection run one after another. */
  running: RunningRequest | null;
  readonly waiting: WaitingRequest[];
  /** False until `NewConnections` starts the connection: until then all requests wait, and the connection counts as inactive. */
  isStarted: boolean;
  /** Removes the connection from the queue of `NewConnections`. */
  cancelStart: () => void;
  /** End the counts of the bytes of waiting requests. Called when fewer than two requests wait, or the connection closes. */
  readonly endCounts: (() => void)[];
  /** Whether a request was refused during the last `REFUSED_PAUSE_MS`, because it was not admitted. */
  isRefused: boolean;
  /** Whether further requests are ignored, because the connection closes after the waiting ones. */
  isClosing: boolean;
  /** `socket.bytesRead` when the last response was finished. More bytes mean that another request has begun. */
  bytesRead: number;
  /** When the last response, or the pause after it, ended, in milliseconds as `performance.now()`. */
  freeAt: number;
}
