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
import { alreadySuperseded, factNotFound } from './rules.ts';

export interface NewFact {
  readonly statement: string;
  readonly tags: readonly string[];
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

/** Records a fact; what it corrects is stamped already (`supersede`). */
export const insertFact = createBatchInsert<NewFact, Fact>('Fact', 'facts', [
  'statement',
  'tags',
  'channelSlug',
  'evidencePostId',
  'evidenceInquiryId',
  'supersedesId',
  'validAsOf',
  'decayAfter',
  'createdBy',
  'via',
]);

/** Holds the chain of a fact, by its first, until what changes it is committed; false where there is no such fact. */
async function holdChain(db: Transaction, id: string): Promise<boolean> {
  const held = await db.rows(sql`
    select 1 from facts where id = (select root_id from facts where id = ${id}::uuid) for no key update`);
  return held.length > 0;
}

/** The same of a fact that is to be corrected. Throws `not_found`. */
export async function lockChain(db: Transaction, id: string): Promise<void> {
  if (!(await holdChain(db, id))) throw factNotFound(id);
}

/**
 * Marks a fact as superseded, whose chain is held, and with it the later facts of the chain, all hidden, and the earlier
 * ones that were listed again when their corrections were withdrawn: of several callers one succeeds. Gives the id that
 * the correction is to point to: the last of the chain, since at most one fact points to each. Throws `not_found` or
 * `state_conflict` for a hidden fact, `already_superseded`. A unique constraint holds the same for whoever writes
 * without asking here.
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

/** The last fact of a chain that is not hidden. */
const selectHead = (id: string): Sql => sql`
  select head.id from facts head
  where head.root_id = (select root_id from facts where id = ${id}::uuid) and head.hidden_at is null
  order by head.seq desc limit 1`;

/** Which facts a list holds; null is no condition. */
export interface FactFilter {
  readonly tag: string | null;
  readonly since: Date | null;
  readonly channel: string | Sql | null;
  readonly createdBy: string | null;
  /** Superseded, quarantined, stale: whether they are among them. */
  readonly superseded: boolean;
  readonly quarantined: boolean;
  readonly stale: boolean;
}

/**
 * Facts that have a tag. Each comes as one column, beside the time it was hidden, so that the list's time and id are those of the tag's index. In the
 * lists that are read most it is looked up by id for each place of a page (`offset 0`), which a planner that knows
 * little of a tag would not do.
 */
const taggedWith = (narrowed: boolean) => sql`fact_tags cross join lateral (
  select facts as fact, facts.hidden_at from facts where facts.id = fact_tags.id ${narrowed ? empty : raw('offset 0')}) tagged`;

/** A list of facts, as `listRecords` reads it. Those that are read most are planned once. */
export function selectFacts(filter: FactFilter, now: Date) {
  const { tag, createdBy, since, superseded, quarantined, stale } = filter;
  const narrowed = createdBy !== null || since !== null || superseded || quarantined || !stale;
  if (tag === null)
    return { narrowed, select: selectLists('Fact'), from: sql`facts`, where: whereFacts(filter, now) };
  return {
    narrowed,
    select: selectLists('Fact', '(fact)'),
    from: taggedWith(narrowed),
    where: whereTagged(filter, now),
    ranges: rangesOf(filter),
  };
}

const whereFacts = ({ channel, createdBy, since, ...shown }: FactFilter, now: Date) =>
  whereAll([
    whereGiven(channel, (slug) => sql`channel_slug = ${slug}`),
    whereGiven(createdBy, (handle) => sql`created_by = ${handle}`),
    whereGiven(since, (time) => sql`created_at >= ${time}`),
    shown.stale ? null : sql`(decay_after is null or decay_after > ${now})`,
    shown.superseded ? null : sql`superseded_at is null`,
    shown.quarantined ? null : sql`quarantined_at is null`,
  ]);

const whereTagged = ({ tag, channel, createdBy, since, stale }: FactFilter, now: Date) =>
  whereAll([
    sql`tag = ${tag}`,
    whereGiven(channel, (slug) => sql`channel = ${slug}`),
    whereGiven(createdBy, (handle) => sql`created_by = ${handle}`),
    whereGiven(since, (time) => sql`created_at >= ${time}`),
    stale ? null : sql`((fact).decay_after is null or (fact).decay_after > ${now})`,
  ]);

/** In the index of a tag what is current stands by itself; of what is not only quarantined facts may be asked for. */
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
 * Quarantines a fact for a reason, or releases it; undefined where it is not there, or is so already. A trigger settles
 * which facts of its chain are superseded then.
 */
export async function setQuarantined(
  db: Transaction,
  id: string,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<Fact | undefined> {
  await holdChain(db, id);
  const [fact] = await db.rows<Fact>(sql`
    update facts set quarantined_at = ${reason === null ? null : now}::timestamptz, quarantine_reason = ${reason},
      version = version + 1
    where id = ${id}::uuid and (quarantined_at is null) = ${reason !== null}::boolean
    returning ${columns('Fact')}`);
  return fact;
}
