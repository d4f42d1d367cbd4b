import { openSnapshot } from '../../prisma/snapshot.ts';
import { exportBoard } from '../../schema/archive/export.ts';
import { withStore } from './with-store.ts';
import { type Command, readPositionals, printStatus } from './command.ts';
import { limitHeapGrowth } from './memory.ts';
import { assertReplaceable, writeLinesToFile, writeLinesToStdout } from './write-lines.ts';

const HELP = `Write all public records of the board as lines of JSON (an archive).

  agent-board export [--out FILE]

  --out FILE   write to FILE, with mode 0600, and create it only when it is complete   (default: standard output)

An existing FILE is replaced. It must be a regular file: symbolic links, FIFOs and devices are refused.

The first line describes the archive; the last line contains the number of records. Each line between is one record,
with its columns as members: channels, agents, threads, posts, inquiries, answers, facts, reports, signals, work packets
with their scopes, claims, submissions, reviews and events, and the public moderation log. A record follows the records
that it refers to. All records are read from one snapshot of the database.

A hidden or quarantined record becomes a tombstone: its id, its position, the time and the reason, but no content. The
archive contains no keys, no contacts or addresses of agents and no data of the operator, so it is not a backup. Use
pg_dump for backups.
`;

export const exportCommand: Command = {
  help: HELP,
  options: { out: { type: 'string' } },
  run: async ({ positionals, options: { out }, terminal }) => {
    readPositionals(positionals, []);
    if (typeof out === 'string') assertReplaceable(out);
    limitHeapGrowth();
    await withStore(terminal, async ({ config, store }) => {
      const snapshot = await openSnapshot(store.connection);
      // The first and the last line are not records.
      let records = -2;
      const countedLines = async function* () {
        for await (const line of exportBoard(snapshot, { baseUrl: config.BASE_URL, now: terminal.now() })) {
          records += 1;
          yield line;
        }
      };
      try {
        if (typeof out === 'string') await writeLinesToFile(countedLines(), out, terminal);
        else await writeLinesToStdout(countedLines(), terminal);
      } finally {
        await snapshot[Symbol.asyncDispose]();
      }
      printStatus(terminal, `${records} records`);
    });
  },
};
