import {
  columns,
  type Fact,
  type OpenTransaction,
  sql,
  type Sql,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import type { WriteContext } from '../context.ts';
import { createBatchInsert } from '../data/batch-insert.ts';
import { HIDING_TIMEOUT_MS } from '../moderation/hiding.ts';
import { assertNotHidden, type HideableRow } from '../moderation/visibility.ts';
import { createAlreadySupersededError, factNotFound, type FactSource } from './rules.ts';

interface NewFact {
  readonly statement: string;
  readonly tags: readonly string[];
  readonly sources: readonly FactSource[] | null;
  readonly channelSlug: string | null;
  readonly evidencePostId: string | null;
  readonly evidenceInquiryId: string | null;
  readonly supersedesId: string | null;
  readonly validAsOf: Date | null;
  readonly decayAfter: Date | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Inserts a fact. If it corrects another fact, call `markSuperseded` before. */
export const insertFact = createBatchInsert<NewFact, Fact>('Fact', 'facts', {
  statement: true,
  tags: true,
  sources: true,
  channelSlug: true,
  evidencePostId: true,
  evidenceInquiryId: true,
  supersedesId: true,
  validAsOf: true,
  decayAfter: true,
  createdBy: true,
  via: true,
});

/** Locks the chain of a fact, by its first fact, until the transaction ends. Returns whether the fact exists. */
async function tryLockChain(db: Transaction, id: string): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from facts where id = (select root_id from facts where id = ${id}::uuid) for no key update`);
  return rows.length > 0;
}

/** The records that a change of a fact locks: the first fact of its chain, and the fact. */
export async function findChainLocks(database: Transaction, id: string): Promise<readonly string[]> {
  const [fact] = await database.rows<{ rootId: string }>(
    sql`select root_id as "rootId" from facts where id = ${id}::uuid`,
  );
  return fact ? [fact.rootId, id] : [];
}

/** Locks the chain of a fact until the transaction ends. Throws `not_found`. */
export async function lockChain(db: Transaction, id: string): Promise<void> {
  if (!(await tryLockChain(db, id))) throw factNotFound(id);
}

/**
 * Marks the head of a chain as superseded. Call `lockChain` before. Later facts of the chain, which are all hidden,
 * are marked too, and so are earlier facts that became current again when their corrections were hidden or
 * quarantined. One of several concurrent callers succeeds. Returns the id that the new fact must supersede: the newest
 * fact of the chain, because a unique constraint allows only one successor per fact. Throws `not_found` or `state_conflict`
 * for a hidden fact, and `already_superseded`.
 */
export async function markSuperseded({ db, viewer, clock }: WriteContext, id: string): Promise<string> {
  const [last] = await db.rows<{ id: string }>(sql`
    with marked as (
      update facts set superseded_at = ${clock.now()}, version = version + 1
      where root_id = (select root_id from facts where id = ${id}::uuid) and superseded_at is null
        and ${id}::uuid = (${selectHead(id)})
      returning id, seq
    )
    select id from marked order by seq desc limit 1`);
  if (last) return last.id;
  const [fact] = await db.rows<HideableRow>(
    sql`select hidden_at as "hiddenAt", created_by as "createdBy" from facts where id = ${id}::uuid`,
  );
  if (!fact) throw factNotFound(id);
  assertNotHidden(fact, viewer, () => factNotFound(id));
  const [head] = await db.rows<{ id: string }>(selectHead(id));
  throw createAlreadySupersededError(id, head?.id ?? id);
}

/** Selects the head: the newest fact of the chain that is not hidden. */
const selectHead = (id: string): Sql => sql`
  select head.id from facts head
  where head.root_id = (select root_id from facts where id = ${id}::uuid) and head.hidden_at is null
  order by head.seq desc limit 1`;

/**
 * Quarantines a fact for a reason, or releases it if `reason` is null. Returns undefined if there is no such fact or
 * it is in that state already. A trigger updates which facts of its chain are superseded: all hidden and quarantined
 * facts directly before it, which takes as long as hiding them.
 */
export async function setQuarantined(
  db: OpenTransaction,
  id: string,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<Fact | undefined> {
  await db.extendTimeout(HIDING_TIMEOUT_MS);
  await tryLockChain(db, id);
  const [fact] = await db.rows<Fact>(sql`
    update facts set quarantined_at = ${reason === null ? null : now}::timestamptz, quarantine_reason = ${reason},
      version = version + 1
    where id = ${id}::uuid and (quarantined_at is null) = ${reason !== null}::boolean
    returning ${columns('Fact')}`);
  return fact;
}
