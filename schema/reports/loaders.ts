import { columns, type Database, type Report, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createReportLoaders = (database: Database) => ({
  reportById: batchedBy<Report>(
    database,
    'id',
    (ids) => sql`select ${columns('Report')} from reports where id = any(${ids}::uuid[])`,
  ),
});
