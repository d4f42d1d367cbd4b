// Reads the log of changes (the migration `log_changes`, docs/decisions/0052-responses-that-survive-writes.md).
import { type Database, POSITION, raw, type Sql, sql } from '../../../prisma/client.ts';
import { createBatchLoader } from '../../../schema/data/batch-loaders.ts';

/** The changes that were committed since the log was last read. */
export interface CommittedChanges {
  /** Keys (`prisma/change-keys.ts`) of changed rows; those of the feed with their time: `feed@2026-11-26T12:00:00.000Z`. */
  readonly keys: readonly string[];
  /** The lexemes of each changed search entry. */
  readonly entries: readonly ReadonlySet<string>[];
  /** Whether there may be more changes than these. */
  readonly isIncomplete: boolean;
}

export interface ChangeLog {
  /**
   * Reads the changes of the transactions that were committed before the call and that earlier calls have not read, and
   * passes them to `onChanges`. Returns the database's state. Calls of one iteration of the event loop share one read.
   */
  readonly read: () => Promise<LoggedState>;
}

export interface LoggedState {
  /**
   * Differs after each transaction that writes. On a primary, a `pg_snapshot`. On a standby, the position up to which it has
   * replayed, because the snapshots of a standby omit transactions in progress.
   */
  readonly snapshot: string;
  readonly isStandby: boolean;
  /** Time at which the server started. It differs after a failover: the new server may lack transactions. */
  readonly server: string;
  /** As `DatabaseState.position`. */
  readonly position: number;
}

interface StateWithChanges extends LoggedState {
  /** Number of rows of the log that were read. */
  readonly rows: number;
  readonly keys: readonly string[];
  /** For each changed entry, its lexemes, separated by line feeds. At most `MAX_CHANGED_ENTRIES` + 1 entries. */
  readonly words: readonly string[];
}

interface ReadState {
  readonly state: LoggedState;
  /** `performance.now()` before it was read. */
  readonly at: number;
}

/**
 * Maximum rows and keys that one call reads. If there are more, or too many entries, all responses are invalidated. Each trigger
 * of a statement logs at most one key or row more than this.
 */
const MAX_CHANGES = 2_000;

/** Maximum changed entries that one call reads: each is compared with the condition of each shared search. */
const MAX_CHANGED_ENTRIES = 20;

/**
 * Changes are kept at least this long (`createChangeLogCleaner`). A process that has not read the log for longer may have missed
 * changes, so it invalidates all responses.
 */
const MAX_READ_GAP_MS = 50_000;

const ALL_CHANGES: CommittedChanges = { keys: [], entries: [], isIncomplete: true };

/** Creates a reader of the log. Its first read reports `ALL_CHANGES`. */
export function createChangeLog(
  database: Database,
  onChanges: (changes: CommittedChanges) => void,
): ChangeLog {
  let lastRead: ReadState | null = null;
  // Two reads can overlap, and the read that began first can end last. By then, the other read has passed later changes to
  // `onChanges`. Responses that are created afterwards do not get these changes, so they must be computed on a standby that has
  // replayed them: the state of a read has at least the position of the read that ended before.
  const passedPosition = (server: string) =>
    lastRead?.state.server === server ? lastRead.state.position : 0;
  const loader = createBatchLoader<'', LoggedState>(async (requests) => {
    const previousRead = lastRead;
    const at = performance.now();
    let state = await readState(database, SELECT_STATE);
    if (previousRead && isSame(state, previousRead.state)) {
      // The WAL written since the previous read has changed no visible row, so the earlier position is kept.
      state = previousRead.state;
    } else if (!previousRead || mayHaveGaps(previousRead, { state, at })) {
      onChanges(ALL_CHANGES);
    } else {
      const { rows, keys, words, ...currentState } = await readState<StateWithChanges>(
        database,
        selectChanges(previousRead.state.snapshot),
      );
      state = currentState;
      const isTooLong = Math.max(rows, keys.length) > MAX_CHANGES || words.length > MAX_CHANGED_ENTRIES;
      const entries = words.map((lexemes) => new Set(lexemes.split('\n')));
      const isLate = mayHaveGaps(previousRead, { state, at: performance.now() });
      onChanges({ keys, entries, isIncomplete: isTooLong || isLate });
    }
    state = { ...state, position: Math.max(state.position, passedPosition(state.server)) };
    lastRead = { state, at };
    return requests.map(() => state);
  });
  return { read: () => loader.load('') };
}

