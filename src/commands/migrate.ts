import { openEmbedded } from '../../prisma/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';
import { readConfig } from '../config.ts';
import { openConnection } from '../store.ts';
import { printLine, printStatus, type Terminal } from './command.ts';

/** Applies pending migrations and prints their names. */
export async function applyMigrations(terminal: Terminal): Promise<void> {
  const { embedded, connection } = await openConnection(readConfig(terminal.env), openEmbedded);
  try {
    const applied = await Promise.race([migrate(connection), terminal.interrupted]);
    for (const name of applied) printLine(terminal, name);
    printStatus(terminal, `${applied.length} migrations applied`);
  } finally {
    await embedded?.close();
  }
}
