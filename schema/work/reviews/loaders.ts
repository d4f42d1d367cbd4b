import {
  type Database,
  type ColumnSet,
  selectLists,
  sql,
  type WorkReview,
  dependsOnRow,
} from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';

export const createReviewLoaders = (database: Database, columnSet: ColumnSet) => ({
  reviewById: createRowLoader<WorkReview>(
    database,
    'id',
    (ids) =>
      sql`select ${selectLists('WorkReview')[columnSet]} from work_reviews where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});
