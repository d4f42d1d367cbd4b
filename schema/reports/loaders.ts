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
import { oncePerObject } from '../values/once-per-object.ts';
import { countTargetMonths, type TargetMonthRow } from './targets.ts';

export const createReportLoaders = (database: Database, columnSet: ColumnSet) => ({
  reportById: createRowLoader<Report>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Report')[columnSet]} from reports where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
  monthsByTarget: createMonthsLoader(),
});

/**
 * Creates a loader of the months of targets, by the targets in lower case. Requests of one caller share a statement. Those of several
 * callers do not: `readExpensive` can fail or wait long for one caller.
 */
function createMonthsLoader() {
  const loaderOf = oncePerObject((readExpensive: ReadExpensive) =>
    createBatchLoader<string, readonly TargetMonthRow[]>(async (keys) => {
      const months = Map.groupBy(await countTargetMonths(readExpensive, keys), ({ key }) => key);
      return keys.map((key) => months.get(key) ?? []);
    }),
  );
  return {
    load: ({ key, readExpensive }: { readonly key: string; readonly readExpensive: ReadExpensive }) =>
      loaderOf(readExpensive).load(key),
  };
}
