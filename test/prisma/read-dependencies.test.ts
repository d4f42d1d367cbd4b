// What a computation of a response reads: the rows on which it depends, and the server.
import { describe, expect, test } from 'vitest';
import { rowKey, type ChangeKey, type RowDependency } from '../../prisma/change-keys.ts';
import type { ReadTarget } from '../../prisma/database.ts';
import {
  bindToComputation,
  collectDependencies,
  currentTarget,
  dependOn,
  dependOnRows,
  leaveStandby,
  readForSeveral,
  readOn,
  readOnPrimary,
} from '../../prisma/read-dependencies.ts';
import { isInSnapshot, isPartialRead, readSnapshot } from '../../prisma/replicas/snapshot.ts';
import { sql } from '../../prisma/sql.ts';
import { openTestDatabase } from '../support/database/database.ts';

function createDependencies() {
  const added: unknown[] = [];
  return {
    added,
    add: (key: ChangeKey) => void added.push(key),
    addEverything: () => void added.push('everything'),
    beginRead: () => {
      added.push('begin');
      return (dependencies: readonly RowDependency[]) => void added.push(dependencies);
    },
  };
}

const createTarget = (snapshot: string | null = '5:5:') =>
  ({ reads: {}, snapshot, isRetired: false }) as unknown as ReadTarget & { isRetired: boolean };

describe('a computation', () => {
  test('collects the keys of its reads, without the keys of reads for several computations and of reads outside', () => {
    const dependencies = createDependencies();

    const bound = collectDependencies(dependencies, () => {
      dependOn(['facts', rowKey('a')]);
      dependOn('everything');
      readForSeveral(() => dependOn(['posts']));
      return bindToComputation(() => dependOn(['threads']));
    });
    dependOn(['reports']);
    bound();

    expect(dependencies.added).toEqual(['facts', 'a', 'everything', 'threads']);
  });

  test('begins a read before the rows are known, and ends it with the keys that they determine', async () => {
    const dependencies = createDependencies();
    const read = () => {
      dependencies.added.push('read');
      return Promise.resolve([1]);
    };

    const rows = await collectDependencies(dependencies, () => dependOnRows(read, () => [rowKey('a')]));

    expect([rows, dependencies.added]).toEqual([[1], ['begin', 'read', ['a']]]);
    expect(
      await dependOnRows(
        () => Promise.resolve(2),
        () => [],
      ),
    ).toBe(2);
  });

  test('depends on everything after a read that fails, and ends the read', async () => {
    const dependencies = createDependencies();
    const read = () => Promise.reject(new Error('too busy'));

    const reading = collectDependencies(dependencies, () => dependOnRows(read, () => [rowKey('a')]));

    await expect(reading).rejects.toThrow('too busy');
    expect(dependencies.added).toEqual(['begin', 'everything', []]);
  });

  test('depends on everything if it reads without a loader', async () => {
    await using database = await openTestDatabase();
    const reads: readonly (() => Promise<unknown>)[] = [
      () => database.rows(sql`select 1`),
      () => database.expensiveRows(sql`select 1`, 'ada'),
      () => database.prisma(),
    ];

    const found = [];
    for (const read of reads) {
      const dependencies = createDependencies();
      await collectDependencies(dependencies, read);
      found.push(dependencies.added);
    }

    expect(found).toEqual(reads.map(() => ['everything']));
  });

  test('reads on its standby, also while its dependencies are collected, until the computation leaves the standby or the target is retired', () => {
    const target = createTarget();
    const targets = readOn(target, () => {
      const inside = collectDependencies(createDependencies(), currentTarget);
      const ofBatch = readForSeveral(currentTarget);
      const onPrimary = readOnPrimary(currentTarget);
      const back = currentTarget();
      leaveStandby();
      return [inside, ofBatch, onPrimary, back, currentTarget()];
    });
    const retired = readOn(target, () => {
      target.isRetired = true;
      return currentTarget();
    });

    expect(targets).toEqual([target, target, null, target, null]);
    expect([retired, readOn(null, currentTarget), currentTarget()]).toEqual([null, null, null]);
  });
});

describe('the snapshot of a read', () => {
  const texts = () => [readSnapshot().text, isPartialRead().text, isInSnapshot(sql`t`, sql`s`).text];

  test('on the primary is the snapshot of the statement, which has all rows', () => {
    const [snapshot, isPartial, isIn] = texts();

    expect(snapshot).toContain('pg_current_snapshot()');
    expect([isPartial, isIn]).toEqual(['pg_is_in_recovery()', 'true']);
  });

  test('on a standby is the snapshot of the primary up to which the standby has replayed', () => {
    const [snapshot, isPartial, isIn] = readOn(createTarget(), texts);

    expect([snapshot, isPartial]).toEqual(['$1::text', 'false']);
    expect(readOn(createTarget(), readSnapshot).values).toEqual(['5:5:']);
    expect(isIn).toMatch(/^\(pg_visible_in_snapshot\(t\.xid, s::pg_snapshot\) or t\.xid >= pg_snapshot_xmax/);
  });

  test('on a standby without a primary is the snapshot of the standby, which may lack rows', () => {
    const [snapshot, isPartial] = readOn(createTarget(null), texts);

    expect(snapshot).toContain('pg_snapshot_xmin(own)');
    expect(isPartial).toBe('pg_is_in_recovery()');
  });
});

describe('a computation on a standby', () => {
  test.each(['transaction', 'longTransaction', 'groupCommit'] as const)(
    'reads on the primary as soon as the computation has begun a write: %s',
    async (write) => {
      await using database = await openTestDatabase();
      const target = createTarget();

      const targets = await readOn(target, async () => {
        const before = currentTarget();
        const during = await database[write](() => Promise.resolve(currentTarget()));
        return [before, during, currentTarget()];
      });

      expect(targets).toEqual([target, null, null]);
    },
  );
});
