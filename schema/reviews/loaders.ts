import { type Database, type Reading, selectList, sql, type WorkReview } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createReviewLoaders = (database: Database, reading: Reading) => ({
  reviewById: batchedBy<WorkReview>(
    database,
    'id',
    (ids) =>
      sql`select ${selectList('WorkReview')[reading]} from work_reviews where id = any(${ids}::uuid[])`,
  ),
});
