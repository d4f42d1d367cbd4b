import { columns, type Database, type Report, sql } from '../../prisma/client.ts';
import { batched, batchedBy } from '../batch.ts';
import { countMonths } from './statements.ts';
import type { TargetMonthRow } from './type.ts';

export const createReportLoaders = (database: Database) => ({
  reportById: batchedBy<Report>(
    database,
    'id',
    (ids) => sql`select ${columns('Report')} from reports where id = any(${ids}::uuid[])`,
  ),
  monthsByTarget: batched<string, readonly TargetMonthRow[]>(async (keys) => {
    const months = Map.groupBy(await countMonths(database, [...new Set(keys)]), ({ key }) => key);
    return keys.map((key) => months.get(key) ?? []);
  }),
});
