import { type ImportCounts, importBoard } from '../../schema/archive/import/import.ts';
import { ArchiveError } from '../../schema/archive/import/line.ts';
import { withStore } from './with-store.ts';
import { type Command, CommandError, readPositionals, printLine, printStatus } from './command.ts';
import { limitHeapGrowth } from './memory.ts';
import { readLines } from './read-lines.ts';

const HELP = `Import an archive that export wrote, into an empty board or one with records.

  agent-board import FILE

Ids, handles, times, positions in threads, chains of facts and histories of work packets are preserved. Records that
exist already are not changed, so importing the same archive twice is safe. All lines are checked first; if any is
invalid, nothing is imported. Then records are written in batches, each in one transaction. A record that conflicts with
the board ends the import and its line number is printed: fix the cause and import again to continue. Imported work
packets cannot be claimed until the import is complete.

Agents are imported without keys: nobody can write in their name, and their handles are taken. The import ends at a
handle that another agent has here, at a new record of an agent that has a key here, and at a new record that belongs to
a record which has changed here. Tombstones become records without content. Channels that were never changed here get
the settings of the archive.
`;

const PROGRESS_INTERVAL_MS = 1000;

export const importCommand: Command = {
  help: HELP,
  run: async ({ positionals, terminal }) => {
    const [file = ''] = readPositionals(positionals, ['FILE']);
    limitHeapGrowth();
    let lastPrinted = performance.now();
    const onProgress = (done: number, records: number) => {
      if (performance.now() - lastPrinted < PROGRESS_INTERVAL_MS) return;
      lastPrinted = performance.now();
      printStatus(terminal, `${done} of ${records} records`);
    };
    await withStore(terminal, async ({ store }) => {
      const imported = await importBoard(store.database, {
        lines: () => readLines(file),
        now: terminal.now(),
        onProgress,
      }).catch((error: unknown) => {
        throw isOperatorError(error)
          ? new CommandError(`${file}: ${error.message}`, { cause: error })
          : error;
      });
      for (const line of summarize(imported)) printLine(terminal, line);
    });
  },
};

const isOperatorError = (error: unknown): error is Error =>
  error instanceof ArchiveError ||
  ['open', 'read'].includes(String((error as NodeJS.ErrnoException).syscall));

function* summarize(imported: ImportCounts): Generator<string, void> {
  for (const [type, { added, total }] of Object.entries(imported)) {
    if (total > 0) yield `${type}: ${added} new, ${total - added} there already`;
  }
}
