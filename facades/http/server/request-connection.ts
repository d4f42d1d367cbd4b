import type { Connection, Repetition, ServerTiming } from '../../../schema/contract.ts';

/** The part of a request's state that holds its admission slot. */
interface AdmittedRequest {
  /** Releases the admission slot. */
  release: () => void;
}

/** `release` of a request without an admission slot. */
export const NO_SLOT = (): void => undefined;

/** A request with a larger body may not wait: the body and the values parsed from it would stay in memory. */
const MAX_BODY_BYTES_OF_WAIT = 8 * 1024;

interface ConnectionOptions {
  /** Calls the listener when the response is written or the connection is closed. */
  readonly onEnd: (listener: () => void) => void;
  readonly bodyBytes: number;
  readonly canRepeat: boolean;
  /** Admits the request again. Returns the function that releases its slot, or null if no slot is free. */
  readonly admit: () => (() => void) | null;
}

/**
 * The connection of a request. While a part of the request is paused, the request holds no admission slot. A request that has
 * waited is completed even if `admit` finds no free slot. After the end of the connection nothing is admitted.
 */
export class RequestConnection implements Connection {
  mayWait: boolean;
  isEnded = false;
  caller: string | null = null;
  timing: ServerTiming | null = null;
  /** Whether a part of the request has been paused, to wait for news or to stream. */
  hasPaused = false;
  /** Whether the request is served again even if no slot and no turn is free. */
  mustServe = false;
  /** When the last bytes of a stream were sent, in milliseconds as `performance.now()`. */
  lastSentAt = 0;
  #isServing = true;
  readonly repetition: Repetition | null;
  readonly #request: AdmittedRequest;
  readonly #admit: ConnectionOptions['admit'];
  #listeners: Set<() => void> | undefined;
  #servedListeners: (() => void)[] | undefined;
  #pauses = 0;

  constructor(request: AdmittedRequest, { onEnd, bodyBytes, canRepeat, admit }: ConnectionOptions) {
    this.#request = request;
    this.#admit = admit;
    this.mayWait = bodyBytes <= MAX_BODY_BYTES_OF_WAIT;
    this.repetition = canRepeat && this.mayWait ? createRepetition() : null;
    onEnd(() => this.#end());
  }

  onEnd(listener: () => void): () => void {
    if (this.isEnded) listener();
    else (this.#listeners ??= new Set()).add(listener);
    return () => void this.#listeners?.delete(listener);
  }

  onServed(listener: () => void): void {
    if (this.#isServing) (this.#servedListeners ??= []).push(listener);
    else listener();
  }

  /** Releases the admission slot. */
  release(): void {
    this.#request.release();
    this.#request.release = NO_SLOT;
  }

  /** Called when the route has served the request. Releases the slot now if the connection has ended, otherwise at its end. */
  finishServing(): void {
    this.#isServing = false;
    for (const listener of this.#servedListeners?.splice(0) ?? []) listener();
    if (this.isEnded) this.release();
  }

  pause(): () => void {
    this.hasPaused = true;
    if (this.#pauses === 0) this.release();
    this.#pauses += 1;
    return () => {
      this.#pauses -= 1;
      if (this.#pauses > 0 || this.isEnded) return;
      this.#request.release = this.#admit() ?? NO_SLOT;
    };
  }

  /** Ends the wait or the stream of a request that could be executed again. The client may subscribe again at once. */
  endRepetition(): void {
    this.repetition?.listener?.close();
    this.repetition?.stream?.release();
  }

  #end(): void {
    this.isEnded = true;
    if (!this.#isServing) this.release();
    for (const listener of this.#listeners ?? []) listener();
    this.repetition?.listener?.end();
    this.endRepetition();
  }
}

const createRepetition = (): Repetition => ({
  isRepeated: false,
  pauseMs: 0,
  next: null,
  listener: null,
  deadline: 0,
  isQuarantined: false,
  present: null,
  countedCall: null,
  stream: null,
  cursor: null,
});
