import { ALL_TOPICS, type Database } from '../../prisma/client.ts';
import type { Listener, Live, WaitResult } from '../../schema/live/live.ts';

/** Maximum number of listeners. */
interface LiveLimits {
  readonly perOwner: number;
  readonly perProcess: number;
}

/** The listeners of this process. One connection to the database receives notifications of other processes. */
export class ProcessLive implements Live {
  readonly #database: Pick<Database, 'topics'>;
  readonly #limits: LiveLimits;
  readonly #byTopic = new Map<string, Set<TopicListener>>();
  readonly #byOwner = new Map<string, number>();
  #size = 0;
  #isClosing = false;

  constructor(database: Pick<Database, 'topics'>, limits: LiveLimits) {
    this.#database = database;
    this.#limits = limits;
    database.topics.subscribe((topics) => this.#tell(topics));
  }

  /** Number of listeners. */
  get size(): number {
    return this.#size;
  }

  async listen(topics: readonly string[], owner: string): Promise<Listener | null> {
    const owned = this.#byOwner.get(owner) ?? 0;
    const { perOwner, perProcess } = this.#limits;
    if (this.#isClosing || owned >= perOwner || this.#size >= perProcess) return null;
    this.#size++;
    this.#byOwner.set(owner, owned + 1);
    const listener = new TopicListener(() => this.#remove(listener, topics, owner));
    for (const topic of [...topics, ALL_TOPICS]) {
      const listeners = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, listeners.add(listener));
    }
    await this.#database.topics.start();
    return listener;
  }

  /** Ends all waits, and allows no more. */
  close(): void {
    this.#isClosing = true;
    for (const listener of [...(this.#byTopic.get(ALL_TOPICS) ?? [])]) listener.end();
  }

  #tell(topics: readonly string[]): void {
    for (const topic of topics) for (const listener of this.#byTopic.get(topic) ?? []) listener.tell();
  }

  #remove(listener: TopicListener, topics: readonly string[], owner: string): void {
    this.#size--;
    const owned = (this.#byOwner.get(owner) ?? 1) - 1;
    if (owned > 0) this.#byOwner.set(owner, owned);
    else this.#byOwner.delete(owner);
    for (const topic of [...topics, ALL_TOPICS]) {
      const listeners = this.#byTopic.get(topic);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#byTopic.delete(topic);
    }
  }
}

class TopicListener implements Listener {
  readonly #onClose: () => void;
  #hasNews = false;
  #isEnded = false;
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

  /** Ends a wait early. */
  end(): void {
    this.#isEnded = true;
    this.#endWait?.('closing');
  }

  close(): void {
    this.#onClose();
  }
}
