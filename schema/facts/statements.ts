import { columns, type Fact, raw, sql, type Sql, type Transaction, type Via } from '../../prisma/client.ts';
import { allOf } from '../filters.ts';
import { createId } from '../id.ts';
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
export async function insertFact(db: Transaction, fact: NewFact): Promise<Fact> {
  const { supersedesId, createdBy, via, now } = fact;
  const [row] = await db.rows<Fact>(sql`
    insert into facts (id, statement, tags, channel_slug, evidence_post_id, evidence_inquiry_id, supersedes_id,
      valid_as_of, decay_after, created_by, via, created_at)
    values (${createId(now)}::uuid, ${fact.statement}, ${fact.tags}, ${fact.channelSlug}, ${fact.evidencePostId}::uuid,
      ${fact.evidenceInquiryId}::uuid, ${supersedesId}::uuid, ${fact.validAsOf}, ${fact.decayAfter}, ${createdBy},
      ${via}::"Via", ${now})
    returning ${columns('Fact')}`);
  if (!row) throw new Error('the database took a fact and gave none back');
  return row;
}

/** Throws `not_found` where there is no such fact. */
export async function requireFact(db: Transaction, id: string): Promise<void> {
  const [fact] = await db.rows(sql`select 1 from facts where id = ${id}::uuid`);
  if (!fact) throw factNotFound(id);
}

/**
 * Marks a fact that is there as superseded. Of several who want to at once, one does; the others wait for it. Throws
 * `already_superseded`. A unique constraint holds the same for whoever writes without asking here.
 */
export async function supersede(db: Transaction, id: string, now: Date): Promise<void> {
  const marked = await db.rows(sql`
    update facts set superseded_at = ${now}, version = version + 1
    where id = ${id}::uuid and superseded_at is null returning id`);
  if (marked.length === 0) throw alreadySuperseded(id, await headOf(db, id));
}

async function headOf(db: Transaction, id: string): Promise<string> {
  const [head] = await db.rows<{ id: string }>(sql`
    select id from facts where root_id = (select root_id from facts where id = ${id}::uuid)
    order by seq desc limit 1`);
  return head?.id ?? id;
}

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
 * Facts that have a tag. Each comes as one column, so that the list's time and id are those of the tag's index; it is
 * looked up by id for each place of a page (`offset 0`), which a planner that knows little of a tag would not do.
 */
const TAGGED = sql`fact_tags cross join lateral (
  select facts as fact from facts where facts.id = fact_tags.id offset 0) tagged`;

/** A list of facts, as `listRecords` reads it. The default one is read most: it is planned once. */
export function selectFacts(filter: FactFilter, now: Date) {
  const { tag, since, channel, createdBy, stale } = filter;
  const fact = raw(tag === null ? '' : '(fact).');
  const narrowings = [
    tag === null ? null : sql`tag = ${tag}`,
    channel === null ? null : sql`${raw(tag === null ? 'channel_slug' : 'channel')} = ${channel}`,
    createdBy === null ? null : sql`${fact}created_by = ${createdBy}`,
    since === null ? null : sql`created_at >= ${since}`,
    stale ? null : sql`(${fact}decay_after is null or ${fact}decay_after > ${now})`,
  ].filter((condition) => condition !== null);
  return {
    narrowed: narrowings.length > 0,
    select: tag === null ? columns('Fact') : columns('Fact', '(fact)'),
    from: tag === null ? sql`facts` : TAGGED,
    where: allOf([...narrowings, ...whereStanding(filter, fact)]),
  };
}

/** The default is spelt as the partial indexes spell it. */
function whereStanding({ tag, superseded, quarantined }: FactFilter, fact: Sql): readonly (Sql | null)[] {
  if (tag !== null && !superseded && !quarantined) return [sql`current`];
  return [
    superseded ? null : sql`${fact}superseded_at is null`,
    quarantined ? null : sql`${fact}quarantined_at is null`,
  ];
}

/** Quarantines a fact for a reason, or releases it; undefined where it is not there, or is so already. */
export async function setQuarantined(
  db: Transaction,
  id: string,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<Fact | undefined> {
  const [fact] = await db.rows<Fact>(sql`
    update facts set quarantined_at = ${reason === null ? null : now}::timestamptz, quarantine_reason = ${reason},
      version = version + 1
    where id = ${id}::uuid and (quarantined_at is null) = ${reason !== null}::boolean
    returning ${columns('Fact')}`);
  return fact;
}
