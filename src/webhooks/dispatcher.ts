// Calls the webhooks of the board. What is due is in the database; this process keeps only what it has in hand.
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ALL_TOPICS, BusyError, FairQueue, type Webhook } from '../../prisma/client.ts';
import { WebhookBody } from '../../facades/documents/webhooks.ts';
import type { Board } from '../../schema/context.ts';
import { serializeJson } from '../../schema/contract.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { deliver, IDLE, loadReader, nextPage, type StepResult } from '../../schema/webhooks/deliver.ts';
import {
  type DueWebhook,
  findDueWebhooks,
  hasActiveWebhooks,
  leaseWebhook,
  releaseWebhook,
} from '../../schema/webhooks/statements.ts';
import type { EventLoopMonitor } from '../event-loop.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Logger } from '../logger.ts';

/** Webhooks that wait for a call or for a read of their page. Further ones are found by the next search. */
const MAX_WAITING = 10_000;

/**
 * Calls that run at once to endpoints that answer quickly, and the same number to those that are slow or fail. Agents take
 * turns, so that one agent with many endpoints delays no other.
 */
const CALLS = { maxRunning: 128, maxRunningPerCaller: 2, maxWaiting: MAX_WAITING, maxWaitMs: MINUTE_MS };

/** Pages that are read from the database at once. */
const READS = { maxRunning: 4, maxRunningPerCaller: 1, maxWaiting: MAX_WAITING, maxWaitMs: MINUTE_MS };

/** No page is read while the event loop is later than this: requests come first. */
const MAX_LATE_MS = 200;
const LATE_PAUSE_MS = 500;

/**
 * Shortest time between two calls to an endpoint, for each call to the agent's endpoints in the last minute: items that come
 * together are sent together, and an agent that receives much is called less often, with more items.
 */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Pause between two searches for what news make due. */
const NEWS_PAUSE_MS = 250;

/** More topics than this stand for all of them. */
const MAX_TOPICS = 1_000;

/** For how long the end of the process waits for calls. Those that it interrupts are made again. */
const CLOSE_MS = 2_000;

interface Options {
  readonly board: Board;
  readonly readFor: Gateway['readFor'];
  readonly log: Logger;
  readonly eventLoop: EventLoopMonitor;
}

