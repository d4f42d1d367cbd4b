// Whether a write would succeed now (`/readyz`).
import { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { BusyError, isReadOnly } from '../../prisma/client.ts';
import { createReadinessCheck } from '../../prisma/readiness.ts';
import { openTestDatabase } from '../support/database/database.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('all calls during a check and within a second after it share its result', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await using database = await openTestDatabase();
  const pool = new Pool(database.connection);
  let checks = 0;
  pool.on('acquire', () => (checks += 1));
  const assertReady = createReadinessCheck(pool, () => false);

  await Promise.all(Array.from({ length: 100 }, () => assertReady()));
  vi.advanceTimersByTime(999);
  await assertReady();
  const checksInOneSecond = checks;
  vi.advanceTimersByTime(1);
  await assertReady();

  expect([checksInOneSecond, checks]).toEqual([1, 2]);
  await pool.end();
});

test('a server that refuses writes is not ready', async () => {
  await using database = await openTestDatabase();
  const pool = new Pool({ ...database.connection, options: '-c default_transaction_read_only=on' });

  const error = await catchError(createReadinessCheck(pool, () => false)());

  expect(error).toSatisfy(isReadOnly);
  await pool.end();
});

test('a process whose group commits do not end is not ready until one ends', async () => {
  await using database = await openTestDatabase();
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  let running = 0;
  const runGroup = () =>
    database.groupCommit(() => {
      running += 1;
      return end;
    });
  const groups = [runGroup()];
  await expect.poll(() => running).toBe(1);
  groups.push(runGroup());
  await expect.poll(() => running).toBe(2);
  const now = performance.now.bind(performance);

  const atFirst = await catchError(database.assertReady());
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
  const later = await catchError(database.assertReady());
  clock.mockRestore();
  resolve(undefined);
  await Promise.all(groups);

  expect(atFirst).toBeUndefined();
  expect(later).toBeInstanceOf(BusyError);
  expect(await catchError(database.assertReady())).toBeUndefined();
});
