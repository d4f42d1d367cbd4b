// The periodic tasks of a board: when they run, and what they log.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import { startHousekeeping } from '../../../src/background/housekeeping.ts';
import { createLastSeenTracker } from '../../../src/background/last-seen.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { TestClock } from '../../support/board/clock.ts';
import { createLog } from './create-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the tasks of a board', () => {
  /** The text by which each task is recognized: a part of its statement, or `reminders` for a transaction. */
  const TASKS = {
    hourly: /delete from receipts/,
    packets: /work_packets/,
    entries: /where pending/,
    reminders: /^reminders$/,
    positions: /update inboxes/,
    changes: /pg_current_snapshot\(\)::text as snapshot/,
  };

  function open(rows: () => Promise<unknown[]> = () => Promise.resolve([])) {
    const counts: Record<string, number> = {};
    const count = ({ text }: { readonly text: string }) => {
      for (const [name, pattern] of Object.entries(TASKS))
        if (pattern.test(text)) counts[name] = (counts[name] ?? 0) + 1;
      return rows();
    };
    const { lines, log } = createLog();
    const transaction = () => count({ text: 'reminders' });
    const tasks = startHousekeeping({ rows: count, transaction } as unknown as Database, {
      clock: new TestClock(),
      log,
      inboxDays: 90,
    });
    return { tasks, lines, counts };
  }

  const advance = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    for (let i = 0; i < 20; i++) await setImmediate();
  };

  test('run at once, and then every hour, every minute, every half minute, or every ten seconds', async () => {
    const { tasks, counts } = open();
    await advance(0);
    const atOnce = { ...counts };
    // In steps, because a task is not started again while it runs.
    for (let seconds = 0; seconds < 120; seconds += 10) await advance(10_000);
    const afterTwoMinutes = { ...counts };
    await advance(3_600_000 - 120_000);
    tasks.stop();
    await advance(3_600_000);

    expect(atOnce).toEqual({ hourly: 1, changes: 1, entries: 1, packets: 1, positions: 1, reminders: 1 });
    expect(afterTwoMinutes).toEqual({
      hourly: 1,
      changes: 3,
      entries: 13,
      packets: 3,
      positions: 5,
      reminders: 3,
    });
    expect(counts).toMatchObject({ hourly: 2 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are not started again while they run', async () => {
    const { tasks, counts } = open(() => new Promise(() => undefined));
    await advance(60_000);
    await advance(60_000);
    tasks.stop();

    expect(counts).toEqual({ hourly: 1, changes: 1, entries: 1, packets: 1, positions: 1, reminders: 1 });
  });

  test('are logged if they fail, and run again, but failures after the stop are not logged', async () => {
    const { tasks, counts, lines } = open(() => Promise.reject(new Error('no connection')));
    await advance(0);
    const failures = lines.length;
    await advance(60_000);
    tasks.stop();

    expect([failures, lines[0], counts['changes']]).toEqual([
      6,
      ['warn', 'a housekeeping task failed', { err: new Error('no connection') }],
      2,
    ]);
    const stopped = open(() => Promise.reject(new Error('no connection')));
    stopped.tasks.stop();
    await advance(0);
    expect(stopped.lines).toEqual([]);
  });
});

describe('the times at which agents were last seen', () => {
  const start = new Date('2026-01-01T00:00:00Z');
  const agent = (id: string): Viewer => ({ kind: 'agent', agent: { id, lastSeenAt: start } }) as Viewer;
  const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

  test('are stored every second, in the order of the agents’ ids, if they are at least a minute later than the stored times', async () => {
    const stored: unknown[] = [];
    const rows = ({ values }: { readonly values: readonly unknown[] }) =>
      Promise.resolve(void stored.push(values.filter(Array.isArray)));
    const tracker = createLastSeenTracker({ rows } as unknown as Database, createLog().log);
    tracker.touch(agent('c'), after(60_000));
    tracker.touch(agent('a'), after(60_000));
    tracker.touch(agent('b'), after(59_999));
    tracker.touch({ kind: 'anonymous' }, after(99_000));
    tracker.touch(agent('a'), after(61_000));
    vi.advanceTimersByTime(999);
    const before = stored.length;
    vi.advanceTimersByTime(1_001);
    await tracker.close();

    expect([before, stored]).toEqual([
      0,
      [
        [
          ['a', 'c'],
          [after(61_000), after(60_000)],
        ],
      ],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('lead to a line in the log if they cannot be stored, also when the board stops', async () => {
    const { lines, log } = createLog();
    const tracker = createLastSeenTracker(
      { rows: () => Promise.reject(new Error('no')) } as unknown as Database,
      log,
    );
    for (let i = 0; i < 2; i++) {
      tracker.touch(agent('a'), after(60_000));
      if (i === 0) vi.advanceTimersByTime(1_000);
      await setImmediate();
    }
    await tracker.close();

    expect(lines).toEqual(Array(2).fill(['warn', 'last_seen_at not written', { err: new Error('no') }]));
  });
});
