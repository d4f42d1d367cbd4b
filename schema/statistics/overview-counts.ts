// Counts of the records that exist now, from indexes.
import {
  type InquiryStatus,
  type Outcome,
  type Sql,
  sql,
  type StatementPlanning,
} from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { statusAt } from '../inquiries/statements.ts';
import { WINDOW_MS, windowEnd } from './period.ts';

/**
 * Runs a counting statement, or returns its cached rows: at most `WINDOW_MS` old and read after the last action of an
 * operator, so that hidden records disappear from the counts at once. Times in the statement must be rounded with
 * `windowEnd`, or equal statements would not share a cache entry.
 */
export async function readCounts<Row>(
  ctx: Context,
  statement: Sql,
  planning?: StatementPlanning,
): Promise<readonly Row[]> {
  const version = await ctx.loaders.auditVersion.load(ctx.clock.now());
  return ctx.readExpensive<Row>(statement, { maxAgeMs: WINDOW_MS, version, ...(planning && { planning }) });
}

/** Number of inquiries by current status. */
export type InquiryCounts = Readonly<Record<InquiryStatus, number>>;

export type ReportCounts = Readonly<Record<Outcome | 'stale', number>>;

/** Counts of facts that are neither hidden nor quarantined. */
export interface FactCounts {
  readonly total: number;
  readonly superseded: number;
  /** Stale facts that are not superseded. */
  readonly stale: number;
}

/** Returns the part as a share of the whole, from 0 to 1; 0 if the whole is 0. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Counts rows. `rows` is the part of the statement after `from`: a table, and a `where` clause if needed. */
export async function countRows(ctx: Context, rows: Sql): Promise<number> {
  const [row] = await readCounts<{ count: number }>(ctx, sql`select count(*)::int as count from ${rows}`);
  return row?.count ?? 0;
}

/**
 * Counts inquiries by current status; an expired claim does not count as claimed. Inquiries that are not stored as claimed are
 * counted from an index alone, and the few hidden ones among them are subtracted.
 */
export async function countInquiries(ctx: Context): Promise<InquiryCounts> {
  const rows = await readCounts<{ readonly status: InquiryStatus; readonly count: number }>(
    ctx,
    sql`
    select status, sum(count)::int as count
    from (
      select status, count(*) as count from inquiries where status <> 'claimed' group by status
      union all
      select status, -count(*) from inquiries where hidden_at is not null and status <> 'claimed' group by status
      union all
      select ${statusAt(windowEnd(ctx.clock.now()))}, count(*)
      from inquiries where status = 'claimed' and hidden_at is null group by 1
    ) as counted
    group by status`,
  );
  const counts = rows.map(({ status, count }) => [status, count] as const);
  return { open: 0, claimed: 0, answered: 0, closed: 0, ...Object.fromEntries(counts) };
}

/** Counts all, superseded and stale facts. */
export async function countFacts(ctx: Context): Promise<FactCounts> {
  const [counts] = await readCounts<FactCounts>(
    ctx,
    sql`
    select count(*)::int as total, count(superseded_at)::int as superseded,
      (count(*) filter (where superseded_at is null and decay_after <= ${windowEnd(ctx.clock.now())}))::int as stale
    from facts where quarantined_at is null and hidden_at is null`,
  );
  return counts ?? { total: 0, superseded: 0, stale: 0 };
}

/** Counts visible reports by outcome, and stale ones. */
export async function countReports(ctx: Context): Promise<ReportCounts> {
  const rows = await readCounts<{ outcome: Outcome; count: number; stale: number }>(
    ctx,
    sql`
    select outcome, count(*)::int as count, (count(*) filter (where stale_at <= ${windowEnd(ctx.clock.now())}))::int as stale
    from reports where hidden_at is null group by outcome`,
  );
  const counts = { worked: 0, failed: 0, partial: 0, inconclusive: 0, stale: 0 };
  for (const { outcome, count, stale } of rows) {
    counts[outcome] = count;
    counts.stale += stale;
  }
  return counts;
}
