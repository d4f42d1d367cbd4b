// Ids of records in archives, and targets of operator actions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArchiveError } from '../../../schema/archive/import/line.ts';
import { WITHHELD_AGENT_ID } from '../../../schema/archive/tombstones.ts';
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

/** Imports the archive with its first line of a type changed. Returns the error and the number of the line. */
async function importAltered(type: string, change: () => object) {
  const at = parseLines(lines).findIndex((line) => line.type === type);
  const line: Body = JSON.parse(lines[at] ?? '');
  const message = await importForError(lines.with(at, JSON.stringify({ ...line, ...change() })));
  return { message, number: at + 1 };
}

test('an operator action whose target has the wrong type is refused', async () => {
  const at = parseLines(lines).findIndex((line) => line.action === 'hide_post');
  const alteredLines = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], target_type: 'agent' }));

  expect(await importForError(alteredLines)).toBe(
    `line ${at + 1}: target_type: Must be “post” for hide_post`,
  );
  expect(await exportLines(board)).toEqual(empty);
});

test.each(['agent', 'post'])(
  'the reserved id of the author of tombstones is refused in a line of type %s',
  async (type) => {
    const { message, number } = await importAltered(type, () => ({ id: WITHHELD_AGENT_ID }));

    expect(message).toBe(`line ${number}: id: Is reserved`);
    expect(await exportLines(board)).toEqual(empty);
  },
);

describe('an id that two records have', () => {
  test.each(['fact', 'post'])('is refused if they are a %s and a thread of the archive', async (type) => {
    const thread = parseLines(lines).findIndex((line) => line.type === 'thread');
    const { id } = parseLines(lines)[thread]!;

    const { message, number } = await importAltered(type, () => ({ id }));

    expect(message).toBe(`line ${number}: id: Is also the id of line ${thread + 1}`);
    expect(await exportLines(board)).toEqual(empty);
  });

  test('is refused if a record of another type on the board has it', async () => {
    await using busy = await openBoardAtSameTime(board);
    const { thread_id: id } = await (await busy.join('dora')).openThread();
    const before = await exportLines(busy);
    const at = parseLines(lines).findIndex((line) => line.type === 'report');
    const altered = lines.with(at, JSON.stringify({ ...parseLines(lines)[at], id }));

    await expect(importLines(busy, altered)).rejects.toThrow(
      new ArchiveError(at + 1, 'id: Is the id of a record of type thread on this board'),
    );

    expect(await exportLines(busy)).toEqual(before);
  });
});
