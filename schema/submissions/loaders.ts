import { type Database, type Reading, selectList, sql, type WorkSubmission } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createSubmissionLoaders = (database: Database, reading: Reading) => ({
  submissionById: batchedBy<WorkSubmission>(
    database,
    'id',
    (ids) =>
      sql`select ${selectList('WorkSubmission')[reading]} from work_submissions where id = any(${ids}::uuid[])`,
  ),
});
