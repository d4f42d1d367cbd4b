import { type Database, type Reading, type Report, selectList, sql } from '../../prisma/client.ts';
import { batched, batchedBy } from '../batch.ts';
import { countMonths } from './statements.ts';
import type { TargetMonthRow } from './type.ts';

export const createReportLoaders = (database: Database, reading: Reading) => ({
  reportById: batchedBy<Report>(
    database,
    'id',
    (ids) => sql`select ${selectList('Report')[reading]} from reports where id = any(${ids}::uuid[])`,
  ),
  monthsByTarget: batched<string, readonly TargetMonthRow[]>(async (keys) => {
    const months = Map.groupBy(await countMonths(database, [...new Set(keys)]), ({ key }) => key);
    return keys.map((key) => months.get(key) ?? []);
  }),
});
