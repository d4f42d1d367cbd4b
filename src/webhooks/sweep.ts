// Searches of all webhooks: a topic can be lost, and a search for topics can find more webhooks than may be scheduled.
import { setTimeout as pause } from 'node:timers/promises';
import type { Board } from '../../schema/context.ts';
import {
  type DueWebhook,
  findPendingWebhooks,
  hasActiveWebhooks,
  searchWebhooks,
} from '../../schema/webhooks/due.ts';

/** The pause between two searches is this many times as long as the search took, from `PAUSE_MS` to `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 4;
const PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;

/** Pause after a search of all webhooks if there are webhooks, or if it failed, and while it may schedule no further webhook. */
const SWEEP_INTERVAL_MS = 10_000;

/**
 * A search schedules further webhooks only while fewer than this many are scheduled. Searches for pending pages and
 * searches of all webhooks may schedule more than searches for topics, so they reach every webhook even while new topics arrive all
 * the time. The maximum for topics also applies to webhooks that are scheduled again after a step (`DueSearch.scheduleAgain`).
 */
const MAX_SCHEDULED = { topics: 10_000, pending: 10_500, all: 11_000 } as const;

/** The dependencies of the searches for due webhooks. */
export interface SearchOptions {
  readonly board: Pick<Board, 'database' | 'clock'>;
  /** Ids of the webhooks that wait, are called, or pause after a call in this process. */
  readonly scheduled: ReadonlySet<string>;
  /** Adds a webhook to `scheduled`. A webhook that is scheduled already is called once more. */
  readonly onDue: (webhook: DueWebhook) => void;
  readonly onError: (error: unknown) => void;
}

/** Pauses after a search that began at this time of `performance.now`. */
export async function pauseAfterSearch(start: number): Promise<void> {
  const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - start));
  await pause(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { ref: false });
}

/** Schedules due webhooks up to the maximum of this kind of search. Returns the webhooks that are left. */
export function scheduleDue(
  { scheduled, onDue }: Pick<SearchOptions, 'scheduled' | 'onDue'>,
  due: readonly DueWebhook[],
  search: keyof typeof MAX_SCHEDULED,
): readonly DueWebhook[] {
  const left: DueWebhook[] = [];
  for (const webhook of due) {
    if (scheduled.has(webhook.id) || scheduled.size < MAX_SCHEDULED[search]) onDue(webhook);
    else left.push(webhook);
  }
  return left;
}

/** The result of a search of 500 webhooks. */
interface Batch {
  /** The id up to which all due webhooks are scheduled; null before the first webhook, and after the last one. */
  readonly last: string | null;
  /** Whether a due webhook after `last` could not be scheduled. */
  readonly isFull: boolean;
}

/** Searches all webhooks, or the next 500, for due webhooks, and for webhooks with pending pages. */
export class Sweep {
  readonly #options: SearchOptions;
  /** The id up to which the searches of each minute have come; null to begin again. */
  #lastSearchedId: string | null = null;
  #isSearchingAll = false;
  #mustSearchAgain = false;
  #hasWebhooks = false;
  #isClosed = false;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** Whether there was an active webhook at the last search. */
  get hasWebhooks(): boolean {
    return this.#hasWebhooks;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Searches the 500 webhooks after those of the previous call. */
  async searchNext(): Promise<void> {
    await this.#guard(async () => {
      const hasWebhooks = await this.#findPending();
      this.#lastSearchedId = hasWebhooks ? (await this.#searchBatch(this.#lastSearchedId)).last : null;
    });
  }

  /** Searches all webhooks. If a search of all webhooks is running, another one follows `SWEEP_INTERVAL_MS` after its end. */
  async searchAll(): Promise<void> {
    this.#mustSearchAgain = true;
    if (this.#isSearchingAll) return;
    this.#isSearchingAll = true;
    while (this.#mustSearchAgain && !this.#isClosed) {
      this.#mustSearchAgain = false;
      const isDone = await this.#guard(() => this.#searchFromStart());
      this.#mustSearchAgain ||= !isDone;
      const pauseMs = isDone && !this.#hasWebhooks ? PAUSE_MS : SWEEP_INTERVAL_MS;
      await pause(pauseMs, undefined, { ref: false });
    }
    this.#isSearchingAll = false;
  }

  /** Searches all webhooks by id. While a due webhook cannot be scheduled, the search waits, so that no id is left out. */
  async #searchFromStart(): Promise<void> {
    if (!(await this.#findPending())) return;
    let batch: Batch = { last: null, isFull: false };
    do {
      const start = performance.now();
      batch = await this.#searchBatch(batch.last);
      if (batch.isFull) await pause(SWEEP_INTERVAL_MS, undefined, { ref: false });
      else if (batch.last !== null) await pauseAfterSearch(start);
    } while ((batch.isFull || batch.last !== null) && !this.#isClosed);
  }

  /** Finds webhooks with pending pages. Returns whether there are webhooks. Listens to other processes once there is one. */
  async #findPending(): Promise<boolean> {
    const { database, clock } = this.#options.board;
    this.#hasWebhooks = await hasActiveWebhooks(database);
    if (!this.#hasWebhooks) return false;
    await database.topics.start();
    // The search of the next minute finds the webhooks that are left.
    scheduleDue(this.#options, await findPendingWebhooks(database, clock.now()), 'pending');
    return true;
  }

  /** Finds due webhooks among the 500 after this id. */
  async #searchBatch(after: string | null): Promise<Batch> {
    const { database, clock } = this.#options.board;
    const { due, last } = await searchWebhooks(database, clock.now(), after);
    const [firstLeft] = scheduleDue(this.#options, due, 'all');
    if (!firstLeft) return { last, isFull: false };
    return { last: due[due.indexOf(firstLeft) - 1]?.id ?? after, isFull: true };
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
