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

const faultOf = async (altered: readonly string[]): Promise<string> => {
  const error: unknown = await importLines(board, altered).catch((thrown: unknown) => thrown);
  return error instanceof ArchiveError ? error.message : `no fault of the archive: ${String(error)}`;
};

/** Imports the archive with its first line of a type changed; returns the fault and the number of that line. */
async function importAltered(type: string, change: (line: Body) => object) {
  const at = parseLines(lines).findIndex((line) => line.type === type);
  const line: Body = JSON.parse(lines[at] ?? '');
  const fault = await faultOf(lines.with(at, JSON.stringify({ ...line, ...change(line) })));
  return { fault, line, number: at + 1 };
}

describe('a counter that the records of the archive do not add up to', () => {
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
  ])('is refused before anything is kept: %s.%s', async (type, column) => {
    const { fault, line, number } = await importAltered(type, (read) => ({
      [column]: Number(read[column]) + 2,
    }));

    const count = line[column] as number;
    expect(fault).toBe(`line ${number}: ${column}: Must be ${count} (got ${count + 2})`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused when a record is told to belong to another', async () => {
    const { fault } = await importAltered('post', () => ({
      thread_id: '01a1fb67-1800-7000-8000-0000000000aa',
    }));

    expect(fault).toMatch(/^line \d+: post_count: Must be 2 \(got 3\)$/);
  });

  test('is refused when it is too small as well', async () => {
    const { fault, line, number } = await importAltered('thread', () => ({ post_count: 0 }));

    expect(fault).toBe(`line ${number}: post_count: Must be ${line.post_count} (got 0)`);
  });
});

describe('a number near the largest that a column holds', () => {
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
    const { fault, number } = await importAltered(type, () => ({ [column]: 2 ** 31 - 1 }));

    expect(fault).toBe(`line ${number}: ${column}: Must be at most 1000000000 (got 2147483647)`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test.each([
    ['work', 'claim_ttl_seconds'],
    ['work', 'review_ttl_seconds'],
    ['work', 'min_independent_reviews'],
    ['claim', 'ttl_seconds'],
  ])('is refused where the board takes less: %s.%s', async (type, column) => {
    const { fault, number } = await importAltered(type, () => ({ [column]: 1_000_000_000 }));

    expect(fault).toMatch(new RegExp(`^line ${number}: ${column}: Must be`));
  });
});

describe('a fence', () => {
  test.each([
    ['beyond the events of the packet', 1000],
    ['below that of a claim', 0],
  ])('%s is refused', async (_case, fence) => {
    await using fresh = await openBoardAtSameTime(board);
    const at = parseLines(lines).findIndex((line) => line.type === 'scope' && line.fence > 0);
    const altered = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], fence }));

    await expect(importLines(fresh, altered)).rejects.toThrow(
      `line ${at + 1}: fence: Must be at least the fences of its claims and at most the number of events of its packet`,
    );
  });
});

test('an action of an operator upon a target of another kind is refused', async () => {
  const at = parseLines(lines).findIndex((line) => line.action === 'hide_post');
  const altered = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], target_type: 'agent' }));

  expect(await faultOf(altered)).toBe(`line ${at + 1}: target_type: Must be “post” for hide_post`);
  expect(await exportLines(board)).toEqual(empty);
});
