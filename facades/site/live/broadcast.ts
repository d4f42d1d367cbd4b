import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Listener } from '../../../schema/contract.ts';
import type { LiveState } from './live-state.ts';
import type { LivePageViewer } from './live-page-viewer.ts';

/** Time between two comments to the viewers, also while there is news: below the idle timeout of common proxies, 60 s. */
const HEARTBEAT_MS = 20_000;

/** Minimum time between two reads after news, however often there is news. */
const MIN_INTERVAL_MS = 2_000;

/** Without news, a page is read at the first heartbeat after this time, because a notification of another process can be lost. */
const MAX_AGE_MS = 60_000;

/** Number of viewers to send to before the event loop serves other requests. */
const MAX_SENT_AT_ONCE = 50;

export interface BroadcastOptions {
  readonly read: () => Promise<LiveState>;
  readonly listen: () => Promise<Listener>;
  /** Minimum milliseconds from the news to the read. */
  readonly delayMs: number;
  /** Called once, when the last viewer has left, when the listener has ended, or after an error. */
  readonly onEnd: () => void;
  /** Called with an error of `read` or `listen`, which ends the streams of all viewers. */
  readonly onError: (error: unknown) => void;
}

/** The viewers of one live page. They share a listener, the reads and the messages. */
export class Broadcast {
  readonly #options: BroadcastOptions;
  readonly #viewers = new Set<LivePageViewer>();
  #listener: Listener | undefined;
  #readAt = -Infinity;
  #pausedUntil = -Infinity;
  #commentedAt = performance.now();
  #isEnded = false;

  constructor(options: BroadcastOptions) {
    this.#options = options;
    void this.#run()
      .catch(options.onError)
      .finally(() => this.#end());
  }

  /** Adds a viewer, which is removed when its stream ends. */
  add(viewer: LivePageViewer): void {
    this.#viewers.add(viewer);
    viewer.onEnd(() => {
      this.#viewers.delete(viewer);
      if (this.#viewers.size === 0) this.#end();
    });
  }

  async #run(): Promise<void> {
    const listener = await this.#options.listen();
    try {
      this.#listener = listener;
      await this.#follow(listener);
    } finally {
      listener.close();
    }
  }

  async #follow(listener: Listener): Promise<void> {
    // Reads what was committed between the first viewer's request and the start of the listener.
    await this.#update();
    while (!this.#isEnded) {
      const waited = await listener.wait(this.#msToHeartbeat());
      if (waited === 'ended') return;
      if (waited === 'news') await this.#pause();
      // News may leave the version of the page as it is, so that viewers get no message.
      if (waited === 'timeout' || this.#msToHeartbeat() === 0) this.#sendHeartbeats();
      if (waited === 'news' || performance.now() - this.#readAt > MAX_AGE_MS) await this.#update();
    }
  }

  #msToHeartbeat(): number {
    return Math.max(0, this.#commentedAt + HEARTBEAT_MS - performance.now());
  }

  #sendHeartbeats(): void {
    this.#commentedAt = performance.now();
    this.#viewers.forEach((viewer) => viewer.sendHeartbeat());
  }

  /** Waits until the news may be read. */
  async #pause(): Promise<void> {
    const remaining = Math.max(this.#options.delayMs, this.#pausedUntil - performance.now());
    if (remaining > 0) await setTimeout(remaining, undefined, { ref: false });
    this.#pausedUntil = performance.now() + MIN_INTERVAL_MS;
  }

  async #update(): Promise<void> {
    if (this.#isEnded) return;
    this.#readAt = performance.now();
    const state = await this.#options.read();
    // By the version of the viewer's page. Kept for this update only: the version is any text from the URL, so the map would grow.
    const messages = new Map<string, string>();
    let sent = 0;
    for (const viewer of [...this.#viewers]) {
      const message = messages.get(viewer.seenVersion) ?? String(await state.messageFor(viewer.seenVersion));
      messages.set(viewer.seenVersion, message);
      viewer.send(state.version, message);
      sent += 1;
      if (sent % MAX_SENT_AT_ONCE === 0) await setImmediate();
    }
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd();
    this.#listener?.end();
    for (const viewer of [...this.#viewers]) viewer.end();
  }
}
