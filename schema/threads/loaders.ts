import { columns, type Database, sql, type Thread, dependsOnRow } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';

export const createThreadLoaders = (database: Database) => ({
  threadById: createRowLoader<Thread>(
    database,
    'id',
    (ids) => sql`select ${columns('Thread')} from threads where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});
