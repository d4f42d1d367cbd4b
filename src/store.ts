import type { PoolConfig } from 'pg';
import { type Database, openDatabase } from '../prisma/client.ts';
import { openEmbedded } from '../prisma/embedded.ts';
import { migrate } from '../prisma/migrate.ts';
import type { Config } from './config.ts';
import type { Logger } from './telemetry.ts';

export interface Store {
  readonly database: Database;
  /** An embedded database was made by this start: nobody has an operator token yet. */
  readonly isNew: boolean;
  close(): Promise<void>;
}

/** Opens the configured server, or the board's own under DATA_DIR, with every migration applied. */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const embedded = config.DATABASE_URL ? null : await openEmbedded(config.DATA_DIR);
  const connection: PoolConfig = embedded?.connection ?? { connectionString: config.DATABASE_URL };
  try {
    const applied = await migrate(connection);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  } catch (error) {
    await embedded?.close();
    throw error;
  }
  const database = openDatabase(connection, (error) => log.warn({ err: error }, 'a database connection was lost'));
  return {
    database,
    isNew: embedded?.firstStart ?? false,
    close: async () => {
      await database.close();
      await embedded?.close();
    },
  };
}
