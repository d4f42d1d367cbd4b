import { type Config, readConfig } from '../config.ts';
import { type Store, attachStore } from '../store.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Terminal } from './command.ts';

/** What is logged while a command runs is no part of what it gives. */
export const createCommandLog = (level: string, { stderr }: Terminal): Logger =>
  createLogger(level, (line) => void stderr.write(line));

interface Opened {
  readonly config: Config;
  readonly store: Store;
}

/**
 * Opens the store that the board has, beside a board that runs, and closes it in the end, also when told to stop: a
 * database that was not running before is stopped again.
 */
export async function withStore(terminal: Terminal, work: (opened: Opened) => Promise<void>): Promise<void> {
  const config = readConfig(terminal.env);
  const store = await attachStore(config, createCommandLog(config.LOG_LEVEL, terminal));
  try {
    await Promise.race([work({ config, store }), terminal.interrupted]);
  } finally {
    await store.close();
  }
}
