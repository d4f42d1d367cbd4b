import { columns, type Database, type Signal, sql, dependsOnRow } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';

export const createSignalLoaders = (database: Database) => ({
  signalById: createRowLoader<Signal>(
    database,
    'id',
    (ids) => sql`select ${columns('Signal')} from signals where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});
