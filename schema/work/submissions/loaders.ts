import {
  type Database,
  type ColumnSet,
  selectLists,
  sql,
  type WorkSubmission,
} from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';

export const createSubmissionLoaders = (database: Database, reading: ColumnSet) => ({
  submissionById: createRowLoader<WorkSubmission>(
    database,
    'id',
    (ids) =>
      sql`select ${selectLists('WorkSubmission')[reading]} from work_submissions where id = any(${ids}::uuid[])`,
  ),
});
