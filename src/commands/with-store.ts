import { type Config, readConfig } from '../config.ts';
import { createLogger, type Logger } from '../logger.ts';
import { attachStore, type Store } from '../store.ts';
import type { Terminal } from './command.ts';

/** Creates a logger that writes to standard error, so that log lines do not mix with a command's result. */
export const createCommandLog = (level: string, { stderr }: Terminal): Logger =>
  createLogger(level, (line) => void stderr.write(line));

/**
 * Opens the configured database, also while a board runs on it, and closes it when `work` ends or the command is
 * interrupted. An embedded database that was not running is stopped again.
 */
export async function withStore(
  terminal: Terminal,
  work: (opened: { readonly config: Config; readonly store: Store }) => Promise<void>,
): Promise<void> {
  const config = readConfig(terminal.env);
  const store = await attachStore(config, createCommandLog(config.LOG_LEVEL, terminal));
  try {
    await Promise.race([work({ config, store }), terminal.interrupted]);
  } finally {
    await store.close();
  }
}
