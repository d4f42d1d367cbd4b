import { setTimeout as pause } from 'node:timers/promises';
import { ALL_TOPICS, type Database } from '../../prisma/client.ts';
import type { Listener, Live, LiveOwner, OpenStream, WaitResult } from '../../schema/live/live.ts';
import { toNetwork } from '../../schema/rate-limits.ts';
import { FairShares } from '../gateway/fair-shares.ts';

/** Maximum number of listeners, and of streams. */
interface LiveLimits {
  readonly perOwner: number;
  readonly perProcess: number;
}

/** Listeners that are woken together, and the time until the next ones: each reads again at once. */
const WOKEN_AT_ONCE = 20;
const WAKE_PAUSE_MS = 10;

/** The listeners and streams of this process. One connection to the database tells it of the other processes. */
export class ProcessLive implements Live {
  readonly #database: Pick<Database, 'topics'>;
  readonly #limits: LiveLimits;
  readonly #byTopic = new Map<string, Set<TopicListener>>();
  readonly #listeners = new Counts();
  readonly #streams = new Counts();
  /** Every network must leave as many listeners as it has. */
  readonly #shares: FairShares;
  /** Callers without a key may have half of all listeners. */
  readonly #anonymousShares: FairShares;
  readonly #toWake = new Set<TopicListener>();
  #isWaking = false;
  #size = 0;
  #isClosing = false;

  constructor(database: Pick<Database, 'topics'>, limits: LiveLimits) {
    this.#database = database;
    this.#limits = limits;
    this.#shares = new FairShares(limits.perProcess);
    this.#anonymousShares = new FairShares(Math.ceil(limits.perProcess / 2));
    database.topics.subscribe((topics) => this.#tell(topics));
  }

  /** Number of listeners. */
  get size(): number {
    return this.#size;
  }

  async listen(topics: readonly string[], owner: LiveOwner): Promise<Listener | null> {
    const region = toRegion(owner.address);
    const shares = owner.isAnonymous ? [this.#shares, this.#anonymousShares] : [this.#shares];
    const isFull = shares.some((share) => !share.hasRoom(region, 1));
    if (this.#isClosing || isFull || this.#listeners.of(owner.key) >= this.#limits.perOwner) return null;
    this.#size += 1;
    const releases = [this.#listeners.add(owner.key), ...shares.map((share) => share.add(region, 1))];
    const listener = new TopicListener(() => {
      this.#size -= 1;
      for (const release of releases) release();
      this.#remove(listener, topics);
    });
    for (const topic of [...topics, ALL_TOPICS]) {
      const listeners = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, listeners.add(listener));
    }
    await this.#database.topics.start();
    return listener;
  }

  openStream({ key }: LiveOwner): OpenStream | null {
    if (this.#streams.of(key) >= this.#limits.perOwner) return null;
    const close = this.#streams.add(key);
    const isClosing = () => this.#isClosing;
    return {
      get isClosing() {
        return isClosing();
      },
      close,
    };
  }

  /** Ends all waits and streams, and allows no more. */
  close(): void {
    this.#isClosing = true;
    for (const listener of [...(this.#byTopic.get(ALL_TOPICS) ?? [])]) listener.end();
  }

  #tell(topics: readonly string[]): void {
    for (const topic of topics)
      for (const listener of this.#byTopic.get(topic) ?? []) this.#toWake.add(listener);
    if (!this.#isWaking) void this.#wake();
  }

  async #wake(): Promise<void> {
    this.#isWaking = true;
    let woken = 0;
    for (const listener of this.#toWake) {
      listener.tell();
      this.#toWake.delete(listener);
      woken += 1;
      if (woken % WOKEN_AT_ONCE === 0) await pause(WAKE_PAUSE_MS, undefined, { ref: false });
    }
    this.#isWaking = false;
  }

  #remove(listener: TopicListener, topics: readonly string[]): void {
    this.#toWake.delete(listener);
    for (const topic of [...topics, ALL_TOPICS]) {
      const listeners = this.#byTopic.get(topic);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#byTopic.delete(topic);
    }
  }
}

/** The part of the Internet that one customer can have: a /24 of IPv4, a /48 of IPv6. */
const toRegion = (address: string): string => toNetwork(address).split(/[.:]/).slice(0, 3).join(':');

/** Numbers by owner. */
class Counts {
  readonly #byOwner = new Map<string, number>();

  of(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  /** Adds one until the returned function is called; further calls of it do nothing. */
  add(owner: string): () => void {
    this.#byOwner.set(owner, this.of(owner) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      if (this.of(owner) > 1) this.#byOwner.set(owner, this.of(owner) - 1);
      else this.#byOwner.delete(owner);
    };
  }
}

class TopicListener implements Listener {
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
