// Waiting for news: a read that finds nothing may wait until a transaction with one of its topics is committed.

/** The client's end of the request. */
export interface Connection {
  /** Resolves when the client has closed the connection, or its response is complete. */
  readonly ended: Promise<unknown>;
  /**
   * Called before the request waits: the request does not count as in progress until the returned function is called.
   */
  pause(): () => void;
}

/** Why a wait ended. `closing`: the process shuts down or is overloaded, so the caller should get what there is now. */
export type WaitResult = 'news' | 'timeout' | 'closing';

/** Collects news from its creation on, also between calls of `wait`. */
export interface Listener {
  /** Waits for news since the last call. */
  wait(milliseconds: number): Promise<WaitResult>;
  /** Ends the listener. */
  close(): void;
}

/** The news of the board: topics of transactions that were committed, in this process or another one. */
export interface Live {
  /**
   * Listens to topics, on behalf of the owner of a queue key (`Context.queueKey`). Returns null if the owner or the
   * process has too many listeners.
   */
  listen(topics: readonly string[], owner: string): Promise<Listener | null>;
}
