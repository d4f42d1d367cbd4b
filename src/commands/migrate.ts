import { migrate } from '../../prisma/migrate.ts';
import { readConfig } from '../config.ts';
import { openConnection, openForCommand, RECOVERING, rethrowAsStoreError } from '../store.ts';
import { printLine, printStatus, type Terminal } from './command.ts';

/** Applies pending migrations and prints their names. */
export async function applyMigrations(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.env);
  const { embedded, connection, variable } = await openConnection(config, openForCommand, () =>
    printStatus(terminal, RECOVERING),
  );
  try {
    const applied = await Promise.race([
      migrate(connection, undefined, {
        onNewer: (names) => printStatus(terminal, `applied by a newer version: ${names.join(', ')}`),
        onRetry: (name) => printStatus(terminal, `${name} waits for other transactions`),
      }).catch(rethrowAsStoreError(variable)),
      terminal.interrupted,
    ]);
    for (const name of applied) printLine(terminal, name);
    printStatus(terminal, `${applied.length} migrations applied`);
  } finally {
    await embedded?.close();
  }
}
