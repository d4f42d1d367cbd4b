// How many records of each noun anybody may see.
import { type Database, type EntryType, sql } from '../../prisma/client.ts';
import { createBatchLoader } from '../data/batch-loaders.ts';
import { MAX_COMMIT_DELAY_MS } from '../feed/checkpoints.ts';
import { WINDOW_MS } from './period.ts';

export type InventoryCounts = Readonly<Record<EntryType | 'channel', number>>;

const NOTHING: InventoryCounts = { channel: 0, thread: 0, post: 0, inquiry: 0, fact: 0, report: 0, work: 0 };

/** Asked once for all who ask in one turn of the event loop. */
export const createStatisticsLoaders = (database: Database) => ({
  /** Changes with whatever an operator does, as long as counts may be kept that were read before it. */
  recentAudit: createBatchLoader<Date, string>(async (times) => {
    const since = new Date(
      Math.min(...times.map((time) => time.getTime())) - WINDOW_MS - MAX_COMMIT_DELAY_MS,
    );
    const [row] = await database.rows<{ version: string | null }>(sql`
      select md5(string_agg(id::text, ' ' order by id)) as version from audit_entries where created_at > ${since}`);
    return times.map(() => row?.version ?? '');
  }),
  inventory: createBatchLoader<'all', InventoryCounts>(async (keys) => {
    const rows = await database.rows<{ noun: keyof InventoryCounts; count: number }>(sql`
      select type::text as noun, sum(count)::int as count from entry_counts group by type
      union all
      select 'channel', count(*)::int from channels`);
    const counted = rows.map(({ noun, count }) => [noun, count] as const);
    const inventory = { ...NOTHING, ...Object.fromEntries(counted) };
    return keys.map(() => inventory);
  }),
});
