import type { Listener, Slot, WaitResult } from '../../schema/live/live.ts';

/** Waits for notifications of some topics. */
export class TopicListener implements Listener {
  /** The topics as `ProcessLive` finds listeners by them. */
  readonly topics: readonly string[];
  readonly #slot: Slot | null;
  readonly #onClose: (listener: TopicListener) => void;
  #hasNews = false;
  #newsSince: number | null = null;
  #isEnded = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #resolve: ((result: WaitResult) => void) | undefined;

  /** `slot` is released when the listener is closed. */
  constructor(topics: readonly string[], slot: Slot | null, onClose: (listener: TopicListener) => void) {
    this.topics = topics;
    this.#slot = slot;
    this.#onClose = onClose;
  }

  /** No `async` function: a suspended one takes half a kilobyte. */
  wait(milliseconds: number): Promise<WaitResult> {
    if (this.#isEnded) return Promise.resolve('ended');
    if (this.#hasNews) {
      this.#hasNews = false;
      return Promise.resolve('news');
    }
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#timer = setTimeout(() => this.#endWait('timeout'), milliseconds);
    });
  }

  takeNewsSince(): number | null {
    const since = this.#newsSince;
    this.#newsSince = null;
    return since;
  }

  /** `since` is when the news was announced (`performance.now()`). */
  notify(since: number): void {
    this.#newsSince ??= since;
    if (this.#resolve) this.#endWait('news');
    else this.#hasNews = true;
  }

  end(): void {
    this.#isEnded = true;
    this.#endWait('ended');
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#slot?.release();
    this.#onClose(this);
  }

  #endWait(result: WaitResult): void {
    clearTimeout(this.#timer);
    this.#resolve?.(result);
    this.#resolve = undefined;
  }
}
