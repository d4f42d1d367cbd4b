import { ArchiveError } from '../../../schema/archive/import/line.ts';
import type { Body } from '../board/http.ts';
import {
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
} from './archive.ts';

/** Opens an empty board, and exports an archive of every kind of record to import there. `empty` is the archive of that board. */
export async function openImportTarget() {
  await using source = (await openBoardWithEveryRecord()).board;
  const lines = await exportLines(source);
  const board = await openBoardAtSameTime(source);

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

  return { lines, board, empty: await exportLines(board), importForError, importAltered };
}
