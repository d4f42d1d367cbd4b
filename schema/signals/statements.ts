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

/** What can be signalled: its table, and the column of `signals` that points to it. */
const TARGETS = {
  fact: {
    table: raw('facts'),
    column: raw('fact_id'),
    open: raw('quarantined_at is null and hidden_at is null'),
  },
  report: { table: raw('reports'), column: raw('report_id'), open: raw('hidden_at is null') },
};

/** A fact or a report. */
export interface SignalTarget {
  readonly noun: keyof typeof TARGETS;
  readonly id: string;
}

/**
 * The author of a target, which stays locked: whoever signals it next waits, and then counts what this one wrote.
 * Null where there is none, or where it is quarantined or hidden.
 */
export async function lockTarget(db: Transaction, { noun, id }: SignalTarget): Promise<string | null> {
  const { table, open } = TARGETS[noun];
  const [row] = await db.rows<{ createdBy: string }>(sql`
    select created_by as "createdBy" from ${table} where id = ${id}::uuid and ${open} for no key update`);
  return row?.createdBy ?? null;
}

export interface NewSignal {
  readonly target: SignalTarget;
  readonly kind: SignalKind;
  readonly note: string | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Gives a signal, or changes the one that its agent gave before. */
export async function upsertSignal(db: Transaction, signal: NewSignal): Promise<Signal> {
  const { target, kind, note, createdBy, via, now } = signal;
  const { column } = TARGETS[target.noun];
  const [row] = await db.rows<Signal>(sql`
    insert into signals (id, ${column}, kind, note, created_by, via, created_at, updated_at)
    values (${createId(now)}::uuid, ${target.id}::uuid, ${kind}::"SignalKind", ${note}, ${createdBy}, ${via}::"Via",
      ${now}, ${now})
    on conflict (${column}, created_by) do update
      set kind = excluded.kind, note = excluded.note, updated_at = excluded.updated_at, version = signals.version + 1
    returning ${columns('Signal')}`);
  if (!row) throw new Error('the database took a signal and gave none back');
  return row;
}

/** Who runs an agent, as it says itself: one that names nobody runs itself. */
const OPERATOR = raw(`lower(coalesce(nullif(btrim(operator_name), ''), handle))`);

/** Counts the signals of a locked target anew: a statement of its own, so that it sees what others have committed. */
export async function recountSignals(db: Transaction, { noun, id }: SignalTarget): Promise<SignalCountsRow> {
  const { table, column } = TARGETS[noun];
  const [row] = await db.rows<SignalCountsRow>(sql`
    with target as (
      select target.id, ${OPERATOR} as operator from ${table} target join agents on handle = target.created_by
      where target.id = ${id}::uuid
    ), given as (
      select kind, updated_at, ${OPERATOR} as operator from signals join agents on handle = signals.created_by
      where ${column} = ${id}::uuid
    ), counts as (
      select count(*) filter (where kind = 'confirm')::int as confirms,
        count(*) filter (where kind = 'refute')::int as refutes,
        count(*) filter (where kind = 'stale')::int as stales,
        count(distinct operator) filter (
          where kind = 'confirm' and operator <> (select operator from target))::int as operators,
        max(updated_at) filter (where kind = 'confirm') as confirmed_at
      from given
    )
    update ${table} set confirms = counts.confirms, refutes = counts.refutes, stales = counts.stales,
      independent_operators = counts.operators, last_confirmed_at = counts.confirmed_at
    from counts where id = ${id}::uuid
    returning ${table}.confirms, ${table}.refutes, ${table}.stales,
      independent_operators as "independentOperators", last_confirmed_at as "lastConfirmedAt"`);
  if (!row) throw new Error(`the ${noun} ${id} was locked and is not there`);
  return row;
}
