/** The state of a server, as the server reports it. Times are in seconds since the epoch, as text. */
export interface ServerState {
  /** Bytes of the WAL that a standby has replayed, or that a primary has written (`POSITION`). */
  readonly position: number;
  /** Bytes of the WAL that a standby has received from a running primary; null if it has received nothing since its start. */
  readonly received: number | null;
  readonly isStandby: boolean;
  /** Time at which the server started. */
  readonly server: string;
  /** Time at which the primary started whose WAL the server has; null if this time is not stored. */
  readonly primary: string | null;
}

/**
 * The position of a server as `float8`. On a primary, all transactions that are visible lie before it: a commit becomes visible
 * after it was written to disk, or with `synchronous_commit = off`, to memory.
 */
export const POSITION = `
  pg_wal_lsn_diff(
    case
      when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn()
    end, '0/0')::float8`;

/** Selects a `ServerState`. */
export const SELECT_STATE = `
  select ${POSITION} as position, pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::float8 as received,
    pg_is_in_recovery() as "isStandby", extract(epoch from pg_postmaster_start_time())::text as server,
    (select extract(epoch from started_at)::text from primary_server) as "primary"`;

/** How long a server may take to answer. */
export const CHECK_TIMEOUT_MS = 1_000;
