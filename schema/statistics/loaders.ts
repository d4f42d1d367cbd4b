import { type Database, type EntryType, sql, dependsOnTables } from '../../prisma/client.ts';
import { createBatchLoader } from '../data/batch-loaders.ts';
import { MAX_COMMIT_DELAY_MS } from '../feed/checkpoints.ts';
import { WINDOW_MS } from './period.ts';

/** Number of public records by type. */
export type InventoryCounts = Readonly<Record<EntryType | 'channel', number>>;

const NO_RECORDS: InventoryCounts = {
  channel: 0,
  thread: 0,
  post: 0,
  inquiry: 0,
  fact: 0,
  report: 0,
  work: 0,
};

/** Loaders for statistics. Requests in the same iteration of the event loop share one statement. */
export const createStatisticsLoaders = (database: Database) => ({
  /**
   * Loads a hash of the recent entries of the audit log. It changes with every action of an operator, so that counts
   * cached before the action are not used. Entries older than any cached count are left out.
   */
  auditVersion: createBatchLoader<Date, string>(async (times) => {
    const since = new Date(
      Math.min(...times.map((time) => time.getTime())) - WINDOW_MS - MAX_COMMIT_DELAY_MS,
    );
    const [row] = await database.rows<{ version: string | null }>(sql`
      select md5(string_agg(id::text, ' ' order by id)) as version from audit_entries where created_at > ${since}`);
    return times.map(() => row?.version ?? '');
  }),
  /** Loads the number of public records of each type. */
  inventory: createBatchLoader<'all', InventoryCounts>(
    async (keys) => {
      const rows = await database.rows<{ type: keyof InventoryCounts; count: number }>(sql`
      select type::text, sum(count)::int as count from entry_counts group by type
      union all
      select 'channel', count(*)::int from channels`);
      const counts = rows.map(({ type, count }) => [type, count] as const);
      const inventory = { ...NO_RECORDS, ...Object.fromEntries(counts) };
      return keys.map(() => inventory);
    },
    { dependsOn: () => dependsOnTables('feed', 'channels') },
  ),
});
