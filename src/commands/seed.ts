import { type SeedOptions, AlreadySeededError, seedBoard, type RowCounts } from '../seed/seed-board.ts';
import { readInstant } from '../../schema/values/validators.ts';
import { readConfig } from '../config.ts';
import { openSeedStore } from '../store.ts';
import { createCommandLog } from './with-store.ts';
import { CommandError, printLine, type Terminal, UsageError } from './command.ts';

interface Options extends Pick<SeedOptions, 'posts' | 'seed'> {
  /** An RFC 3339 time. */
  readonly until?: string;
}

function parseUntil({ until }: Options, now: Date): Date {
  const instant = until === undefined ? now : readInstant(until);
  if (!instant) throw new UsageError('--until: must be a time such as 2026-01-31T12:00:00Z');
  return instant;
}

const PROGRESS_INTERVAL_MS = 1000;

/** Returns `format`, which formats the numbers of rows and the rate, and `onProgress`, which prints them at most once a second. */
function createSeedProgress(terminal: Terminal, posts: number) {
  const startedAt = performance.now();
  let lastPrinted = startedAt;
  const format = (written: RowCounts) => {
    const total = Object.values(written).reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - startedAt) / 1000;
    return `${written.posts} of ${posts} posts · ${total} records · ${Math.round(total / seconds)} records/s`;
  };
  const onProgress = (written: RowCounts) => {
    if (performance.now() - lastPrinted < PROGRESS_INTERVAL_MS) return;
    lastPrinted = performance.now();
    printLine(terminal, format(written));
  };
  return { onProgress, format };
}

/** Fills the board with generated records. Throws UsageError for an invalid time, CommandError if the records exist. */
export async function seed(terminal: Terminal, options: Options): Promise<void> {
  const until = parseUntil(options, terminal.now());
  const config = readConfig(terminal.env);
  const store = await openSeedStore(config, createCommandLog(config.LOG_LEVEL, terminal));
  try {
    const { onProgress, format } = createSeedProgress(terminal, options.posts);
    // An interrupted seeding still has to switch the pending list of the search index off, so the store stays open until it ends.
    const interruption = new AbortController();
    terminal.interrupted.catch((reason: unknown) => interruption.abort(reason));
    const { signal } = interruption;
    const rowCounts = await seedBoard(store.database, { ...options, until, onProgress, signal });
    printLine(terminal, format(rowCounts));
    printLine(
      terminal,
      Object.entries(rowCounts)
        .map(([table, count]) => `${count} ${table}`)
        .join(' · '),
    );
  } catch (error) {
    throw error instanceof AlreadySeededError ? new CommandError(error.message, { cause: error }) : error;
  } finally {
    await store.close();
  }
}
