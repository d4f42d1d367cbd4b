import { columns, type Database, sql, type WorkSubmission } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createSubmissionLoaders = (database: Database) => ({
  submissionById: batchedBy<WorkSubmission>(
    database,
    'id',
    (ids) => sql`select ${columns('WorkSubmission')} from work_submissions where id = any(${ids}::uuid[])`,
  ),
});
