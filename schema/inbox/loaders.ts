import { columns, type Database, sql, type Watch } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';

export const createInboxLoaders = (database: Database) => ({
  watchById: createRowLoader<Watch>(
    database,
    'id',
    (ids) => sql`select ${columns('Watch')} from watches where id = any(${ids}::uuid[])`,
  ),
});
