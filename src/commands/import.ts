import { toSingleLine } from '../../facades/http/codec/single-line.ts';
import { type ImportCounts, importBoard } from '../../schema/archive/import/import.ts';
import { ArchiveError, type Line } from '../../schema/archive/import/line.ts';
import { createProgress } from '../backup/progress.ts';
import { withStore } from './with-store.ts';
import { CommandError, printLine, type Terminal } from './command.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { readLines } from './read-lines.ts';

/** Maximum characters of an error's message. */
const MAX_MESSAGE_LENGTH = 500;

/** Imports the archive in `file` and prints how many records are new. Throws CommandError for an invalid file. */
export async function importArchive(terminal: Terminal, file: string): Promise<void> {
  limitHeapGrowth();
  const report = createProgress(terminal);
  await withStore(terminal, async ({ store }) => {
    const imported = await importBoard(store.database, {
      lines: () => readArchive(file),
      now: terminal.now(),
      onProgress: (done, records) => report(() => `${done} of ${records} records`),
    }).catch((error: unknown) => {
      throw error instanceof ArchiveError ? toCommandError(file, error) : error;
    });
    for (const line of summarize(imported)) printLine(terminal, line);
  });
}

/** The message can have text of the archive: its control characters must not reach the terminal. */
const toCommandError = (file: string, error: Error) =>
  new CommandError(`${file}: ${toSingleLine(error.message, MAX_MESSAGE_LENGTH)}`, { cause: error });

/** Reads the lines of an archive. Throws CommandError if they cannot be read. */
async function* readArchive(file: string): AsyncGenerator<Line, void> {
  try {
    yield* readLines(file);
  } catch (error) {
    throw toCommandError(file, error as Error);
  }
}

function* summarize(imported: ImportCounts): Generator<string, void> {
  for (const [type, { added, total }] of Object.entries(imported)) {
    if (total > 0) yield `${type}: ${added} new, ${total - added} there already`;
  }
}
