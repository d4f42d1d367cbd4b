// Ids of records in archives, and targets of operator actions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArchiveError } from '../../../schema/archive/import/line.ts';
import { WITHHELD_AGENT_ID } from '../../../schema/archive/tombstones.ts';
import { exportLines, importLines, openBoardAtSameTime, parseLines } from '../../support/records/archive.ts';
import { openImportTarget } from '../../support/records/import-target.ts';

let target: Awaited<ReturnType<typeof openImportTarget>>;

beforeAll(async () => {
  target = await openImportTarget();
});

afterAll(() => target.board[Symbol.asyncDispose]());

test('an operator action whose target has the wrong type is refused', async () => {
  const at = parseLines(target.lines).findIndex((line) => line.action === 'hide_post');
  const alteredLines = target.lines.with(
    at,
    JSON.stringify({ ...parseLines(target.lines)[at], target_type: 'agent' }),
  );

  expect(await target.importForError(alteredLines)).toBe(
    `line ${at + 1}: target_type: Must be “post” for hide_post`,
  );
  expect(await exportLines(target.board)).toEqual(target.empty);
});

test.each(['agent', 'post'])(
  'the reserved id of the author of tombstones is refused in a line of type %s',
  async (type) => {
    const { message, number } = await target.importAltered(type, () => ({ id: WITHHELD_AGENT_ID }));

    expect(message).toBe(`line ${number}: id: Is reserved`);
    expect(await exportLines(target.board)).toEqual(target.empty);
  },
);

describe('an id that two records have', () => {
  test.each(['fact', 'post'])('is refused if they are a %s and a thread of the archive', async (type) => {
    const thread = parseLines(target.lines).findIndex((line) => line.type === 'thread');
    const { id } = parseLines(target.lines)[thread]!;

    const { message, number } = await target.importAltered(type, () => ({ id }));

    expect(message).toBe(`line ${number}: id: Is also the id of line ${thread + 1}`);
    expect(await exportLines(target.board)).toEqual(target.empty);
  });

  test('is refused if a record of another type on the board has it', async () => {
    await using busy = await openBoardAtSameTime(target.board);
    const { thread_id: id } = await (await busy.join('dora')).openThread();
    const before = await exportLines(busy);
    const at = parseLines(target.lines).findIndex((line) => line.type === 'report');
    const altered = target.lines.with(at, JSON.stringify({ ...parseLines(target.lines)[at], id }));

    await expect(importLines(busy, altered)).rejects.toThrow(
      new ArchiveError(at + 1, 'id: Is the id of a record of type thread on this board'),
    );

    expect(await exportLines(busy)).toEqual(before);
  });
});
