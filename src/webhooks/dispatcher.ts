// Calls the webhooks of the board. What is due is in the database; this process keeps only what it has in hand.
import { setTimeout as pause } from 'node:timers/promises';
import { ALL_TOPICS, type Webhook } from '../../prisma/client.ts';
import { WebhookBody } from '../../facades/documents/webhooks.ts';
import type { Board } from '../../schema/context.ts';
import { serializeJson } from '../../schema/contract.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { deliver, loadReader, nextDelivery, type StepResult } from '../../schema/webhooks/deliver.ts';
import {
  type DueWebhook,
  findDueWebhooks,
  hasActiveWebhooks,
  leaseWebhook,
  releaseWebhook,
} from '../../schema/webhooks/statements.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Logger } from '../logger.ts';

/** Calls that run at once to endpoints that answer quickly, and the same number to those that are slow or fail. */
const MAX_CALLS = 32;

/** Shortest time between two calls to an endpoint: items that come together are sent together. */
const PAUSE_MS = 1_000;

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
}

export class WebhookDispatcher {
  readonly #options: Options;
  readonly #lanes = { fast: new Lane(), slow: new Lane() };
  /** What has become due while it was in hand. */
  readonly #again = new Set<string>();
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
      const results = await Promise.all(due.map(({ id }) => this.#step(id)));
      isDelivering = results.includes('delivered');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const running = Object.values(this.#lanes).flatMap((lane) => [...lane.running.values()]);
    await Promise.race([Promise.allSettled(running), pause(CLOSE_MS, undefined, { ref: false })]);
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
    const { fast, slow } = this.#lanes;
    if (fast.running.has(due.id) || slow.running.has(due.id)) this.#again.add(due.id);
    else (due.isSlow ? slow : fast).waiting.add(due.id);
    this.#fill(due.isSlow ? slow : fast);
  }

  #addLater(id: string, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // A call that was slow, or failed, moves to the other lane with the next search.
      this.#add({ id, isSlow: milliseconds > PAUSE_MS });
    }, milliseconds).unref();
    this.#timers.add(timer);
  }

  #fill(lane: Lane): void {
    for (const id of lane.waiting) {
      if (lane.running.size >= MAX_CALLS || this.#isClosed) return;
      lane.waiting.delete(id);
      lane.running.set(id, this.#process(lane, id));
    }
  }

  async #process(lane: Lane, id: string): Promise<void> {
    const result = await this.#guard(() => this.#step(id));
    lane.running.delete(id);
    const isDueAgain = this.#again.delete(id);
    if (this.#isClosed) return;
    if (result === 'delivered' || isDueAgain) this.#addLater(id, PAUSE_MS);
    // Later attempts are found every minute.
    else if (result instanceof Date) {
      const delay = result.getTime() - this.#options.board.clock.now().getTime();
      if (delay < MINUTE_MS) this.#addLater(id, delay);
    }
    this.#fill(lane);
  }

  /** Sends the next page of a webhook, unless another process has it in hand. */
  async #step(id: string): Promise<StepResult> {
    const { board, readFor } = this.#options;
    const webhook = await leaseWebhook(board.database, id, board.clock.now());
    if (!webhook) return 'idle';
    const reader = await loadReader(board, webhook);
    const page = reader && (await this.#readPage(readFor(reader), webhook));
    if (page) return deliver(board, webhook, page);
    await releaseWebhook(board.database, webhook);
    return 'idle';
  }

  /** Returns the next page with its body as JSON: null if no item can be seen any more. Returns null if there is no page. */
  async #readPage({ session, context }: ReturnType<Gateway['readFor']>, webhook: Webhook) {
    const delivery = await nextDelivery(context, webhook);
    if (!delivery) return null;
    const { value } = await session.executeOperation(WebhookBody, { webhookId: webhook.id });
    const page = value as { readonly items: readonly unknown[] };
    const timestamp = context.clock.now().toISOString();
    const body = page.items.length === 0 ? null : serializeJson({ type: 'inbox', timestamp, ...page });
    return { delivery, body };
  }

  /** Logs an error: what was interrupted is found again by the next search. */
  async #guard<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.#isClosed) this.#options.log.warn({ err: error }, 'calling webhooks failed');
      return undefined;
    }
  }
}

/** Webhooks whose calls share connections. */
class Lane {
  readonly waiting = new Set<string>();
  readonly running = new Map<string, Promise<void>>();
}
