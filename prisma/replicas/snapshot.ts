// Snapshots of reads, for cursors that contain the transactions that have been read (docs/decisions/0008-feed-checkpoints.md).
import { currentTarget } from '../read-dependencies.ts';
import { raw, type Sql, sql } from '../sql.ts';

/**
 * The snapshot of the statement as text. A standby does not report which transactions run on the primary, so its snapshot
 * excludes all transactions from the oldest running one on.
 */
const READ_SNAPSHOT = raw(`(
  select case when pg_is_in_recovery() then concat(pg_snapshot_xmin(own), ':', pg_snapshot_xmin(own), ':') else own::text end
  from pg_current_snapshot() own)`);

/** The snapshot of the current read as text: on a standby, the snapshot of the primary up to which it has replayed. */
export function readSnapshot(): Sql {
  const snapshot = currentTarget()?.snapshot;
  return snapshot ? sql`${snapshot}::text` : READ_SNAPSHOT;
}

/**
 * Expression: whether the read may lack rows that were committed long ago. While the primary cannot be reached, a standby lacks
 * what it has not received, and its snapshot ends before the oldest transaction that was running.
 */
export const isPartialRead = (): Sql => raw(currentTarget()?.snapshot ? 'false' : 'pg_is_in_recovery()');

/**
 * Condition: the row belongs to the snapshot of the current read. A standby may have replayed later transactions, which are
 * not in the snapshot. Rows restored from another server may carry transaction ids that this server has not
 * reached yet.
 */
export const isInSnapshot = (table: Sql, snapshot: Sql): Sql =>
  currentTarget()
    ? sql`(pg_visible_in_snapshot(${table}.xid, ${snapshot}::pg_snapshot) or ${table}.xid >= pg_snapshot_xmax(pg_current_snapshot()))`
    : raw('true');
