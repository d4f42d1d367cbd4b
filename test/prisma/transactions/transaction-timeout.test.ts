// Transactions that take so long that readers of the feed could miss their records.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOutage, sql } from '../../../prisma/client.ts';
import { isConnectionLost, isTimeout } from '../../../prisma/errors.ts';
import { openTestDatabase } from '../../support/database/database.ts';

describe('a transaction that took more than 45 s', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());
  const renameChannel = sql`update channels set title = 'Renamed' where slug = 'general'`;
  const titles = sql`select title from channels where slug = 'general'`;

  test('is rolled back as a timeout', async () => {
    await using database = await openTestDatabase();
    const before = await database.rows(titles);

    const error = await database
      .transaction(async (tx) => {
        await tx.rows(renameChannel);
        vi.advanceTimersByTime(45_001);
      })
      .catch((thrown: unknown) => thrown);

    expect([isOutage(error), isTimeout(error), isConnectionLost(error)]).toEqual([true, true, false]);
    expect(await database.rows(titles)).toEqual(before);
  });

  test('is committed if its timeout is extended', async () => {
    await using database = await openTestDatabase();

    await database.transaction(async (tx) => {
      await tx.extendTimeout(120_000);
      await tx.rows(renameChannel);
      vi.advanceTimersByTime(45_001);
    });

    expect(await database.rows(titles)).toEqual([{ title: 'Renamed' }]);
  });
});
