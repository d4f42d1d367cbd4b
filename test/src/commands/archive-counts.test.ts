import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportLines, importLines, openBoardAtSameTime, parseLines } from '../../support/records/archive.ts';
import { openImportTarget } from '../../support/records/import-target.ts';

let target: Awaited<ReturnType<typeof openImportTarget>>;

beforeAll(async () => {
  target = await openImportTarget();
});

afterAll(() => target.board[Symbol.asyncDispose]());

describe('a counter that differs from the number of records in the archive', () => {
  test.each([
    ['thread', 'post_count'],
    ['inquiry', 'answer_count'],
    ['work', 'events_head'],
    ['scope', 'submissions'],
    ['submission', 'review_count'],
    ['submission', 'independent_review_count'],
    ['fact', 'confirms'],
    ['fact', 'refutes'],
    ['report', 'refutes'],
    ['report', 'stales'],
  ])('is refused before anything is written: %s.%s', async (type, column) => {
    const { message, line, number } = await target.importAltered(type, (read) => ({
      [column]: Number(read[column]) + 2,
    }));

    const count = line[column] as number;
    expect(message).toBe(`line ${number}: ${column}: Must be ${count} (got ${count + 2})`);
    expect(await exportLines(target.board)).toEqual(target.empty);
  });

  test('is refused when a record refers to another parent', async () => {
    const { message } = await target.importAltered('post', () => ({
      thread_id: '01a1fb67-1800-7000-8000-0000000000aa',
    }));

    expect(message).toMatch(/^line \d+: post_count: Must be 2 \(got 3\)$/);
  });

  test('is refused when it is too small', async () => {
    const { message, line, number } = await target.importAltered('thread', () => ({ post_count: 0 }));

    expect(message).toBe(`line ${number}: post_count: Must be ${line.post_count} (got 0)`);
  });
});

describe('a number that is too large', () => {
  test.each([
    ['thread', 'post_count'],
    ['thread', 'version'],
    ['post', 'seq'],
    ['inquiry', 'answer_count'],
    ['answer', 'seq'],
    ['fact', 'independent_operators'],
    ['channel', 'version'],
    ['work', 'events_head'],
    ['work', 'version'],
    ['scope', 'fence'],
    ['claim', 'fence'],
    ['submission', 'seq'],
    ['event', 'seq'],
  ])('is refused: %s.%s', async (type, column) => {
    const { message, number } = await target.importAltered(type, () => ({ [column]: 2 ** 31 - 1 }));

    expect(message).toBe(`line ${number}: ${column}: Must be at most 900000000 (got 2147483647)`);
    expect(await exportLines(target.board)).toEqual(target.empty);
  });

  test.each([
    ['work', 'claim_ttl_seconds'],
    ['work', 'review_ttl_seconds'],
    ['work', 'min_independent_reviews'],
    ['claim', 'ttl_seconds'],
  ])(
    'is refused although the limit for all columns allows it, because the column has a lower limit: %s.%s',
    async (type, column) => {
      const { message, number } = await target.importAltered(type, () => ({ [column]: 900_000_000 }));

      expect(message).toMatch(new RegExp(`^line ${number}: ${column}: Must be`));
    },
  );
});

test('an import counts all records of a type, also if they are not consecutive', async () => {
  await using fresh = await openBoardAtSameTime(target.board);
  await using other = await openBoardAtSameTime(target.board);
  const at = parseLines(target.lines).findLastIndex(({ type }) => type === 'signal');
  const reordered = [
    ...target.lines.toSpliced(at, 1).slice(0, -1),
    target.lines[at] ?? '',
    target.lines.at(-1) ?? '',
  ];

  const counts = await importLines(fresh, reordered);

  expect(counts).toEqual(await importLines(other, target.lines));
  expect(counts['signal']?.added).toBeGreaterThan(1);
});

describe('a fence', () => {
  test.each([
    ['above the number of events of the packet', 1000],
    ['below the fence of a claim', 0],
  ])('%s is refused', async (_case, fence) => {
    await using fresh = await openBoardAtSameTime(target.board);
    const at = parseLines(target.lines).findIndex((line) => line.type === 'scope' && line.fence > 0);
    const alteredLines = target.lines.with(at, JSON.stringify({ ...parseLines(target.lines)[at], fence }));

    await expect(importLines(fresh, alteredLines)).rejects.toThrow(
      `line ${at + 1}: fence: Must be at least the fences of its claims and at most the number of events of its packet`,
    );
  });
});
