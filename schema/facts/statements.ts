import {
  columns,
  empty,
  type Fact,
  raw,
  selectLists,
  sql,
  type Sql,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import type { WriteContext } from '../context.ts';
import { whereAll, whereGiven } from '../graphql/record-filters.ts';
import { createBatchInsert } from '../data/batch-insert.ts';
import { assertNotHidden, type HideableRow } from '../moderation/visibility.ts';
import { alreadySuperseded, factNotFound, type FactSource } from './rules.ts';

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

/** Inserts a fact. Call `markSuperseded` before for the fact that it corrects. */
export const insertFact = createBatchInsert<NewFact, Fact>('Fact', 'facts', [
  'statement',
  'tags',
  'sources',
  'channelSlug',
  'evidencePostId',
  'evidenceInquiryId',
  'supersedesId',
  'validAsOf',
  'decayAfter',
  'createdBy',
  'via',
]);

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
 * are marked too, and so are earlier facts that became current again when their corrections were hidden. One of
 * several concurrent callers succeeds. Returns the id that the new fact must supersede: the last fact of the chain,
 * because a unique constraint allows only one successor per fact. Throws `not_found` or `state_conflict` for a hidden
 * fact, and `already_superseded`.
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
  throw alreadySuperseded(id, head?.id ?? id);
}

/** Selects the head: the last fact of the chain that is not hidden. */
const selectHead = (id: string): Sql => sql`
  select head.id from facts head
  where head.root_id = (select root_id from facts where id = ${id}::uuid) and head.hidden_at is null
  order by head.seq desc limit 1`;

/** Filters of a list of facts; null means no filter. */
export interface FactFilter {
  readonly tag: string | null;
  readonly channel: string | Sql | null;
  /** Whether `listRecords` filters by author or time. */
  readonly hasRecordFilters: boolean;
  /** Whether to include superseded, quarantined and stale facts. */
  readonly superseded: boolean;
  readonly quarantined: boolean;
  readonly stale: boolean;
}

/**
 * The facts with a tag. A fact is one composite column, so that `created_at` and `id` refer to `fact_tags` and its
 * index on them is used. `offset 0` keeps the planner from joining all facts: in the lists that are read most, each
 * fact of a page is looked up by its id.
 */
const taggedWith = (isFiltered: boolean) => sql`fact_tags cross join lateral (
  select facts as fact, facts.hidden_at from facts where facts.id = fact_tags.id ${isFiltered ? empty : raw('offset 0')}) tagged`;

/** The query for a list of facts, for `listRecords`. Lists filtered only by channel and tag are prepared statements. */
export function selectFacts(filter: FactFilter, now: Date) {
  const { tag, superseded, quarantined, stale } = filter;
  const isFiltered = filter.hasRecordFilters || superseded || quarantined || !stale;
  if (tag === null)
    return { isFiltered, select: selectLists('Fact'), from: sql`facts`, where: whereFacts(filter, now) };
  return {
    isFiltered,
    select: selectLists('Fact', '(fact)'),
    from: taggedWith(isFiltered),
    where: whereTagged(filter, now),
    ranges: rangesOf(filter),
  };
}

const whereFacts = ({ channel, ...include }: FactFilter, now: Date) =>
  whereAll([
    whereGiven(channel, (slug) => sql`channel_slug = ${slug}`),
    include.stale ? null : sql`(decay_after is null or decay_after > ${now})`,
    include.superseded ? null : sql`superseded_at is null`,
    include.quarantined ? null : sql`quarantined_at is null`,
  ]);

const whereTagged = ({ tag, channel, stale }: FactFilter, now: Date) =>
  whereAll([
    sql`tag = ${tag}`,
    whereGiven(channel, (slug) => sql`channel = ${slug}`),
    stale ? null : sql`((fact).decay_after is null or (fact).decay_after > ${now})`,
  ]);

/**
 * Index ranges of `fact_tags`: current facts (neither superseded nor quarantined), then the others that the filter
 * includes.
 */
function rangesOf({ superseded, quarantined }: FactFilter): readonly Sql[] {
  if (superseded && quarantined) return [sql`current`, sql`not current`];
  if (superseded) return [sql`current`, sql`not current and (fact).quarantined_at is null`];
  if (!quarantined) return [sql`current`];
  return [
    sql`current`,
    sql`not current and (fact).quarantined_at is not null and (fact).superseded_at is null`,
  ];
}

/**
 * Quarantines a fact for a reason, or releases it if `reason` is null. Returns undefined if there is no such fact or
 * it is in that state already. A trigger updates which facts of its chain are superseded.
 */
export async function setQuarantined(
  db: Transaction,
  id: string,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<Fact | undefined> {
  await tryLockChain(db, id);
  const [fact] = await db.rows<Fact>(sql`
    update facts set quarantined_at = ${reason === null ? null : now}::timestamptz, quarantine_reason = ${reason},
      version = version + 1
    where id = ${id}::uuid and (quarantined_at is null) = ${reason !== null}::boolean
    returning ${columns('Fact')}`);
  return fact;
}
