import { readConfig } from '../config.ts';
import { replaceStoredPepper } from '../store.ts';
import { printStatus, type Terminal } from './command.ts';
import { createCommandLog } from './with-store.ts';

/** Makes the configured pepper the one of the database. Throws StoreError, also if a board runs on the embedded database. */
export async function replacePepper(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.env);
  await replaceStoredPepper(config, createCommandLog(config.LOG_LEVEL, terminal));
  printStatus(terminal, 'the database has this pepper now: keys created with another one are invalid');
}
