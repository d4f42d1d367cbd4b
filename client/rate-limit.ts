import { delay } from './delay.ts';
import type { Settings } from './options.ts';

/** Delays requests while the board's headers say that no calls remain: the board would refuse them. */
export class RateLimitGate {
  #opensAt = 0;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Reads `"key-first-hour";r=0;t=41`: no calls remain for 41 seconds. */
  observe(headers: Headers): void {
    const [, seconds] = /;r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
    if (seconds !== undefined) this.#opensAt = Date.now() + Number(seconds) * 1000;
  }

  /** Waits until calls remain. Does not wait if that takes longer than `maxWaitMs`; the board then refuses the call. */
  async pass(signal?: AbortSignal): Promise<void> {
    const ms = this.#opensAt - Date.now();
    if (ms <= 0 || ms > this.#settings.maxWaitMs) return;
    this.#settings.onWait?.(ms);
    await delay(ms, signal);
  }
}
