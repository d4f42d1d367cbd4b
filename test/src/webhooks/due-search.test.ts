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
  for (let minute = 0; minute < 4; minute++) {
    for (let i = 0; i < 5; i++) await setImmediate();
    vi.advanceTimersByTime(60_000);
  }
  for (let i = 0; i < 5; i++) await setImmediate();
  search.close();

  expect([after, vi.getTimerCount()]).toEqual([[null, null, 'last', null, null], 0]);
});
