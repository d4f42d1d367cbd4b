import { type FileHandle, open } from 'node:fs/promises';
import { toSingleLine } from '../../facades/http/codec/single-line.ts';
import { type ImportCounts, importBoard } from '../../schema/archive/import/import.ts';
import { ArchiveError, type Line } from '../../schema/archive/import/line.ts';
import { createProgress } from '../backup/progress.ts';
import { withStore } from './with-store.ts';
import { CommandError, printLine, type Terminal } from './command.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { readChunks, readLines } from './read-lines.ts';

/** Maximum characters of an error's message. */
const MAX_MESSAGE_LENGTH = 500;

/** Imports the archive in `file` and prints how many records are new. Throws CommandError for an invalid file. */
export async function importArchive(terminal: Terminal, file: string): Promise<void> {
  limitHeapGrowth();
  const report = createProgress(terminal);
  await withStore(terminal, async ({ store }) => {
    // Opened after the store, so that an error of the database is reported first.
    const handle = await openArchive(file);
    try {
      const imported = await importBoard(store.database, {
        lines: () => readArchive(file, handle),
        now: terminal.now(),
        onProgress: (done, records) => report(() => `${done} of ${records} records`),
      });
      for (const line of summarize(imported)) printLine(terminal, line);
    } catch (error) {
      throw error instanceof ArchiveError ? toCommandError(file, error) : error;
    } finally {
      await handle.close();
    }
  });
}

/**
 * Opens the file once for all passes of the import: if another file replaces it meanwhile, all passes still read the file that was
 * checked. Throws CommandError.
 */
async function openArchive(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: unknown) => {
    throw toCommandError(file, error as Error);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new CommandError(`${file} is no regular file: an archive is read several times`);
}

/** The message can have text of the archive: its control characters must not reach the terminal. */
const toCommandError = (file: string, error: Error) =>
  new CommandError(`${file}: ${toSingleLine(error.message, MAX_MESSAGE_LENGTH)}`, { cause: error });

/** Reads the lines of an archive. Throws CommandError if they cannot be read. */
async function* readArchive(file: string, handle: FileHandle): AsyncGenerator<Line, void> {
  try {
    yield* readLines(readChunks(handle));
  } catch (error) {
    throw toCommandError(file, error as Error);
  }
}

function* summarize(imported: ImportCounts): Generator<string, void> {
  for (const [type, { added, total }] of Object.entries(imported)) {
    if (total > 0) yield `${type}: ${added} new, ${total - added} there already`;
  }
}
