import { columns, type Database, type Fact, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createFactLoaders = (database: Database) => ({
  factById: batchedBy<Fact>(
    database,
    'id',
    (ids) => sql`select ${columns('Fact')} from facts where id = any(${ids}::uuid[])`,
  ),
});
