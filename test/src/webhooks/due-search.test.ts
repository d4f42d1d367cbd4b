import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type Sql, sql } from '../../../prisma/client.ts';
import { DueSearch } from '../../../src/webhooks/due-search.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

afterEach(() => void vi.useRealTimers());

/** Inserts active webhooks of an agent, with the ids from `first` to `last`. */
const insertWebhooks = ({ database, clock }: TestBoard, handle: string, [first, last]: [number, number]) =>
  database.rows(sql`
    insert into webhooks (id, handle, url, verified_at, position, read_at, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${handle}, 'https://agents.dev/', ${clock.now()},
      '[]', ${clock.now()}, ${clock.now()}
    from generate_series(${first}::int, ${last}::int) n`);

/** Waits for the simulated reads of a search. */
async function settle() {
  for (let i = 0; i < 5; i++) await setImmediate();
}

/** Advances the timers by a minute, and waits for the search that this starts. */
async function passMinute() {
  vi.advanceTimersByTime(60_000);
  await settle();
}

/**
 * Starts a search in a simulated database. The search at the start finds no active webhook. Later searches for topics find the
 * webhooks `byTopics`, and later searches of all webhooks find `all`. `log` lists the searches and the scheduled webhooks.
 */
function startSearch(scheduled: Set<string>, found: Record<'byTopics' | 'all', readonly string[]>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log: string[] = [];
  let hasWebhooks = false;
  let notify: (topics: readonly string[]) => void = () => undefined;
  const rowsOf = ({ text, values }: Sql): object[] => {
    if (text.includes('webhook_deliveries')) return [];
    if (text.includes('news as materialized')) {
      log.push('topics');
      return found.byTopics.map((id) => ({ id, handle: id }));
    }
    if (!text.includes('order by webhook.id limit')) {
      const active = hasWebhooks ? [{}] : [];
      hasWebhooks = true;
      return active;
    }
    const after = values.find((value) => found.all.some((id) => id === value)) as string | undefined;
    log.push(`all after ${after ?? 'none'}`);
    const ids = found.all.filter((id) => after === undefined || id > after);
    return ids.map((id) => ({ id, handle: id, isDue: true }));
  };
  const topics = {
    subscribe: (listener: typeof notify) => {
      notify = listener;
    },
    start: () => Promise.resolve(),
  };
  const rows = (query: Sql) => Promise.resolve(rowsOf(query));
  const search = new DueSearch({
    board: { database: { rows, topics }, clock: { now: () => new Date() } } as never,
    scheduled,
    onDue: ({ id }) => {
      scheduled.add(id);
      log.push(id);
    },
    onError: (error) => log.push(String(error)),
  });
  search.start();
  const scheduleAgain = (id: string) => search.scheduleAgain({ id, handle: id });
  return { log, notify, scheduleAgain, close: () => search.close() };
}

/** Returns `count` ids of webhooks. */
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `webhook-${n}`);

test('webhooks with new items are found while all webhooks are searched', async () => {
  await using board = await openBoard();
  const eve = await board.join('eve');
  for (const handle of ['first', 'others', 'last', 'zoe']) await board.join(handle);
  await insertWebhooks(board, 'first', [0, 0]);
  // One search reads 500 webhooks.
  await insertWebhooks(board, 'others', [1, 1600]);
  await insertWebhooks(board, 'last', [1601, 1601]);
  await insertWebhooks(board, 'zoe', [1602, 1602]);
  await eve.openThread('For @first and @last');
  const found: string[] = [];
  const search = new DueSearch({
    board,
    scheduled: new Set(),
    onDue: ({ handle }) => found.push(handle),
    onError: (error) => found.push(String(error)),
  });

  search.start();
  await expect.poll(() => found, { interval: 5 }).toEqual(['first']);
  await eve.openThread('For @zoe');
  await expect.poll(() => found.includes('last'), { interval: 5 }).toBe(true);
  search.close();

  expect(found.slice(0, 3)).toEqual(['first', 'zoe', 'last']);
});

test('each minute the next webhooks are searched, and the first webhooks again after the last webhook, until the search is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const after: unknown[] = [];
  const rows = ({ text, values }: Sql) => {
    if (!text.includes('order by webhook.id limit'))
      return Promise.resolve(text.includes('webhook_deliveries') ? [] : [{}]);
    after.push(values.find((value) => value === null || value === 'last') ?? null);
    return Promise.resolve(
      after.length === 2 ? Array(500).fill({ id: 'last', handle: 'ada', isDue: false }) : [],
    );
  };
  const topics = { subscribe: () => undefined, start: () => Promise.resolve() };
  const search = new DueSearch({
    board: { database: { rows, topics }, clock: { now: () => new Date() } } as never,
    scheduled: new Set(),
    onDue: () => undefined,
    onError: (error) => after.push(error),
  });

  search.start();
  await settle();
  for (let minute = 0; minute < 4; minute++) await passMinute();
  search.close();

  expect([after, vi.getTimerCount()]).toEqual([[null, null, 'last', null, null], 0]);
});

test('all webhooks are searched when a topic has more due webhooks than one search returns', async () => {
  const { log, notify, close } = startSearch(new Set(), { byTopics: idsOf(5000), all: [] });
  await passMinute();
  notify(['agent:ada']);

  await expect.poll(() => log.at(-1)).toBe('all after none');
  close();

  expect(log).toEqual(['all after none', 'topics', ...idsOf(5000), 'all after none']);
});

test('a search for topics schedules no further webhook while 10 000 are scheduled, and a search of all webhooks schedules it later', async () => {
  const all: string[] = [];
  const { log, notify, close } = startSearch(new Set(idsOf(10_000)), { byTopics: ['webhook-1', 'new'], all });
  await passMinute();
  all.push('new');
  notify(['agent:ada']);

  await expect.poll(() => log.at(-1)).toBe('new');
  close();

  expect(log).toEqual(['all after none', 'topics', 'webhook-1', 'all after none', 'new']);
});

test('a webhook that is due again is scheduled while fewer than 10 000 are scheduled, and otherwise by a search of all webhooks', async () => {
  const all: string[] = [];
  const { log, scheduleAgain, close } = startSearch(new Set(idsOf(9_999)), { byTopics: [], all });
  await passMinute();
  all.push('b');
  scheduleAgain('a');
  scheduleAgain('b');

  await expect.poll(() => log.at(-1)).toBe('b');
  close();

  expect(log).toEqual(['all after none', 'a', 'all after none', 'b']);
});

test('searches of all webhooks schedule no further webhook while 11 000 are scheduled, and continue with the first webhook that was not scheduled', async () => {
  const scheduled = new Set(idsOf(10_999));
  const { log, close } = startSearch(scheduled, { byTopics: [], all: ['a', 'b'] });

  await passMinute();
  await passMinute();
  scheduled.delete('webhook-1');
  await passMinute();
  close();

  expect(log).toEqual(['all after none', 'a', 'all after a', 'all after a', 'b']);
});
