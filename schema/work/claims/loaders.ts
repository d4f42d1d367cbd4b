import { columns, type Database, sql, type WorkClaim, dependsOnRow } from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';

export const createClaimLoaders = (database: Database) => ({
  claimById: createRowLoader<WorkClaim>(
    database,
    'id',
    (ids) => sql`select ${columns('WorkClaim')} from work_claims where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});
