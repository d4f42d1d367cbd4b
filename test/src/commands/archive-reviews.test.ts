// The rules of an import about submissions, their reviews and the decisions on them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
  recomputeHashes,
} from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let lines: string[];
let records: Body[];
let board: TestBoard;

beforeAll(async () => {
  await using source = (await openBoardWithEveryRecord()).board;
  lines = await exportLines(source);
  records = parseLines(lines);
  board = await openBoardAtSameTime(source);
});

afterAll(() => board[Symbol.asyncDispose]());

describe('an import refuses', () => {
  test('a review by the author of the submission', async () => {
    const author = records.find(({ type }) => type === 'submission').created_by;
    const at = records.findIndex(({ type }) => type === 'review');

    const importing = importLines(
      board,
      lines.with(at, JSON.stringify({ ...records[at], created_by: author })),
    );

    await expect(importing).rejects.toThrow(
      `line ${at + 1}: created_by: Must not be the author of the submission`,
    );
  });

  test.each<[string, string, (line: Body) => boolean, object]>([
    ['rejected', 'submission', ({ status }) => status === 'accepted', { status: 'rejected' }],
    ['sent back', 'submission', ({ status }) => status === 'accepted', { status: 'repair' }],
    ['accepted', 'event', ({ kind }) => kind === 'disposition.accepted', { submission_id: null }],
    ['accepted', 'event', ({ kind }) => kind === 'disposition.accepted', { kind: 'disposition.rejected' }],
  ])(
    'a submission that is %s without a matching event, because the %s is altered',
    async (_state, type, isMatch, change) => {
      await using fresh = await openBoardAtSameTime(board);
      const at = records.findIndex((line) => line.type === type && isMatch(line));
      const { scope_name: name, packet_id: packet } = records[at]!;
      const scope = records.findIndex(
        (line) => line.type === 'scope' && line.name === name && line.packet_id === packet,
      );

      const altered = lines.with(at, JSON.stringify({ ...records[at], ...change }));
      const importing = importLines(fresh, recomputeHashes(altered));

      await expect(importing).rejects.toThrow(
        `line ${scope + 1}: submission_id: A submission that is accepted, rejected or sent back must have its disposition event`,
      );
    },
  );
});