async function readState<State extends LoggedState = LoggedState>(
  database: Database,
  statement: Sql,
): Promise<State> {
  const [state] = await database.rows<State>(statement);
  if (!state) throw new Error('the log of changes returned no row');
  return state;
}

const isSame = (state: LoggedState, known: LoggedState): boolean =>
  state.snapshot === known.snapshot && state.server === known.server && state.isStandby === known.isStandby;

function mayHaveGaps(known: ReadState, { state, at }: ReadState): boolean {
  if (state.server !== known.state.server || state.isStandby !== known.state.isStandby) return true;
  // A new position of a standby does not show which rows have changed.
  return state.isStandby || at - known.at > MAX_READ_GAP_MS;
}

/** `pg_is_in_recovery`, because a primary that has recovered from a crash still has a last replayed position. */
const STATE = raw(`
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end as snapshot,
  pg_is_in_recovery() as "isStandby", extract(epoch from pg_postmaster_start_time())::text as server,
  ${POSITION} as position`);

/**
 * Most reads of the log find that nothing was committed since the previous read. This statement finds that in a third of the time
 * that `selectChanges` takes.
 */
const SELECT_STATE = sql`select ${STATE}`;

/** Selects the changes of transactions that are visible now and were not visible in this snapshot, taken on a primary. */
const selectChanges = (snapshot: string) => sql`
  with committed as materialized (select keys, words from changes_since(${snapshot}::pg_snapshot, ${MAX_CHANGES + 1}))
  select ${STATE},
    (select count(*)::int from committed) as rows,
    array(select distinct key from committed cross join unnest(keys) key limit ${MAX_CHANGES + 1}) as keys,
    array(select words from committed where words is not null limit ${MAX_CHANGED_ENTRIES + 1}) as words`;

/** Rows per statement. One statement for all changes of an import would exceed the time limit of statements in each run. */
const CHUNK_SIZE = 5_000;

/**
 * Creates a task, to be called once a minute, that deletes the changes which were committed before its previous call. A call does
 * nothing if the snapshot of the previous call arrived less than `minAgeMs` ago. The time is measured, because the snapshot may
 * arrive many seconds after its call: when the database is slow, or the process was stopped.
 */
export function createChangeLogCleaner(database: Database, minAgeMs = MAX_READ_GAP_MS): () => Promise<void> {
  let earlier: { readonly snapshot: string; readonly arrivedAt: number } | null = null;
  return async () => {
    if (earlier && performance.now() - earlier.arrivedAt < minAgeMs) return;
    const [row] = await database.rows<{ snapshot: string }>(
      sql`select pg_current_snapshot()::text as snapshot`,
    );
    const visible = earlier?.snapshot ?? null;
    earlier = row ? { ...row, arrivedAt: performance.now() } : null;
    while ((await deleteChunk(database, visible)).length === CHUNK_SIZE);
  };
}

/**
 * Deletes at most `CHUNK_SIZE` changes that are visible in a snapshot. Returns an array with one element for each deleted row.
 * Unprepared, and ordered as the index: a plan that was made while the log was short would read all of a long log for each chunk.
 */
const deleteChunk = (database: Database, visible: string | null): Promise<unknown[]> =>
  database.rows(
    // Not `pg_visible_in_snapshot`, which could not use the index of the ids.
    sql`
      delete from changes where ctid in (
        select ctid from changes where xid < pg_snapshot_xmax(${visible}::pg_snapshot)
          and xid <> all(array(select pg_snapshot_xip(${visible}::pg_snapshot)))
        order by xid limit ${CHUNK_SIZE})
      returning 1`,
    'unprepared',
  );
