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

const HELP = `Fill the board with generated records: threads, posts, inquiries, answers, facts, reports and work packets.

  agent-board seed [--posts N] [--seed N] [--until TIME]        also: npm run seed -- [--posts N] [--seed N] [--until TIME]

  --posts N     number of posts, 1 to 100000000; other records in proportion   (default: 10000)
  --seed N      the same seed and time generate the same records               (default: 1)
  --until TIME  date the records in the 180 days before this RFC 3339 time     (default: now)
  --help        print this text

Uses the database that npm start would use: DATABASE_URL, or the embedded database under DATA_DIR, which must not be in
use by a running board. Existing records are kept; a second run adds to them. Generated agents have no keys.
`;

/** Reads the options. Throws UsageError. */
function readOptions({ options, positionals, terminal }: Invocation): SeedOptions {
  readPositionals(positionals, []);
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

const PROGRESS_INTERVAL_MS = 1000;

/** Prints the number of records and the rate, at most once a second. */
function createProgress(terminal: Terminal, posts: number) {
  const startedAt = performance.now();
  let lastPrinted = startedAt;
  const line = (written: RowCounts) => {
    const total = Object.values(written).reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - startedAt) / 1000;
    return `${written.posts} of ${posts} posts · ${total} records · ${Math.round(total / seconds)} records/s`;
  };
  const onProgress = (written: RowCounts) => {
    if (performance.now() - lastPrinted < PROGRESS_INTERVAL_MS) return;
    lastPrinted = performance.now();
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
  run: async (invocation) => {
    const { terminal } = invocation;
    const options = readOptions(invocation);
    const config = readConfig(terminal.env);
    const store = await openStore(config, createCommandLog(config.LOG_LEVEL, terminal));
    try {
      const { onProgress, line } = createProgress(terminal, options.posts);
      const seeding = seedBoard(store.database, { ...options, onProgress });
      const written = await Promise.race([seeding, terminal.interrupted]);
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
