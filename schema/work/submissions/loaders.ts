import {
  type Database,
  type ColumnSet,
  selectLists,
  sql,
  type WorkSubmission,
  dependsOnRow,
} from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';

export const createSubmissionLoaders = (database: Database, columnSet: ColumnSet) => ({
  submissionById: createRowLoader<WorkSubmission>(
    database,
    'id',
    (ids) =>
      sql`select ${selectLists('WorkSubmission')[columnSet]} from work_submissions where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});
