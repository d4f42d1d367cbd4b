import { afterEach, expect, test, vi } from 'vitest';
import { BusyError, FairQueue, type Sql } from '../../../prisma/client.ts';
import { WebhookDispatcher } from '../../../src/webhooks/dispatcher.ts';
import { DueSearch } from '../../../src/webhooks/due-search.ts';

afterEach(() => void vi.restoreAllMocks());

/** Opens a dispatcher whose database returns `rowsOf` the text of a statement. `delayMs` is the delay of its event loop. */
function openDispatcher(rowsOf: (text: string) => object[], delayMs = () => 0) {
  const database = {
    rows: ({ text }: Sql) => Promise.resolve(rowsOf(text)),
    topics: { subscribe: () => undefined, start: () => Promise.resolve() },
  };
  const errors: unknown[] = [];
  const dispatcher = new WebhookDispatcher({
    board: { database, clock: { now: () => new Date() }, settings: { webhooks: 'on' } },
    log: { warn: (error: unknown) => errors.push(error) },
    eventLoop: { delayMs },
  } as never);
  return { dispatcher, errors };
}

const ada = { id: 'ada', handle: 'ada' };

/** Starts a dispatcher, and returns the webhooks that it passes to the search after a pause, once there are any. */
async function findScheduledAgain(rowsOf: (text: string) => object[]): Promise<readonly unknown[]> {
  const scheduleAgain = vi.spyOn(DueSearch.prototype, 'scheduleAgain');
  const { dispatcher, errors } = openDispatcher(rowsOf);
  dispatcher.start();
  await expect.poll(() => scheduleAgain.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const webhooks = scheduleAgain.mock.calls.map(([webhook]) => webhook);
  await dispatcher.close();
  expect(errors).toEqual([]);
  return webhooks;
}

test('the time that a read waits for the event loop does not lengthen the pause after the read', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // Four pages are read at once. Each of the first four reads waits while the event loop is late, and ten minutes pass.
  let lateReads = 4;
  const delayMs = () => {
    if (lateReads === 0) return 0;
    lateReads -= 1;
    now += 600_000;
    return 1_000;
  };
  let reads = 0;
  const rowsOf = (text: string): object[] => {
    if (text.includes('webhook_deliveries'))
      return ['ada', 'bob', 'eve', 'kim', 'zoe'].map((handle) => ({ id: handle, handle }));
    // A read begins with a lease. Here, another process has leased the webhook.
    if (text.includes('set leased_until')) reads += 1;
    return text.includes('select from webhooks where verified_at') ? [{}] : [];
  };
  const { dispatcher, errors } = openDispatcher(rowsOf, delayMs);

  dispatcher.start();

  await expect.poll(() => reads, { timeout: 10_000 }).toBe(5);
  await dispatcher.close();
  expect(errors).toEqual([]);
});

test('a webhook that has become due again is passed after its pause to the search, which limits the scheduled webhooks', async () => {
  // The search for pending pages schedules the webhook, and the search of all webhooks finds it again.
  const rowsOf = (text: string): object[] => {
    if (text.includes('webhook_deliveries')) return [ada];
    if (text.includes('order by webhook.id limit')) return [{ ...ada, isDue: true }];
    return text.includes('select from webhooks where verified_at') ? [{}] : [];
  };

  expect(await findScheduledAgain(rowsOf)).toEqual([ada]);
});

test('a webhook whose next attempt is soon is passed after its pause to the search, which limits the scheduled webhooks', async () => {
  let searches = 0;
  const rowsOf = (text: string): object[] => {
    if (text.includes('webhook_deliveries')) return searches++ === 0 ? [ada] : [];
    // Another process has leased the webhook, so the step plans another attempt.
    if (text.includes('leased_until >')) return [{}];
    return text.includes('select from webhooks where verified_at') ? [{}] : [];
  };

  expect((await findScheduledAgain(rowsOf))[0]).toEqual(ada);
});

test('a webhook that a full queue has refused is passed after its pause to the search, which limits the scheduled webhooks', async () => {
  vi.spyOn(FairQueue.prototype, 'run').mockRejectedValueOnce(new BusyError());
  const rowsOf = (text: string): object[] => {
    if (text.includes('webhook_deliveries')) return [ada];
    return text.includes('select from webhooks where verified_at') ? [{}] : [];
  };

  expect((await findScheduledAgain(rowsOf))[0]).toEqual(ada);
});
