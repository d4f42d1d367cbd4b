import { setImmediate } from 'node:timers/promises';

/** Larger responses are built one after the other. */
const LARGE_CHARACTERS = 64 * 1024;

/**
 * Lets at most one large response be built in an iteration of the event loop, so that it can be sent before the next
 * one takes memory. Otherwise all requests that wait for the same read would build their responses in one iteration.
 */
export class LargeResponses {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when a response of this size may be built. */
  async waitForTurn(characters: number): Promise<void> {
    if (characters > LARGE_CHARACTERS) await (this.#last = this.#last.then(() => setImmediate()));
  }
}
