import { type Database, type ColumnSet, type Report, selectLists, sql } from '../../prisma/client.ts';
import { createBatchLoader, createRowLoader } from '../data/batch-loaders.ts';
import { countTargetMonths, type TargetMonthRow } from './targets.ts';

export const createReportLoaders = (database: Database, reading: ColumnSet) => ({
  reportById: createRowLoader<Report>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Report')[reading]} from reports where id = any(${ids}::uuid[])`,
  ),
  monthsByTarget: createBatchLoader<string, readonly TargetMonthRow[]>(async (keys) => {
    const months = Map.groupBy(await countTargetMonths(database, [...new Set(keys)]), ({ key }) => key);
    return keys.map((key) => months.get(key) ?? []);
  }),
});
