// Calls the webhooks of the board. The pages to send are in the database; a process keeps only the ids of the webhooks that it
// calls.
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { BusyError, FairQueue, maxEntries, type Webhook } from '../../prisma/client.ts';
import { WebhookBody } from '../../facades/documents/webhooks.ts';
import type { Board } from '../../schema/context.ts';
import { serializeJson } from '../../schema/contract.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { deliver, IDLE, loadReader, nextPage, type StepResult } from '../../schema/webhooks/deliver.ts';
import { type DueWebhook, findPendingWebhooks, searchWebhooks } from '../../schema/webhooks/due.ts';
import { hasLease, leaseWebhook, releaseWebhook } from '../../schema/webhooks/statements.ts';
import type { EventLoopMonitor } from '../background/event-loop.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Logger } from '../logger.ts';
import { DueSearch } from './due-search.ts';
import { OpenCalls } from './open-calls.ts';

/**
 * Maximum webhooks that wait in a queue. No queue becomes full, because at most 11 000 webhooks are scheduled (`sweep.ts`). A full
 * queue would search all agents for each webhook that it refuses, and the webhook would be added again after 0.1 s.
 */
const MAX_WAITING = 10_000;

/** At most two webhooks of an agent are read and called at once, so that an agent with many endpoints does not delay others. */
const AGENT_QUEUE = {
  maxRunning: MAX_WAITING,
  maxRunningPerCaller: 2,
  maxWaiting: MAX_WAITING,
  maxWaitMs: MINUTE_MS,
};

/** Bounds the pages that are read from the database at once. */
const READ_QUEUE = {
  maxRunning: 4,
  maxRunningPerCaller: 1,
  maxWaiting: MAX_WAITING,
  maxWaitMs: MINUTE_MS,
  sharedBy: 'number',
} as const;

/**
 * Bounds the calls that run at once. Half of the slots are always for calls that take at most two seconds (`OpenCalls`). The
 * wait and the call together are shorter than a lease.
 */
const CALL_QUEUE = {
  maxRunning: 512,
  maxWaiting: MAX_WAITING,
  maxWaitMs: 5_000,
  sharedBy: 'number',
} as const;

/** No page is read while the event loop is delayed by more than this: requests come first. */
const MAX_LATE_MS = 200;
const LATE_PAUSE_MS = 500;

const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const PAUSE_AFTER_FULL_MS = 100;

/**
 * Returns the pause of a webhook after a step, in milliseconds: a second for each of the agent's `steps` in its current minute, at
 * most 30. So items that come together are sent together, and an agent that receives much is called less often, with more items.
 * After a full page the pause is short: a longer one would only delay the rest, and agents share the reads.
 */
export const pauseAfter = (steps: number, { hasMore }: { readonly hasMore: boolean }): number =>
  hasMore ? PAUSE_AFTER_FULL_MS : Math.min(PAUSE_MS * steps, MAX_PAUSE_MS);

/** How long `close` waits for running calls. Calls that have not ended by then are repeated later. */
const CLOSE_MS = 2_000;

interface Options {
  readonly board: Board;
  readonly readFor: Gateway['readFor'];
  readonly log: Logger;
  readonly eventLoop: EventLoopMonitor;
}

/** The current state of the dispatcher, and its totals since the start. */
export interface WebhookUsage {
  /** Webhooks that wait, are called, or pause after a call. */
  readonly scheduled: number;
  readonly calls: { readonly running: number; readonly waiting: number };
  readonly delivered: number;
  readonly failed: number;
}

