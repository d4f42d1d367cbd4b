// On which server reads run, the load of Prisma Client, and the names of standbys.
import { DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReadPools } from '../../../prisma/connections/server-reads.ts';
import type { ReadTarget, Reads, Transaction } from '../../../prisma/database.ts';
import { openDatabase, sql } from '../../../prisma/client.ts';
import { readOn } from '../../../prisma/read-dependencies.ts';
import { createReads } from '../../../prisma/reads.ts';
import { NotReplayedError } from '../../../prisma/replicas/standby.ts';
import { createStandby, openReplicas } from './test-standbys.ts';

describe('a read', () => {
  const serverOf = (name: string, outcome?: Error): Reads =>
    ({ rows: () => (outcome ? Promise.reject(outcome) : Promise.resolve(name)) }) as unknown as Reads;
  const failure = (code: string) => Object.assign(new DatabaseError('failed', 0, 'error'), { code });
  const read = (reads: Reads) => reads.rows({} as never) as Promise<unknown>;
  const catchCode = (error: unknown) => (error as { code?: string }).code ?? String(error);

  test.each<[string, Error, string]>([
    ['whose connection is lost', failure('57P01'), 'primary'],
    ['that writes', failure('25006'), 'primary'],
    ['whose connection leads to another server', new NotReplayedError('no'), 'primary'],
    ['that times out', failure('57014'), '57014'],
    ['with a wrong statement', failure('42601'), '42601'],
  ])(
    '%s on a standby has the outcome “%s”, and retires its target if that is “primary”',
    async (_what, error, expected) => {
      const { replicas } = await openReplicas([createStandby('a')]);
      const target = { reads: serverOf('standby', error), snapshot: '', isRetired: false } as ReadTarget;

      const outcome = await readOn(target, () => replicas.read(serverOf('primary'), read).catch(catchCode));

      expect([outcome, target.isRetired]).toEqual([expected, expected === 'primary']);
      await replicas.close();
    },
  );

  test.each<[string, object, Error | undefined, string, number]>([
    ['runs on the primary', {}, undefined, 'primary', 1],
    ['fails if its statement fails', {}, failure('42601'), '42601', 1],
    ['runs on the primary again if its connection is lost', {}, failure('57P01'), '57P01', 2],
    [
      'runs on a standby if its connection is lost and the primary cannot be reached',
      { check: () => Promise.resolve(false) },
      failure('57P01'),
      'a',
      2,
    ],
    [
      'runs on a standby while the primary cannot be reached',
      { isReachable: false, hasReturned: () => Promise.resolve(false) },
      undefined,
      'a',
      1,
    ],
    [
      'runs on the primary when the primary has returned',
      { isReachable: false, hasReturned: () => Promise.resolve(true) },
      undefined,
      'primary',
      1,
    ],
  ])('that is meant for the primary %s', async (_what, primary, error, expected, attempts) => {
    const standby = createStandby('a', { reads: serverOf('a') });
    const { replicas } = await openReplicas([standby], primary);
    const attempt = vi.fn(read);

    expect(await replicas.read(serverOf('primary', error), attempt).catch(catchCode)).toBe(expected);
    expect(attempt).toHaveBeenCalledTimes(attempts);
    await replicas.close();
  });
});

test('an expensive read that has begun and fails on a standby runs on the primary, even if it is no longer awaited', async () => {
  const { replicas } = await openReplicas([createStandby('a')]);
  const failing = (...[, , , isAwaited]: Parameters<Reads['expensiveRows']>) => {
    isAwaited?.();
    return Promise.reject(Object.assign(new DatabaseError('failed', 0, 'error'), { code: '57P01' }));
  };
  const target = { reads: { expensiveRows: failing }, snapshot: '' } as unknown as ReadTarget;
  const pool = { options: { max: 1 } };
  const statements = { rows: () => Promise.resolve(['primary']) } as unknown as Transaction;
  const reads = createReads({ pool, expensive: pool } as unknown as ReadPools, () => statements, replicas);
  const isAwaited = vi.fn(() => false).mockReturnValueOnce(true);

  const rows = readOn(target, () => reads.expensiveRows(sql`select 1`, 'ada', undefined, isAwaited));

  expect(await rows).toEqual(['primary']);
  await replicas.close();
});

test('Prisma Client that could not be loaded is loaded again when it is next used, and does not keep the database from closing', async () => {
  const load = vi
    .fn(() => Object.prototype)
    .mockImplementationOnce(() => {
      throw new Error('not loaded');
    });
  // The adapter of Prisma Client looks at the class of the pool.
  const pool = new Proxy({ options: { max: 1 } }, { getPrototypeOf: () => load() });
  const pools = { pool, expensive: pool } as unknown as ReadPools;
  const reads = createReads(pools, () => ({}) as Transaction, null);

  await expect(reads.prisma()).rejects.toThrow('not loaded');
  await reads.disconnectPrisma();
  await reads.prisma();

  expect(load).toHaveBeenCalledTimes(2);
});

describe('the name of a standby', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('is the address of its server', async () => {
    const urls = [
      'postgresql://user:secret@db.test/board',
      'postgresql://db.test:6543/board?host=',
      'postgresql:///board?host=/run/a',
      'postgresql://x:7777/board?host=/run/b',
      'postgresql:///board?host=/run/c&port=6543',
    ];
    const database = openDatabase(
      { host: '/nowhere' },
      { replicas: { urls, maxLagMs: 1, onChange: () => undefined } },
    );

    expect(database.usage().replicas.map(({ name }) => name)).toEqual([
      'db.test',
      'db.test:6543',
      '/run/a:5432',
      '/run/b:7777',
      '/run/c:6543',
    ]);
    await database.close();
  });
});
