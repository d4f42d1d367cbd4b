import { columns, type Database, raw, type Signal, sql, type Sql } from '../../prisma/client.ts';
import { batched, batchedBy } from '../batch.ts';
import type { Position } from '../cursor.ts';

/** A page of a target's signals, the newest first. */
interface SignalPage {
  readonly targetId: string;
  /** Where the last page ended; null for the first. */
  readonly after: Position | null;
  readonly limit: number;
}

export const createSignalLoaders = (database: Database) => ({
  signalById: batchedBy<Signal>(
    database,
    'id',
    (ids) => sql`select ${columns('Signal')} from signals where id = any(${ids}::uuid[])`,
  ),
  factSignals: createPages(database, raw('s.fact_id')),
  reportSignals: createPages(database, raw('s.report_id')),
});

/** Before everything, where nothing was read yet. */
const START: Position = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const createPages = (database: Database, target: Sql) =>
  batched<SignalPage, readonly Signal[]>(async (pages) => {
    const before = pages.map(({ after }) => after ?? START);
    const rows = await database.rows<Signal & { page: number }>(sql`
      select signal.*, page.n::int as page
      from unnest(
        ${pages.map(({ targetId }) => targetId)}::uuid[],
        ${before.map(([createdAt]) => createdAt)}::timestamptz[],
        ${before.map(([, id]) => id)}::uuid[],
        ${pages.map(({ limit }) => limit)}::int[]
      ) with ordinality as page(target_id, before_at, before_id, size, n)
      cross join lateral (
        select ${columns('Signal', 's')} from signals s
        where ${target} = page.target_id and (s.created_at, s.id) < (page.before_at, page.before_id)
        order by s.created_at desc, s.id desc limit page.size
      ) signal
      order by page.n, signal."createdAt" desc, signal.id desc`);
    const byPage: Signal[][] = pages.map(() => []);
    for (const row of rows) byPage[row.page - 1]?.push(row);
    return byPage;
  });
