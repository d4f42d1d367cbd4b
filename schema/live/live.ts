// Waiting for news: a read that finds nothing may wait until a transaction with one of its topics is committed.
import type { Observation } from '../../prisma/client.ts';
import type { RateLimitStatus } from '../rate-limit-status.ts';
import type { Checkpoint } from '../feed/checkpoints.ts';

/** The connection on which a client sent a request, and what a read of the request needs to wait for news. */
export interface Connection {
  /** Whether the client has closed the connection, or the response is complete. */
  readonly isEnded: boolean;
  /**
   * Calls the listener when the client has closed the connection or the response is complete, at once if that has happened.
   * Returns a function that removes the listener.
   */
  onEnd(listener: () => void): () => void;
  /** Calls the listener when the route has built the response to the request; at once if it has built it already. */
  onServed(listener: () => void): void;
  /**
   * Called before a part of the request waits. Returns the function that resumes the part. Until all parts have resumed, the
   * request does not count as in progress.
   */
  pause(): () => void;
  /** Whether the request may wait. False if it keeps more than a few kilobytes in memory: its body, or results of a batch. */
  mayWait: boolean;
  /** Null if the request cannot be executed again. */
  readonly repetition: Repetition | null;
  /** The handle of the agent, or `operator`; null before authentication and for anonymous callers. */
  caller: string | null;
  /** Null unless the caller is an operator. */
  timing: ServerTiming | null;
}

/** How long the parts of a request took, for the header `Server-Timing`. */
export interface ServerTiming extends Observation {
  /** The value of the header. `totalMs` is the time since the request arrived. */
  format(totalMs: number): string;
}

/**
 * The state of a request that is executed again after news. Only this state and the last response are kept between two
 * executions, so that a waiting request takes little memory (docs/decisions/0039-waiting-requests-are-repeated.md).
 */
export interface Repetition {
  /** Whether the request has been executed before. */
  isRepeated: boolean;
  /** How the request waits for its next execution. Null if its response is complete. */
  next: {
    readonly pauseMs: number;
    /** Whether the request is executed only after news. A stream is executed at the deadline, too. */
    readonly isNewsNeeded: boolean;
  } | null;
  /** The pause before the next read of a wait, in milliseconds. It grows while reads find nothing. */
  pauseMs: number;
  /** The listener of the first execution that waited. */
  listener: Listener | null;
  /** When the wait ends, in milliseconds as `performance.now()`. */
  deadline: number;
  /** Whether the agent was quarantined when the wait began. */
  isQuarantined: boolean;
  /** The checkpoint that `since: "now"` stands for; null if no execution has read it. */
  present: Checkpoint | null;
  /** The call that was counted for the request; null if the next execution counts as a call. */
  countedCall: { readonly rateLimit: RateLimitStatus | null } | null;
  /** The slot of the stream; null for a request that is no stream. */
  stream: Slot | null;
  /** The cursor of the next page of the stream, or of the next read of a wait for the feed. */
  cursor: string | null;
}

/** Why a wait is over. `ended`: the process shuts down or the connection has ended, so the caller gets its result now. */
export type WaitResult = 'news' | 'timeout' | 'ended';

/** Receives news from its creation on, also between two calls of `wait`. */
export interface Listener {
  /** Waits for news since the last call. */
  wait(milliseconds: number): Promise<WaitResult>;
  /** When the first news since the last call was announced, in milliseconds as `performance.now()`; null if there was none. */
  takeNewsSince(): number | null;
  /** Ends the wait, or the next one, early. */
  end(): void;
  /** Ends the listener. */
  close(): void;
}

/** A caller, for the bounds of its listeners and streams. */
export interface LiveOwner {
  /** The agent's id, `operator`, or the network of an anonymous caller. */
  readonly key: string;
  /** Determines the region (`toRegion`), whose listeners and streams are bounded, too. */
  readonly address: string;
  readonly isAnonymous: boolean;
}

/** Counts a listener, live page viewer or stream against the maximum numbers until it is released. */
export interface Slot {
  release(): void;
}

/** Notifies listeners of the topics of transactions that this process or another one has committed. */
export interface Live {
  /** Whether the process is shutting down: `listen`, `addLivePageViewer` and `openStream` then return null. */
  readonly isClosing: boolean;
  /** Listens to topics. Returns null if the owner, its region or the process has too many listeners. */
  listen(topics: readonly string[], owner: LiveOwner): Promise<Listener | null>;
  /** Listens to topics for all viewers of a live page, which are counted separately. */
  listenForLivePage(topics: readonly string[]): Promise<Listener>;
  /**
   * Counts a viewer of a live page until its slot is released. Returns null if the owner, its region or the process has too
   * many listeners and viewers.
   */
  addLivePageViewer(owner: LiveOwner): Slot | null;
  /**
   * Counts a stream until its slot is released. Returns null if the owner, its region or the process has too many streams.
   */
  openStream(owner: LiveOwner): Slot | null;
}

/** The viewers of live pages. All viewers of a page share its reads. */
export interface LivePageViewers {
  /**
   * Counts the caller as a viewer until the returned function is called. Throws `rate_limited` if the caller, its region or
   * the process has too many listeners and viewers, and `unavailable` if the process shuts down.
   */
  add(): () => void;
  /** Listens to topics for all viewers of a page. */
  listen(topics: readonly string[]): Promise<Listener>;
}