/** Calls the webhooks that are due, until it is closed. */
export class WebhookDispatcher {
  readonly #options: Options;
  readonly #search: DueSearch;
  readonly #agents = new FairQueue(AGENT_QUEUE);
  readonly #openCalls = new OpenCalls();
  /** Webhooks that wait, are called, or pause after a call. */
  readonly #scheduledWebhooks = new Set<string>();
  /** Scheduled webhooks that have become due again. */
  readonly #webhooksDueAgain = new Set<string>();
  readonly #runningSteps = new Set<Promise<void>>();
  /** Steps of each agent in its current minute, without steps that left more to send. The first step begins the minute. */
  readonly #steps = new LRUCache<string, number>({
    ...maxEntries(MAX_WAITING),
    ttl: MINUTE_MS,
    noUpdateTTL: true,
  });
  readonly #reads = new FairQueue(READ_QUEUE);
  readonly #calls = new FairQueue(CALL_QUEUE);
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #outcomes = { delivered: 0, failed: 0 };
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#search = new DueSearch({
      ...{ board: options.board, scheduled: this.#scheduledWebhooks },
      onDue: (webhook) => this.#add(webhook),
      onError: (error) => this.#logError(error),
    });
  }

  get usage(): WebhookUsage {
    const { running, waiting } = this.#calls;
    return { scheduled: this.#scheduledWebhooks.size, calls: { running, waiting }, ...this.#outcomes };
  }

  /** Starts to call webhooks, unless WEBHOOKS is off. */
  start(): void {
    if (this.#options.board.settings.webhooks !== 'off') this.#search.start();
  }

  /** For tests: calls the due webhooks among the first 500, and those with pending pages, until no call leaves more to send. */
  async run(): Promise<void> {
    const { database, clock } = this.#options.board;
    for (let isDelivering = true; isDelivering;) {
      const { due: dueWebhooks } = await searchWebhooks(database, clock.now(), null);
      const pendingWebhooks = await findPendingWebhooks(database, clock.now());
      const results = await Promise.all(
        [...pendingWebhooks, ...dueWebhooks].map((webhook) => this.#step(webhook)),
      );
      isDelivering = results.some(({ isDue }) => isDue);
    }
  }

  /** Makes no further calls. Resolves when the running calls have ended, at the latest after `CLOSE_MS`. Idempotent. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#search.close();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.race([Promise.allSettled(this.#runningSteps), pause(CLOSE_MS, undefined, { ref: false })]);
  }

  #add(due: DueWebhook): void {
    if (this.#isClosed) return;
    if (this.#scheduledWebhooks.has(due.id)) {
      this.#webhooksDueAgain.add(due.id);
      return;
    }
    this.#scheduledWebhooks.add(due.id);
    const step = this.#agents
      .run(due.handle, () => this.#step(due))
      .catch((error: unknown) => this.#toResult(error))
      .then((result) => {
        this.#runningSteps.delete(step);
        this.#pause(due, result);
      });
    this.#runningSteps.add(step);
  }

  /** Passes the webhook to the search after a pause if there is more to send by then. */
  #pause(due: DueWebhook, { isDue, nextAttempt }: StepResult): void {
    const steps = (this.#steps.get(due.handle) ?? 0) + (isDue ? 0 : 1);
    this.#steps.set(due.handle, steps);
    const msUntilNext = (nextAttempt?.getTime() ?? 0) - this.#options.board.clock.now().getTime();
    // Later attempts are found by the search of each minute.
    const isNextSoon = nextAttempt !== null && msUntilNext < MINUTE_MS;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#scheduledWebhooks.delete(due.id);
        const isDueAgain = this.#webhooksDueAgain.delete(due.id);
        if (isDue || isNextSoon || isDueAgain) this.#search.scheduleAgain(due);
      },
      Math.max(pauseAfter(steps, { hasMore: isDue }), isNextSoon ? msUntilNext : 0),
    ).unref();
    this.#timers.add(timer);
  }

  /** Sends the next page of a webhook, unless another process has leased it. */
  async #step({ id, handle }: DueWebhook): Promise<StepResult> {
    const taken = await this.#read(handle, () => this.#takePage(id));
    if (!taken) return this.#tryLater(id);
    const { webhook, page, hasMore } = taken;
    if (!page) return { ...IDLE, isDue: hasMore };
    const send = (signal: AbortSignal) => deliver(this.#options.board, webhook, { ...page, signal });
    try {
      const result = await this.#calls.run(handle, () => this.#openCalls.run(send));
      if (result.outcome) this.#outcomes[result.outcome] += 1;
      return result;
    } catch (error) {
      // The page is stored, and sent as soon as a slot is free.
      if (error instanceof BusyError) await releaseWebhook(this.#options.board.database, webhook);
      throw error;
    }
  }

  /**
   * Queues a read. It begins when the event loop is not late. After the read, its slot stays taken for the same time again, so that
   * half of the time is left for requests.
   */
  async #read<Result>(handle: string, read: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const readAndRest = async (): Promise<void> => {
      await this.#waitWhileLate();
      const start = performance.now();
      await read().then(resolve, reject);
      await pause(performance.now() - start, undefined, { ref: false });
    };
    this.#reads.run(handle, readAndRest).catch(reject);
    return promise;
  }

  /** Waits while the event loop is late. */
  async #waitWhileLate(): Promise<void> {
    const { eventLoop } = this.#options;
    while (eventLoop.delayMs() > MAX_LATE_MS && !this.#isClosed)
      await pause(LATE_PAUSE_MS, undefined, { ref: false });
  }

  /** Plans another attempt if a process has leased the webhook: that process may have read its page before the latest item. */
  async #tryLater(id: string): Promise<StepResult> {
    const { database, clock } = this.#options.board;
    const now = clock.now();
    return { ...IDLE, nextAttempt: (await hasLease(database, id, now)) ? now : null };
  }

  /** Leases a webhook and reads its next page. Without a page, the webhook is released. */
  async #takePage(id: string) {
    const { board, readFor } = this.#options;
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

  /** The result of a step with an error. The search of each minute finds the webhook again. */
  #toResult(error: unknown): StepResult {
    if (error instanceof BusyError) return { ...IDLE, isDue: true };
    this.#logError(error);
    return IDLE;
  }

  #logError(error: unknown): void {
    if (!this.#isClosed) this.#options.log.warn({ err: error }, 'calling webhooks failed');
  }
}
