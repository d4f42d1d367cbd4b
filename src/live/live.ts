import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ALL_TOPICS, type Database } from '../../prisma/client.ts';
import type { Listener, Live, LiveOwner, Slot } from '../../schema/live/live.ts';
import { toRegion } from '../../schema/values/networks.ts';
import { FairShares } from '../gateway/load/fair-shares.ts';
import { CountedSlot, Counts } from './slots.ts';
import { TopicListener } from './topic-listener.ts';

interface LiveLimits {
  /** Maximum number of listeners, and of streams. */
  readonly perOwner: number;
  /** Maximum number of listeners and viewers together, and of streams. */
  readonly perProcess: number;
}

/** The listeners, live page viewers and streams of the process. */
export interface LiveUsage {
  readonly listeners: number;
  readonly viewers: number;
  readonly streams: number;
  /** Maximum number of listeners and viewers together, and of streams. */
  readonly max: number;
}

interface SlotShares {
  /** A region must leave as many slots free as it uses. */
  readonly all: FairShares;
  /** All callers without a key together may use half of the slots. */
  readonly anonymous: FairShares;
}

const createShares = (slots: number): SlotShares => ({
  all: new FairShares(slots),
  anonymous: new FairShares(Math.ceil(slots / 2)),
});

/** The maximum of viewers per owner, as a multiple of the maximum of listeners: the viewers of a page share one read. */
const VIEWERS_PER_LISTENER = 10;

/** Listeners are woken in groups of this size, with a pause in between, because each woken request immediately reads again. */
const WOKEN_AT_ONCE = 20;
const WAKE_PAUSE_MS = 10;

/** Topics of records, with an id, have up to 43 characters. */
const MAX_TOPIC_LENGTH = 48;

/**
 * Returns the text under which listeners are found: the topic, or its hash if it is longer. A listener has up to 102 topics, each
 * with up to 607 characters (a watched target). If two topics had the same hash, a listener would also be woken for the other one.
 */
const toKey = (topic: string): string =>
  topic.length > MAX_TOPIC_LENGTH ? hash('sha256', topic, 'base64url') : topic;

/** The listeners, viewers and streams of this process. One LISTEN connection receives the notifications of other processes. */
export class ProcessLive implements Live {
  readonly #database: Pick<Database, 'topics'>;
  readonly #limits: LiveLimits;
  /** By the keys of their topics (`toKey`). */
  readonly #byTopic = new Map<string, Set<TopicListener>>();
  readonly #listeners = new Counts();
  readonly #viewers = new Counts();
  readonly #streams = new Counts();
  /** The slots of listeners and viewers together. */
  readonly #shares: SlotShares;
  readonly #streamShares: SlotShares;
  /** The listeners to wake, with the time of the first announcement (`performance.now()`). */
  readonly #toWake = new Map<TopicListener, number>();
  readonly #remove = (listener: TopicListener) => this.#removeListener(listener);
  #isWaking = false;
  isClosing = false;

  constructor(database: Pick<Database, 'topics'>, limits: LiveLimits) {
    this.#database = database;
    this.#limits = limits;
    this.#shares = createShares(limits.perProcess);
    this.#streamShares = createShares(limits.perProcess);
    database.topics.subscribe((topics) => this.#notify(topics));
  }

  /** Number of listeners and viewers. */
  get size(): number {
    return this.#shares.all.total;
  }

  get usage(): LiveUsage {
    return {
      listeners: this.#listeners.total,
      viewers: this.#viewers.total,
      streams: this.#streams.total,
      max: this.#limits.perProcess,
    };
  }

  async listen(topics: readonly string[], owner: LiveOwner): Promise<Listener | null> {
    const slot = this.#reserve(owner, this.#listeners);
    return slot && this.#addListener(topics, slot);
  }

  listenForLivePage(topics: readonly string[]): Promise<Listener> {
    return this.#addListener(topics, null);
  }

  addLivePageViewer(owner: LiveOwner): Slot | null {
    const maxPerOwner = this.#limits.perOwner * VIEWERS_PER_LISTENER;
    return this.#reserve(owner, this.#viewers, { maxPerOwner });
  }

  openStream(owner: LiveOwner): Slot | null {
    return this.#reserve(owner, this.#streams, { from: this.#streamShares });
  }

  /** Counts a listener, viewer or stream until its slot is released. Returns null if there are too many, or after `close`. */
  #reserve(
    owner: LiveOwner,
    counts: Counts,
    { maxPerOwner = this.#limits.perOwner, from = this.#shares } = {},
  ): Slot | null {
    const region = toRegion(owner.address);
    const shares = owner.isAnonymous ? [from.all, from.anonymous] : [from.all];
    const isFull = shares.some((share) => !share.hasRoom(region, 1));
    if (this.isClosing || isFull || counts.of(owner.key) >= maxPerOwner) return null;
    return new CountedSlot({ owner: owner.key, region, counts, shares });
  }

  async #addListener(topics: readonly string[], slot: Slot | null): Promise<TopicListener> {
    const listener = new TopicListener(topics.map(toKey), slot, this.#remove);
    if (this.isClosing) listener.end();
    for (const topic of [...listener.topics, ALL_TOPICS]) {
      const listeners = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, listeners.add(listener));
    }
    await this.#database.topics.start();
    return listener;
  }

  /** Ends all waits and streams, and allows no more. */
  close(): void {
    this.isClosing = true;
    for (const listener of [...(this.#byTopic.get(ALL_TOPICS) ?? [])]) listener.end();
  }

  #notify(topics: readonly string[]): void {
    const now = performance.now();
    for (const topic of topics)
      for (const listener of this.#byTopic.get(toKey(topic)) ?? [])
        this.#toWake.set(listener, this.#toWake.get(listener) ?? now);
    if (!this.#isWaking) void this.#wake();
  }

  async #wake(): Promise<void> {
    this.#isWaking = true;
    let woken = 0;
    for (const [listener, since] of this.#toWake) {
      listener.notify(since);
      this.#toWake.delete(listener);
      woken += 1;
      if (woken % WOKEN_AT_ONCE === 0) await pause(WAKE_PAUSE_MS, undefined, { ref: false });
    }
    this.#isWaking = false;
  }

  #removeListener(listener: TopicListener): void {
    this.#toWake.delete(listener);
    for (const topic of [...listener.topics, ALL_TOPICS]) {
      const listeners = this.#byTopic.get(topic);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#byTopic.delete(topic);
    }
  }
}
