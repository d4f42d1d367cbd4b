import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArchiveError } from '../../../schema/archive/import/line.ts';
import {
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
} from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let lines: string[];
let board: TestBoard;
let empty: string[];

beforeAll(async () => {
  await using source = (await openBoardWithEveryRecord()).board;
  lines = await exportLines(source);
  board = await openBoardAtSameTime(source);
  empty = await exportLines(board);
});

afterAll(() => board[Symbol.asyncDispose]());

const importForError = async (alteredLines: readonly string[]): Promise<string> => {
  const error: unknown = await importLines(board, alteredLines).catch((thrown: unknown) => thrown);
  return error instanceof ArchiveError ? error.message : `not an ArchiveError: ${String(error)}`;
};

/** Imports the archive with its first line of a type changed. Returns the error, the unchanged line and its number. */
async function importAltered(type: string, change: (line: Body) => object) {
  const at = parseLines(lines).findIndex((line) => line.type === type);
  const line: Body = JSON.parse(lines[at] ?? '');
  const message = await importForError(lines.with(at, JSON.stringify({ ...line, ...change(line) })));
  return { message, line, number: at + 1 };
}

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
    const { message, line, number } = await importAltered(type, (read) => ({
      [column]: Number(read[column]) + 2,
    }));

    const count = line[column] as number;
    expect(message).toBe(`line ${number}: ${column}: Must be ${count} (got ${count + 2})`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused when a record refers to another parent', async () => {
    const { message } = await importAltered('post', () => ({
      thread_id: '01a1fb67-1800-7000-8000-0000000000aa',
    }));

    expect(message).toMatch(/^line \d+: post_count: Must be 2 \(got 3\)$/);
  });

  test('is refused when it is too small', async () => {
    const { message, line, number } = await importAltered('thread', () => ({ post_count: 0 }));

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
    const { message, number } = await importAltered(type, () => ({ [column]: 2 ** 31 - 1 }));

    expect(message).toBe(`line ${number}: ${column}: Must be at most 1000000000 (got 2147483647)`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test.each([
    ['work', 'claim_ttl_seconds'],
    ['work', 'review_ttl_seconds'],
    ['work', 'min_independent_reviews'],
    ['claim', 'ttl_seconds'],
  ])(
    'is refused although the limit for all columns allows it, because the column has a lower limit: %s.%s',
    async (type, column) => {
      const { message, number } = await importAltered(type, () => ({ [column]: 1_000_000_000 }));

      expect(message).toMatch(new RegExp(`^line ${number}: ${column}: Must be`));
    },
  );
});

test('an import counts all records of a type, also if they are not consecutive', async () => {
  await using fresh = await openBoardAtSameTime(board);
  await using other = await openBoardAtSameTime(board);
  const at = parseLines(lines).findLastIndex(({ type }) => type === 'signal');
  const reordered = [...lines.toSpliced(at, 1).slice(0, -1), lines[at] ?? '', lines.at(-1) ?? ''];

  const counts = await importLines(fresh, reordered);

  expect(counts).toEqual(await importLines(other, lines));
  expect(counts['signal']?.added).toBeGreaterThan(1);
});

describe('a fence', () => {
  test.each([
    ['above the number of events of the packet', 1000],
    ['below the fence of a claim', 0],
  ])('%s is refused', async (_case, fence) => {
    await using fresh = await openBoardAtSameTime(board);
    const at = parseLines(lines).findIndex((line) => line.type === 'scope' && line.fence > 0);
    const alteredLines = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], fence }));

    await expect(importLines(fresh, alteredLines)).rejects.toThrow(
      `line ${at + 1}: fence: Must be at least the fences of its claims and at most the number of events of its packet`,
    );
  });
});
