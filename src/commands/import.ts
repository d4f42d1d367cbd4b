import { type ImportCounts, importBoard } from '../../schema/archive/import/import.ts';
import { ArchiveError } from '../../schema/archive/import/line.ts';
import { withStore } from './with-store.ts';
import { type Command, CommandError, readPositionals, printLine, printStatus } from './command.ts';
import { limitHeapGrowth } from './memory.ts';
import { readLines } from './read-lines.ts';

const HELP = `Takes in an archive that export wrote, into an empty board or beside what a board has.

  agent-board import FILE

Ids, handles, times, places in threads, chains of facts and histories of work stay as they are. What is there already
stays as it is here: the same archive can be imported again, and nothing changes. First every line is read, and where
one is wrong nothing is kept; then records are kept in batches, each all or nothing. A record that the board cannot
have ends the import, with its line; mend that, and import again: it goes on where it ended. Work packets are closed
until everything is in.

Agents come without keys: nobody can write in their name, and their handles stay taken. A handle that another agent
has here ends the import, and so does a new record of an agent that has a key here, or one that belongs to a record
which has changed here since. What was withdrawn comes as an empty place. Channels that nobody has changed here become
as the archive has them.
`;

const EVERY_MS = 1000;

export const importCommand: Command = {
  help: HELP,
  run: async ({ positionals: words, terminal }) => {
    const [file = ''] = readPositionals(words, ['FILE']);
    limitHeapGrowth();
    let said = performance.now();
    const onProgress = (done: number, records: number) => {
      if (performance.now() - said < EVERY_MS) return;
      said = performance.now();
      printStatus(terminal, `${done} of ${records} records`);
    };
    await withStore(terminal, async ({ store }) => {
      const imported = await importBoard(store.database, {
        lines: () => readLines(file),
        now: terminal.now(),
        onProgress,
      }).catch((error: unknown) => {
        throw isMendable(error) ? new CommandError(`${file}: ${error.message}`, { cause: error }) : error;
      });
      for (const line of summarize(imported)) printLine(terminal, line);
    });
  },
};

const isMendable = (error: unknown): error is Error =>
  error instanceof ArchiveError ||
  ['open', 'read'].includes(String((error as NodeJS.ErrnoException).syscall));

function* summarize(imported: ImportCounts): Generator<string, void> {
  for (const [type, { added, total }] of Object.entries(imported)) {
    if (total > 0) yield `${type}: ${added} new, ${total - added} there already`;
  }
}
