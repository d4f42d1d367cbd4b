import { setTimeout as pause } from 'node:timers/promises';
import { ALL_TOPICS } from '../../prisma/client.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { type DueWebhook, findDueWebhooks, MAX_DUE } from '../../schema/webhooks/due.ts';
import { pauseAfterSearch, scheduleDue, type SearchOptions, Sweep } from './sweep.ts';

/** Pause after a search for topics that failed. */
const RETRY_MS = 10_000;

/** Maximum topics of one search. */
const MAX_TOPICS = 1_000;

/** Beyond this number of waiting topics, all webhooks are searched instead. */
const MAX_WAITING_TOPICS = 50_000;

/**
 * Finds the webhooks to call. It searches the webhooks for the topics of committed transactions. Every minute, it searches the next
 * 500 of all webhooks, because a topic can be lost. It searches all webhooks when the process starts, has missed topics or has too
 * many topics, when a search for topics finds more webhooks than it returns or may schedule, and when a webhook cannot be scheduled
 * again.
 */
export class DueSearch {
  readonly #options: SearchOptions;
  readonly #sweep: Sweep;
  readonly #topics = new Set<string>();
  #sweepTimer: NodeJS.Timeout | undefined;
  #isSearchingTopics = false;
  #isClosed = false;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#sweep = new Sweep(options);
  }

  start(): void {
    this.#options.board.database.topics.subscribe((topics) => this.#addTopics(topics));
    this.#sweepTimer = setInterval(() => void this.#sweep.searchNext(), MINUTE_MS).unref();
    this.#addTopics([ALL_TOPICS]);
  }

  close(): void {
    this.#isClosed = true;
    this.#sweep.close();
    clearInterval(this.#sweepTimer);
  }

  /**
   * Schedules a webhook again that has been scheduled and has more to send, up to the maximum of searches for topics. Beyond it, a
   * search of all webhooks follows, which also takes pending pages. Without the maximum, webhooks that become due again and again
   * would stay scheduled, such as webhooks of an endpoint that does not respond, and no other webhook could be scheduled.
   */
  scheduleAgain(webhook: DueWebhook): void {
    if (scheduleDue(this.#options, [webhook], 'topics').length > 0) void this.#sweep.searchAll();
  }

  #addTopics(topics: readonly string[]): void {
    const { hasWebhooks } = this.#sweep;
    // While there are no webhooks, only a webhook that becomes active matters. It announces the status topic of its agent.
    if (topics.includes(ALL_TOPICS) || (!hasWebhooks && topics.some(isAgentStatusTopic)))
      void this.#sweep.searchAll();
    if (!hasWebhooks) return;
    for (const topic of topics) if (topic !== ALL_TOPICS) this.#topics.add(topic);
    if (this.#topics.size > MAX_WAITING_TOPICS) {
      this.#topics.clear();
      void this.#sweep.searchAll();
    }
    if (!this.#isSearchingTopics) void this.#searchWaitingTopics();
  }

  async #searchWaitingTopics(): Promise<void> {
    this.#isSearchingTopics = true;
    while (this.#topics.size > 0 && !this.#isClosed) {
      const start = performance.now();
      const topics = [...this.#topics].slice(0, MAX_TOPICS);
      const isDone = await this.#searchFor(topics);
      if (isDone) await pauseAfterSearch(start);
      else await pause(RETRY_MS, undefined, { ref: false });
    }
    this.#isSearchingTopics = false;
  }

  /** Removes waiting topics and finds webhooks for them. Returns whether it succeeded. If it failed, the topics wait again. */
  async #searchFor(topics: readonly string[]): Promise<boolean> {
    for (const topic of topics) this.#topics.delete(topic);
    try {
      await this.#findDue(topics);
      return true;
    } catch (error) {
      for (const topic of topics) this.#topics.add(topic);
      this.#options.onError(error);
      return false;
    }
  }

  async #findDue(topics: readonly string[]): Promise<void> {
    const { database, clock } = this.#options.board;
    const scheduled = [...this.#options.scheduled];
    const due = await findDueWebhooks(database, clock.now(), { topics, scheduled });
    const left = scheduleDue(this.#options, due, 'topics');
    // The topics are not searched again: a search of all webhooks finds the webhooks that are left, and those beyond the limit.
    if (left.length > 0 || due.length >= MAX_DUE + scheduled.length) void this.#sweep.searchAll();
  }
}

const isAgentStatusTopic = (topic: string): boolean => topic.startsWith('standing:');
