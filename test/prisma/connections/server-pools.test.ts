// The pools of a server: their usage, the reads on them, and the readiness check.
import type { Pool } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import { createServerReads } from '../../../prisma/connections/server-reads.ts';
import { createReadinessCheck, DiskSpace } from '../../../prisma/readiness.ts';
import { usageOf } from '../../../prisma/usage.ts';

afterEach(() => void vi.useRealTimers());

const createPool = (members: object = {}) =>
  ({ totalCount: 7, idleCount: 4, waitingCount: 2, options: { max: 8 }, ...members }) as unknown as Pool;

test('the usage of a pool counts the requests that wait for a connection and those in the queue as waiting', () => {
  expect(usageOf('read', createPool(), { waiting: 5 })).toEqual({
    pool: 'read',
    max: 8,
    used: 3,
    idle: 4,
    waiting: 7,
  });
});

describe('the reads of a server', () => {
  /** Opens reads whose statements run until `endAll` is called. `begun` has the pool and the planning of each started statement. */
  function open() {
    const [pool, expensive] = [
      createPool({ name: 'read' }),
      createPool({ name: 'expensive', options: { max: 4 } }),
    ];
    const begun: unknown[] = [];
    const ends: (() => void)[] = [];
    const reads = createServerReads({ pool, expensive }, (target) => ({
      rows: (_statement, planning) => {
        begun.push([(target as unknown as { name: string }).name, planning]);
        return new Promise<never[]>((resolve) => ends.push(() => resolve([])));
      },
    }));
    return { reads, begun, endAll: () => ends.splice(0).forEach((end) => end()) };
  }
  const NONE = {} as never;

  test('run on the pool of their kind, and are planned as requested', async () => {
    const { reads, begun, endAll } = open();

    void reads.rows(NONE, 'prepared');
    void reads.expensiveRows(NONE, 'ada', 'unprepared');
    await Promise.resolve();
    endAll();

    expect(begun).toEqual([
      ['read', 'prepared'],
      ['expensive', 'unprepared'],
    ]);
  });

  test('of one caller take at most half of the connections for reads, and all but one of the connections for expensive reads', async () => {
    // Requests that still wait at the end of the test must not fail after it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { reads } = open();
    let turns = 0;
    for (let i = 0; i < 6; i++) {
      void reads.takeTurn('ada', () => new Promise(() => (turns += 1)));
      void reads.expensiveRows(NONE, 'ada');
    }
    await Promise.resolve();

    const waiting = reads.usage().map((usage) => [usage.pool, usage.waiting - 2]);

    expect([turns, waiting]).toEqual([
      4,
      [
        ['read', 2],
        ['expensive', 3],
      ],
    ]);
  });

  test('that are expensive are not run if the requests for the rows have ended before the reads get their turn', async () => {
    const { reads, begun } = open();

    await expect(reads.expensiveRows(NONE, 'ada', undefined, () => false)).rejects.toThrow(BusyError);
    expect(begun).toEqual([]);
  });

  test.each([
    ['takeTurn', 5_000],
    ['expensiveRows', 3_000],
  ] as const)('are refused when they have waited for the maximum time: %s', async (kind, maxWaitMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { reads } = open();
    const run = () =>
      kind === 'takeTurn'
        ? reads.takeTurn('ada', () => new Promise(() => undefined))
        : reads.expensiveRows(NONE, 'ada');
    for (let i = 0; i < 4; i++) run().catch(() => undefined);
    let outcome = 'waits';
    run().catch((error: unknown) => (outcome = (error as Error).constructor.name));

    await vi.advanceTimersByTimeAsync(maxWaitMs - 1);
    const before = outcome;
    await vi.advanceTimersByTimeAsync(1);

    expect([before, outcome]).toEqual(['waits', 'BusyError']);
  });
});

describe('a server', () => {
  /** Opens a readiness check. `failures` has errors by a word: a statement that contains the word fails with its error. */
  function openCheck(failures: Readonly<Record<string, Error>>, isStuck = false) {
    const sent: string[] = [];
    const query = (text: string) => {
      const [word = '', failure] = Object.entries(failures).find(([each]) => text.includes(each)) ?? [];
      sent.push(/delete|temporary/.exec(text)?.[0] ?? word);
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    const diskSpace = new DiskSpace();
    const check = createReadinessCheck({ query } as unknown as Pool, { isStuck: () => isStuck, diskSpace });
    const outcome = () =>
      check().then(
        () => 'ready',
        (error: unknown) => (error as Error).message,
      );
    return { sent, diskSpace, outcome };
  }
  const full = Object.assign(new Error('full'), {
    meta: { driverAdapterError: { cause: { originalCode: '53100' } } },
  });

  test('is checked for space only after a write has failed for lack of space, and until there is space again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { sent, diskSpace, outcome } = openCheck({});
    const outcomes = [];
    for (const error of [new Error('another'), full, undefined]) {
      if (error) diskSpace.record(error);
      outcomes.push(await outcome());
      vi.advanceTimersByTime(1_000);
    }

    expect([outcomes, sent]).toEqual([
      ['ready', 'ready', 'ready'],
      ['delete', 'delete', 'temporary', 'delete'],
    ]);
  });

  test.each([
    ['full', full],
    ['ready', new Error('permission denied to create temporary tables')],
  ])(
    'whose disk was full counts as %s after its check for space has failed with “%s”',
    async (expected, failure) => {
      const { diskSpace, outcome } = openCheck({ temporary: failure });
      diskSpace.record(full);

      expect(await outcome()).toBe(expected);
      expect(diskSpace.isFull).toBe(expected === 'full');
    },
  );

  test('whose transactions do not end is not ready, and is not checked', async () => {
    const { sent, outcome } = openCheck({}, true);

    expect([await outcome(), sent]).toEqual(['', []]);
  });
});
