// Waiting for news: a read that finds nothing may wait until a transaction with one of its topics is committed.

/** The client's end of the request. */
export interface Connection {
  /**
   * Calls the listener when the client has closed the connection or its response is complete, at once if that has happened.
   * Returns a function that removes the listener.
   */
  onEnd(listener: () => void): () => void;
  /** Called before a part of the request waits: the request does not count as in progress until all parts have resumed. */
  pause(): () => void;
  /** Whether there was room for the request when it resumed. */
  readonly isAdmitted: boolean;
  /** Whether the request may wait. False if it keeps more than a few kilobytes in memory: its body, or results of a batch. */
  readonly mayWait: boolean;
}

/** Why a wait ended. `closing`: the process shuts down, so the caller should get what there is now. */
export type WaitResult = 'news' | 'timeout' | 'closing';

/** Learns of news from its creation on, also while nobody waits. */
export interface Listener {
  /** Waits for news since the last call. */
  wait(milliseconds: number): Promise<WaitResult>;
  /** Ends the wait, or the next one, early. */
  end(): void;
  /** Ends the listener. */
  close(): void;
}

/** A caller, for the bounds of its listeners and streams. */
export interface LiveOwner {
  /** `Context.queueKey`. */
  readonly key: string;
  readonly address: string;
  readonly isAnonymous: boolean;
}

/** An open stream. */
export interface OpenStream {
  /** Whether the process is shutting down. */
  readonly isClosing: boolean;
  close(): void;
}

/** The news of the board: topics of transactions that were committed, in this process or another one. */
export interface Live {
  /** Listens to topics. Returns null if the owner, its network or the process has too many listeners. */
  listen(topics: readonly string[], owner: LiveOwner): Promise<Listener | null>;
  /** Listens to topics for several viewers, which are counted themselves. */
  listenForViewers(topics: readonly string[]): Promise<Listener>;
  /**
   * Counts a viewer, which reads what others read as well, until the returned function is called. Returns null if the owner,
   * its network or the process has too many listeners and viewers.
   */
  addViewer(owner: LiveOwner): (() => void) | null;
  /** Counts a stream until it is closed. Returns null if the owner has too many streams. */
  openStream(owner: LiveOwner): OpenStream | null;
}

/** The viewers of streams that several callers share. */
export interface Viewers {
  /**
   * Counts the caller as a viewer until the returned function is called. Throws `rate_limited` if the caller, its network or
   * the process has too many.
   */
  add(): () => void;
  /** Listens to topics for all viewers of a stream. */
  listen(topics: readonly string[]): Promise<Listener>;
}
