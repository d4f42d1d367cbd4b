import type { Listener, WaitResult } from '../../schema/live/live.ts';

/** A listener that is told of its news. */
export class TopicListener implements Listener {
  readonly #onClose: () => void;
  #hasNews = false;
  #isEnded = false;
  #isClosed = false;
  #endWait: ((result: WaitResult) => void) | undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  async wait(milliseconds: number): Promise<WaitResult> {
    if (this.#isEnded) return 'closing';
    if (!this.#hasNews) {
      const { promise, resolve } = Promise.withResolvers<WaitResult>();
      const timer = setTimeout(resolve, milliseconds, 'timeout');
      this.#endWait = resolve;
      const result = await promise;
      clearTimeout(timer);
      this.#endWait = undefined;
      if (result !== 'news') return result;
    }
    this.#hasNews = false;
    return 'news';
  }

  tell(): void {
    this.#hasNews = true;
    this.#endWait?.('news');
  }

  end(): void {
    this.#isEnded = true;
    this.#endWait?.('closing');
  }

  close(): void {
    if (!this.#isClosed) this.#onClose();
    this.#isClosed = true;
  }
}
