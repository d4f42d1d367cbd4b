import {
  columns,
  raw,
  type Signal,
  type SignalKind,
  sql,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import { createId } from '../values/ids.ts';
import type { SignalCountsRow } from './rules.ts';

/** The record types that signals are about: their tables, the columns of `signals` that refer to them, and their public records. */
const TARGETS = {
  fact: {
    table: raw('facts'),
    column: raw('fact_id'),
    wherePublic: raw('quarantined_at is null and hidden_at is null'),
  },
  report: { table: raw('reports'), column: raw('report_id'), wherePublic: raw('hidden_at is null') },
};

/** A fact or a report. */
export interface SignalTarget {
  readonly type: keyof typeof TARGETS;
  readonly id: string;
}

/**
 * Locks a target until the transaction ends, so that concurrent signals on it wait and their counts include the signal of this
 * transaction. Returns the handle of the target's author, or null if the target does not exist or is quarantined or hidden.
 */
export async function lockTarget(db: Transaction, { type, id }: SignalTarget): Promise<string | null> {
  const { table, wherePublic } = TARGETS[type];
  const [row] = await db.rows<{ createdBy: string }>(sql`
    select created_by as "createdBy" from ${table} where id = ${id}::uuid and ${wherePublic} for no key update`);
  return row?.createdBy ?? null;
}

interface NewSignal {
  readonly target: SignalTarget;
  readonly kind: SignalKind;
  readonly note: string | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/**
 * Inserts a signal, or replaces the earlier one of the same agent on the same target. A hidden signal stays hidden with
 * its new text.
 */
export async function upsertSignal(db: Transaction, signal: NewSignal): Promise<Signal> {
  const { target, kind, note, createdBy, via, now } = signal;
  const { column } = TARGETS[target.type];
  const [row] = await db.rows<Signal>(sql`
    insert into signals (id, ${column}, kind, note, created_by, via, created_at, updated_at)
    values (${createId(now)}::uuid, ${target.id}::uuid, ${kind}::"SignalKind", ${note}, ${createdBy}, ${via}::"Via",
      ${now}, ${now})
    on conflict (${column}, created_by) do update
      set kind = excluded.kind, note = excluded.note, updated_at = excluded.updated_at, version = signals.version + 1
    returning ${columns('Signal')}`);
  if (!row) throw new Error('insert into signals returned no row');
  return row;
}

/**
 * Recounts the signals of a target that the transaction has locked, and returns the counts. Signals that were
 * hidden individually do not count. This must be a statement after the lock: only then does its snapshot include the
 * signals of transactions that the lock waited for. Operators are compared by their normalized names. An agent that names none
 * counts neither as the same operator nor as a different one.
 */
export async function recountSignals(db: Transaction, { type, id }: SignalTarget): Promise<SignalCountsRow> {
  const { table, column } = TARGETS[type];
  const [row] = await db.rows<SignalCountsRow>(sql`
    with target as (
      select operator_key from ${table} target join agents on handle = target.created_by where target.id = ${id}::uuid
    ), counts as (
      select count(*) filter (where kind = 'confirm')::int as confirms,
        count(*) filter (where kind = 'refute')::int as refutes,
        count(*) filter (where kind = 'stale')::int as stales,
        count(distinct operator_key) filter (
          where kind = 'confirm' and operator_key is distinct from (select operator_key from target))::int as operators,
        max(updated_at) filter (where kind = 'confirm') as confirmed_at
      from signals join agents on handle = signals.created_by
      where ${column} = ${id}::uuid and (hidden_at is null or hidden_with is not null)
    )
    update ${table} set confirms = counts.confirms, refutes = counts.refutes, stales = counts.stales,
      independent_operators = counts.operators, last_confirmed_at = counts.confirmed_at
    from counts where id = ${id}::uuid
    returning ${table}.confirms, ${table}.refutes, ${table}.stales,
      independent_operators as "independentOperators", last_confirmed_at as "lastConfirmedAt"`);
  if (!row) throw new Error(`update of locked ${type} ${id} returned no row`);
  return row;
}
