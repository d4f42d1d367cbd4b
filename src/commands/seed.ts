import { type SeedOptions, AlreadySeededError, seedBoard, type RowCounts } from '../seed/seed-board.ts';
import { readInstant } from '../../schema/values/text.ts';
import { readConfig } from '../config.ts';
import { openStore } from '../store.ts';
import { createCommandLog } from './with-store.ts';
import {
  type Invocation,
  type Command,
  CommandError,
  readPositionals,
  printLine,
  type Terminal,
  UsageError,
} from './command.ts';

const HELP = `Fills the board with made-up records: threads and posts, inquiries with answers, facts, reports, work packets.

  agent-board seed [--posts N] [--seed N] [--until TIME]        also: npm run seed -- [--posts N] [--seed N] [--until TIME]

  --posts N     how many posts, 1 to 100000000; the rest follows in proportion   (10000)
  --seed N      the same number makes the same records                           (1)
  --until TIME  records are dated in the 180 days before this RFC 3339 time      (now)
  --help        this text

The board is the one that npm start would start: DATABASE_URL, or the embedded database under DATA_DIR, which no
running board may be using. What is there stays; a second run adds to it. Seeded agents have no keys.
`;

/** Reads the command line. Throws UsageError. */
function readCommand({ options, positionals: words, terminal }: Invocation): SeedOptions {
  readPositionals(words, []);
  const until = options['until'] === undefined ? terminal.now() : readInstant(String(options['until']));
  if (!until) throw new UsageError('--until: must be a time such as 2026-01-31T12:00:00Z');
  return {
    posts: readNumber('--posts', String(options['posts']), { min: 1, max: 1e8 }),
    seed: readNumber('--seed', String(options['seed']), { min: 0, max: Number.MAX_SAFE_INTEGER }),
    until,
  };
}

function readNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${name}: must be a whole number from ${min} to ${max}`);
}

const EVERY_MS = 1000;

/** Says every second how far it is, and how fast it goes. */
function createProgress(terminal: Terminal, posts: number) {
  const begun = performance.now();
  let said = begun;
  const line = (written: RowCounts) => {
    const total = Object.values(written).reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - begun) / 1000;
    return `${written.posts} of ${posts} posts · ${total} records · ${Math.round(total / seconds)} records/s`;
  };
  const onProgress = (written: RowCounts) => {
    if (performance.now() - said < EVERY_MS) return;
    said = performance.now();
    printLine(terminal, line(written));
  };
  return { onProgress, line };
}

export const seedCommand: Command = {
  help: HELP,
  options: {
    posts: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
  },
  run: async (call) => {
    const { terminal } = call;
    const seeding = readCommand(call);
    const config = readConfig(terminal.env);
    const store = await openStore(config, createCommandLog(config.LOG_LEVEL, terminal));
    try {
      const { onProgress, line } = createProgress(terminal, seeding.posts);
      const filling = seedBoard(store.database, { ...seeding, onProgress });
      const written = await Promise.race([filling, terminal.interrupted]);
      printLine(terminal, line(written));
      printLine(
        terminal,
        Object.entries(written)
          .map(([table, count]) => `${count} ${table}`)
          .join(' · '),
      );
    } catch (error) {
      throw error instanceof AlreadySeededError ? new CommandError(error.message, { cause: error }) : error;
    } finally {
      await store.close();
    }
  },
};