export class WebhookDispatcher {
  readonly #options: Options;
  readonly #lanes = { fast: new FairQueue(CALLS), slow: new FairQueue(CALLS) };
  readonly #reads = new FairQueue(READS);
  /** Webhooks that wait, are called, or pause after a call. */
  readonly #inHand = new Set<string>();
  /** Those of them that have become due again. */
  readonly #again = new Set<string>();
  readonly #calls = new Set<Promise<void>>();
  /** Steps of each agent in the last minute. */
  readonly #steps = new LRUCache<string, number>({ max: MAX_WAITING, ttl: MINUTE_MS, noUpdateTTL: true });
  readonly #timers = new Set<NodeJS.Timeout>();
  #topics = new Set<string>();
  #isReadingNews = false;
  #hasWebhooks = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts to call webhooks: when a transaction has news for them, and every minute for what that has missed. */
  start(): void {
    const { database, settings } = this.#options.board;
    if (settings.webhooks === 'off') return;
    database.topics.subscribe((topics) => this.#addTopics(topics));
    this.#timers.add(setInterval(() => void this.#guard(() => this.#sweep()), MINUTE_MS).unref());
    void this.#guard(() => this.#sweep());
  }

  /** Calls everything that is due now, until nothing is. */
  async run(): Promise<void> {
    const { database, clock } = this.#options.board;
    for (let isDelivering = true; isDelivering;) {
      const due = await findDueWebhooks(database, clock.now(), null);
      const results = await Promise.all(due.map((webhook) => this.#step(webhook)));
      isDelivering = results.some(({ isDue }) => isDue);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.race([Promise.allSettled(this.#calls), pause(CLOSE_MS, undefined, { ref: false })]);
  }

  /** Finds all that is due. The first time that there is a webhook, begins to listen to other processes. */
  async #sweep(): Promise<void> {
    const { database } = this.#options.board;
    this.#hasWebhooks = await hasActiveWebhooks(database);
    if (!this.#hasWebhooks) return;
    await database.topics.start();
    await this.#addDue(null);
  }

  #addTopics(topics: readonly string[]): void {
    // Without webhooks, only one that becomes active concerns this process.
    const relevant = this.#hasWebhooks ? topics : topics.filter((topic) => topic.startsWith('standing:'));
    if (relevant.length === 0) return;
    for (const topic of relevant) this.#topics.add(topic);
    if (!this.#isReadingNews) void this.#readNews();
  }

  async #readNews(): Promise<void> {
    this.#isReadingNews = true;
    while (this.#topics.size > 0 && !this.#isClosed) {
      const topics = this.#topics;
      this.#topics = new Set();
      const isAll = !this.#hasWebhooks || topics.has(ALL_TOPICS) || topics.size > MAX_TOPICS;
      await this.#guard(() => (isAll ? this.#sweep() : this.#addDue([...topics])));
      await pause(NEWS_PAUSE_MS, undefined, { ref: false });
    }
    this.#isReadingNews = false;
  }

  async #addDue(topics: readonly string[] | null): Promise<void> {
    const { database, clock } = this.#options.board;
    for (const due of await findDueWebhooks(database, clock.now(), topics)) this.#add(due);
  }

  #add(due: DueWebhook): void {
    if (this.#isClosed) return;
    if (this.#inHand.has(due.id)) {
      this.#again.add(due.id);
      return;
    }
    this.#inHand.add(due.id);
    const lane = due.isSlow ? this.#lanes.slow : this.#lanes.fast;
    const call = this.#guard(() => lane.run(due.handle, () => this.#step(due))).then((result) => {
      this.#calls.delete(call);
      this.#pause(due, result ?? IDLE);
    });
    this.#calls.add(call);
  }

  /** Adds the webhook again after a pause if there is more to send by then. */
  #pause(due: DueWebhook, { isDue, isSlow, nextAttempt }: StepResult): void {
    const steps = (this.#steps.get(due.handle) ?? 0) + 1;
    this.#steps.set(due.handle, steps);
    const untilNext = (nextAttempt?.getTime() ?? 0) - this.#options.board.clock.now().getTime();
    // Later attempts are found by the search of each minute.
    const isNextSoon = nextAttempt !== null && untilNext < MINUTE_MS;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#inHand.delete(due.id);
        const isDueAgain = this.#again.delete(due.id);
        if (isDue || isDueAgain || isNextSoon) this.#add({ ...due, isSlow: due.isSlow || isSlow });
      },
      Math.max(Math.min(PAUSE_MS * steps, MAX_PAUSE_MS), isNextSoon ? untilNext : 0),
    ).unref();
    this.#timers.add(timer);
  }

  /** Sends the next page of a webhook, unless another process has it in hand. */
  async #step({ id, handle }: DueWebhook): Promise<StepResult> {
    const taken = await this.#reads.run(handle, () => this.#takePage(id));
    if (!taken) return IDLE;
    const { webhook, page, hasMore } = taken;
    return page ? deliver(this.#options.board, webhook, page) : { ...IDLE, isDue: hasMore };
  }

  /** Takes a webhook in hand and reads its next page. Without a page, the webhook is released. */
  async #takePage(id: string) {
    const { board, readFor, eventLoop } = this.#options;
    while (eventLoop.delayMs() > MAX_LATE_MS && !this.#isClosed)
      await pause(LATE_PAUSE_MS, undefined, { ref: false });
    const webhook = this.#isClosed ? null : await leaseWebhook(board.database, id, board.clock.now());
    if (!webhook) return null;
    const reader = await loadReader(board, webhook);
    const next = reader ? await this.#readPage(readFor(reader), webhook) : { page: null, hasMore: false };
    if (!next.page) await releaseWebhook(board.database, webhook);
    return { webhook, ...next };
  }

  async #readPage({ session, context }: ReturnType<Gateway['readFor']>, webhook: Webhook) {
    const { delivery, hasMore } = await nextPage(context, webhook);
    if (!delivery) return { page: null, hasMore };
    const { value } = await session.executeOperation(WebhookBody, { webhookId: webhook.id });
    const content = value as { readonly items: readonly unknown[] };
    const timestamp = context.clock.now().toISOString();
    const body = content.items.length === 0 ? null : serializeJson({ type: 'inbox', timestamp, ...content });
    return { page: { delivery, hasMore, body }, hasMore };
  }

  /** Logs an error: what was interrupted is found again by the next search. */
  async #guard<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.#isClosed && !(error instanceof BusyError))
        this.#options.log.warn({ err: error }, 'calling webhooks failed');
      return undefined;
    }
  }
}
