import { setTimeout as pause } from 'node:timers/promises';
import { ALL_TOPICS } from '../../prisma/client.ts';
import type { Board } from '../../schema/context.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import {
  type DueWebhook,
  findDueWebhooks,
  findPendingWebhooks,
  hasActiveWebhooks,
  searchWebhooks,
} from '../../schema/webhooks/due.ts';

/** The pause between two searches is this many times as long as the search took, from `PAUSE_MS` to `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 4;
const PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;

/** Pause after a search of all webhooks if there are webhooks, or if it failed. */
const SWEEP_INTERVAL_MS = 10_000;

/** Pause after a search for topics that failed. */
const RETRY_MS = 10_000;

/** Maximum topics of one search. */
const MAX_TOPICS = 1_000;

/** Beyond this number of waiting topics, all webhooks are searched instead. */
const MAX_WAITING_TOPICS = 50_000;

interface Options {
  readonly board: Pick<Board, 'database' | 'clock'>;
  /** Ids of the webhooks that wait, are called, or pause after a call in this process. */
  readonly scheduled: ReadonlySet<string>;
  readonly onDue: (webhook: DueWebhook) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Finds the webhooks to call. It searches the webhooks for the topics of committed transactions. Every minute, it searches the next
 * 500 of all webhooks, because a topic can be lost. It searches all webhooks when the process starts, has missed topics or has too
 * many topics.
 */
export class DueSearch {
  readonly #options: Options;
  readonly #topics = new Set<string>();
  #sweepTimer: NodeJS.Timeout | undefined;
  /** The id up to which the searches of each minute have come; null to begin again. */
  #lastSearchedId: string | null = null;
  #isSearchingTopics = false;
  #isSweeping = false;
  #mustSweepAgain = false;
  #hasWebhooks = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#options.board.database.topics.subscribe((topics) => this.#addTopics(topics));
    const sweepNext = async () => {
      this.#lastSearchedId = await this.#sweep(this.#lastSearchedId);
    };
    this.#sweepTimer = setInterval(() => void this.#guard(sweepNext), MINUTE_MS).unref();
    this.#addTopics([ALL_TOPICS]);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweepTimer);
  }

  /** Searches all webhooks, concurrently with the search for topics. */
  async #sweepAll(): Promise<void> {
    this.#mustSweepAgain = true;
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    while (this.#mustSweepAgain && !this.#isClosed) {
      this.#mustSweepAgain = false;
      const isDone = await this.#guard(() => this.#sweepFromStart());
      this.#mustSweepAgain ||= !isDone;
      const pauseMs = isDone && !this.#hasWebhooks ? PAUSE_MS : SWEEP_INTERVAL_MS;
      await pause(pauseMs, undefined, { ref: false });
    }
    this.#isSweeping = false;
  }

  async #sweepFromStart(): Promise<void> {
    let searched: string | null = null;
    do {
      const start = performance.now();
      searched = await this.#sweep(searched);
      if (searched !== null) await this.#pauseAfterSearch(start);
    } while (searched !== null && !this.#isClosed);
  }

  /**
   * Finds webhooks with pending pages, and due webhooks among the 500 after this id. Returns the last searched id; null at the end.
   * Listens to other processes once there is a webhook.
   */
  async #sweep(after: string | null): Promise<string | null> {
    const { board, onDue } = this.#options;
    const { database, clock } = board;
    this.#hasWebhooks = await hasActiveWebhooks(database);
    if (!this.#hasWebhooks) return null;
    await database.topics.start();
    for (const webhook of await findPendingWebhooks(database, clock.now())) onDue(webhook);
    const { due, last } = await searchWebhooks(database, clock.now(), after);
    for (const webhook of due) onDue(webhook);
    return last;
  }

  #addTopics(topics: readonly string[]): void {
    // While there are no webhooks, only a webhook that becomes active matters. It announces the status topic of its agent.
    if (topics.includes(ALL_TOPICS) || (!this.#hasWebhooks && topics.some(isAgentStatusTopic)))
      void this.#sweepAll();
    if (!this.#hasWebhooks) return;
    for (const topic of topics) if (topic !== ALL_TOPICS) this.#topics.add(topic);
    if (this.#topics.size > MAX_WAITING_TOPICS) {
      this.#topics.clear();
      void this.#sweepAll();
    }
    if (!this.#isSearchingTopics) void this.#searchWaitingTopics();
  }

  async #searchWaitingTopics(): Promise<void> {
    this.#isSearchingTopics = true;
    while (this.#topics.size > 0 && !this.#isClosed) {
      const start = performance.now();
      const topics = [...this.#topics].slice(0, MAX_TOPICS);
      const isDone = await this.#guard(() => this.#searchFor(topics));
      if (isDone) await this.#pauseAfterSearch(start);
      else await pause(RETRY_MS, undefined, { ref: false });
    }
    this.#isSearchingTopics = false;
  }

  /** Removes waiting topics and finds webhooks for them. If the search fails, the topics wait again. */
  async #searchFor(topics: readonly string[]): Promise<void> {
    for (const topic of topics) this.#topics.delete(topic);
    try {
      await this.#findDue(topics);
    } catch (error) {
      for (const topic of topics) this.#topics.add(topic);
      throw error;
    }
  }

  async #pauseAfterSearch(start: number): Promise<void> {
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - start));
    await pause(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { ref: false });
  }

  async #findDue(topics: readonly string[]): Promise<void> {
    const { board, scheduled, onDue } = this.#options;
    const due = await findDueWebhooks(board.database, board.clock.now(), {
      topics,
      scheduled: [...scheduled],
    });
    for (const webhook of due) onDue(webhook);
  }

  /** Returns whether the work succeeded. */
  async #guard(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#options.onError(error);
      return false;
    }
  }
}

const isAgentStatusTopic = (topic: string): boolean => topic.startsWith('standing:');
