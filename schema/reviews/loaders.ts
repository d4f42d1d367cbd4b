import { columns, type Database, sql, type WorkReview } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createReviewLoaders = (database: Database) => ({
  reviewById: batchedBy<WorkReview>(
    database,
    'id',
    (ids) => sql`select ${columns('WorkReview')} from work_reviews where id = any(${ids}::uuid[])`,
  ),
});
