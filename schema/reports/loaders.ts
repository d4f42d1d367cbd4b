import {
  type Database,
  type ColumnSet,
  type Report,
  selectLists,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import type { ReadExpensive } from '../data/expensive-reads.ts';
import { createBatchLoader, createRowLoader } from '../data/batch-loaders.ts';
import { countTargetMonths, type TargetMonthRow } from './targets.ts';

/** A request for the months of a target. All requests of one caller have the same `readExpensive`, and share a statement. */
interface MonthsRequest {
  /** The target in lower case. */
  readonly key: string;
  readonly readExpensive: ReadExpensive;
}

export const createReportLoaders = (database: Database, columnSet: ColumnSet) => ({
  reportById: createRowLoader<Report>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Report')[columnSet]} from reports where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
  monthsByTarget: createBatchLoader<MonthsRequest, readonly TargetMonthRow[]>(async (requests) => {
    const byReader = Map.groupBy(requests, ({ readExpensive }) => readExpensive);
    const read = [...byReader].map(async ([readExpensive, group]) => {
      const keys = [...new Set(group.map(({ key }) => key))];
      return [
        readExpensive,
        Map.groupBy(await countTargetMonths(readExpensive, keys), ({ key }) => key),
      ] as const;
    });
    const months = new Map(await Promise.all(read));
    return requests.map(({ readExpensive, key }) => months.get(readExpensive)?.get(key) ?? []);
  }),
});
