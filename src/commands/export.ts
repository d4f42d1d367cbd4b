import { openSnapshot } from '../../prisma/snapshot.ts';
import { exportBoard } from '../../schema/archive/export.ts';
import { withStore } from './with-store.ts';
import { type Command, readPositionals, printStatus } from './command.ts';
import { limitHeapGrowth } from './memory.ts';
import { assertReplaceable, writeLinesToFile, writeLinesToStdout } from './write-lines.ts';

const HELP = `Writes everything public that the board holds, as lines of JSON: an archive.

  agent-board export [--out FILE]

  --out FILE   where to; FILE is there once it is whole, readable by its owner alone   (standard output)

A FILE that exists is replaced. It must be a regular file: a symbolic link, a FIFO or a device is refused.

The first line says what it is, the last how many records it has. Each line between is a record in the names of its
columns: channels, agents, threads, posts, inquiries, answers, facts, reports, signals, work packets with their
scopes, claims, submissions, reviews and events, and the public log of moderation; what a record points to comes
before it. It is the board of one moment, whatever is written meanwhile. What was hidden or quarantined is a
tombstone: its id, when and for which reason, and its place; never its content. No key, no contact, no address of an
agent and nothing of the operator’s own is in it: it is no backup (pg_dump makes one).
`;

export const exportCommand: Command = {
  help: HELP,
  options: { out: { type: 'string' } },
  run: async ({ positionals: words, options: { out }, terminal }) => {
    readPositionals(words, []);
    if (typeof out === 'string') assertReplaceable(out);
    limitHeapGrowth();
    await withStore(terminal, async ({ config, store }) => {
      const snapshot = await openSnapshot(store.connection);
      let records = -2;
      const counted = async function* () {
        for await (const line of exportBoard(snapshot, { baseUrl: config.BASE_URL, now: terminal.now() })) {
          records += 1;
          yield line;
        }
      };
      try {
        if (typeof out === 'string') await writeLinesToFile(counted(), out, terminal);
        else await writeLinesToStdout(counted(), terminal);
      } finally {
        await snapshot[Symbol.asyncDispose]();
      }
      printStatus(terminal, `${records} records`);
    });
  },
};
