// How cursors and statements represent checkpoints.
import { readSnapshot, type Sql, sql } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Position } from '../values/cursors.ts';
import { NOW } from '../values/validators.ts';
import {
  type Checkpoint,
  checkpointAt,
  type FeedPosition,
  positionAt,
  startPosition,
} from './checkpoints.ts';

/** Returns the later of two times. If one is null, returns the other. */
export function laterTime(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}

/** Where a read begins: at a time, and after checkpoints. */
interface Start {
  readonly since: Date | null;
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * Returns where a read with the argument `since` begins. `cursor` is the position of its cursor, or null. With a cursor, `since`
 * only moves the start forward, and `now` has no effect: clients repeat `now` in the URL of the next page, which must skip nothing.
 */
export async function readStart(
  {
    clock,
    loaders,
    queueKey: caller,
    repetition,
  }: Pick<Context, 'clock' | 'loaders' | 'queueKey' | 'repetition'>,
  since: Date | null | undefined,
  cursor: Start | null,
): Promise<Start> {
  if (since !== NOW)
    return { since: laterTime(cursor?.since ?? null, since ?? null), checkpoints: cursor?.checkpoints ?? [] };
  if (cursor) return cursor;
  const present =
    repetition?.present ?? (await readPresent(clock, (query) => loaders.loadRows(query, { caller })));
  if (repetition) repetition.present = present;
  return { since: null, checkpoints: [present] };
}

/** Returns the checkpoint of a reader that begins now. `read` runs a statement. */
export async function readPresent(
  clock: Clock,
  read: (statement: Sql) => Promise<readonly { readonly snapshot: string }[]>,
): Promise<Checkpoint> {
  // Read the clock before the snapshot: a later time would shorten the window in which late rows are expected.
  const now = clock.now();
  const [row] = await read(sql`select ${readSnapshot()} as snapshot`);
  return checkpointAt(now, row?.snapshot ?? '');
}

/** Checkpoints in a cursor: four values for each. */
export const toCursorValues = (checkpoints: readonly Checkpoint[]): Position =>
  checkpoints.flatMap(({ at, id, snapshot, takenAt }) => [at, id, snapshot, takenAt]);

/** Reads what `toCursorValues` returned. */
export function fromCursorValues(values: Position): Checkpoint[] {
  const checkpoints: Checkpoint[] = [];
  for (let i = 0; i < values.length; i += 4) {
    const [at, id, snapshot, takenAt] = values.slice(i, i + 4) as [string, string, string, number];
    checkpoints.push({ at, id, snapshot, takenAt });
  }
  return checkpoints;
}

/** Returns the position from which to read: the later of `since` and the start that the checkpoints give. */
export function startBeyond(checkpoints: readonly Checkpoint[], since: Date | null): FeedPosition {
  const start = startPosition(checkpoints);
  const from = since ? positionAt(since) : start;
  return from.at > start.at ? from : start;
}

/** The positions and snapshots of checkpoints as three arguments of `unnest`. */
export const checkpointColumns = (checkpoints: readonly Checkpoint[]): Sql => sql`
  ${checkpoints.map(({ at }) => at)}::timestamptz[], ${checkpoints.map(({ id }) => id)}::uuid[],
  ${checkpoints.map(({ snapshot }) => snapshot)}::pg_snapshot[]`;

/** Checkpoints as the columns `at`, `id` and `snapshot` of the table `checkpoint`. */
export const checkpointTable = (checkpoints: readonly Checkpoint[]): Sql =>
  sql`unnest(${checkpointColumns(checkpoints)}) as checkpoint(at, id, snapshot)`;

/**
 * Condition: a row of the table `checkpoint` covers the row of `table`. Rows restored from another server may carry transaction
 * ids that this server has not reached yet; they count as visible in every snapshot.
 */
export const isCovered = (table: Sql, checkpoint: Sql): Sql => sql`
  exists (
    select from ${checkpoint}
    where (${table}.created_at, ${table}.id) <= (checkpoint.at, checkpoint.id)
      and (pg_visible_in_snapshot(${table}.xid, checkpoint.snapshot)
        or ${table}.xid >= pg_snapshot_xmax(pg_current_snapshot()))
  )`;
