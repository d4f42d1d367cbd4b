// How much there is on the board, counted by the database over indexes.
import { type InquiryStatus, type Outcome, type Sql, sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { WINDOW_MS, windowEnd } from './period.ts';

/**
 * Rows that count what there is, as of at most `WINDOW_MS` ago, and of after the last act of an operator: what is hidden
 * is gone at once. For the same numbers to be asked for by the same statement, its times must be those of the window.
 */
export async function readCounts<Row>(ctx: Context, statement: Sql): Promise<readonly Row[]> {
  const version = await ctx.loaders.recentAudit.load(ctx.clock.now());
  return ctx.readExpensive<Row>(statement, { maxAgeMs: WINDOW_MS, version });
}

/** Inquiries by how they stand now. */
export type InquiryCounts = Readonly<Record<InquiryStatus, number>>;

export type ReportCounts = Readonly<Record<Outcome | 'stale', number>>;

/** Facts that are neither hidden nor quarantined. */
export interface FactCounts {
  readonly total: number;
  readonly superseded: number;
  /** Of those that are not superseded. */
  readonly stale: number;
}

/** A part of a whole, from 0 to 1; of nothing 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Rows of a table, as the end of a statement says it. */
export async function countRows(ctx: Context, rows: Sql): Promise<number> {
  const [row] = await readCounts<{ count: number }>(ctx, sql`select count(*)::int as count from ${rows}`);
  return row?.count ?? 0;
}

interface StatusRow {
  readonly status: InquiryStatus;
  readonly count: number;
}

/** Hidden inquiries are few: taken off, they leave the others to be counted over an index alone. A claim whose lease has run out is none: then an inquiry is open, or answered. */
export async function countInquiries(ctx: Context): Promise<InquiryCounts> {
  const rows = await readCounts<StatusRow>(
    ctx,
    sql`
    select status, sum(count)::int as count
    from (
      select status, count(*) as count from inquiries where status <> 'claimed' group by status
      union all
      select status, -count(*) from inquiries where hidden_at is not null and status <> 'claimed' group by status
      union all
      select (case when claim_expires_at > ${windowEnd(ctx.clock.now())} then 'claimed'
        when answer_count > 0 then 'answered' else 'open' end)::"InquiryStatus", count(*)
      from inquiries where status = 'claimed' and hidden_at is null group by 1
    ) as counted
    group by status`,
  );
  return { open: 0, claimed: 0, answered: 0, closed: 0, ...Object.fromEntries(rows.map(toMember)) };
}

const toMember = ({ status, count }: StatusRow) => [status, count] as const;

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
