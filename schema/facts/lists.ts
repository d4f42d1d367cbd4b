// The statements of lists of facts.
import {
  type ColumnSet,
  empty,
  raw,
  selectLists,
  sql,
  type Sql,
  dependsOnTables,
} from '../../prisma/client.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import type { SeqPage } from '../data/seq-pages.ts';
import type { IndexRange } from '../graphql/lists/list-conditions.ts';
import { type RecordFilters, whereAll, whereCreated, whereGiven } from '../graphql/lists/record-filters.ts';
import { type VisibilityFilter, whereVisible } from '../moderation/visibility.ts';

/** Filters of a list of facts; null means no filter. */
export interface FactFilterValues {
  readonly tags: readonly string[] | null;
  readonly channels: readonly (string | Sql)[] | null;
  /** Whether `listRecords` filters by author or time. */
  readonly hasRecordFilters: boolean;
  /** Whether to include superseded, quarantined and stale facts. */
  readonly superseded: boolean;
  readonly quarantined: boolean;
  readonly stale: boolean;
}

/**
 * The facts with a tag. A fact is one composite column, so that `created_at` and `id` refer to `fact_tags` and its
 * index on them is used. `offset 0` makes PostgreSQL look up each fact by id instead of joining all facts. Filtered lists
 * have no `offset 0`, so that the planner can choose.
 */
const taggedFacts = ({ isFiltered }: { readonly isFiltered: boolean }) => sql`fact_tags cross join lateral (
  select facts as fact, facts.hidden_at from facts where facts.id = fact_tags.id ${isFiltered ? empty : raw('offset 0')}) tagged`;

/**
 * The query for a list of facts, for `listRecords`. The statement is prepared unless the list has a filter besides one channel
 * and one tag.
 */
export function selectFacts(filter: FactFilterValues, now: Date) {
  const { tags, channels, superseded, quarantined, stale } = filter;
  const hasSeveral = [tags, channels].some((values) => values !== null && values.length > 1);
  const isFiltered = filter.hasRecordFilters || superseded || quarantined || !stale || hasSeveral;
  return tags === null
    ? { isFiltered, ...selectUntagged(filter, now) }
    : { isFiltered, ...selectTagged({ ...filter, tags }, { isFiltered, now }) };
}

const selectUntagged = (filter: FactFilterValues, now: Date) => ({
  select: selectLists('Fact'),
  from: sql`facts`,
  dependsOn: dependsOnTables('facts'),
  conditions: {
    channel: filter.channels?.map((slug) => sql`channel_slug = ${slug}`),
    current:
      filter.superseded || filter.quarantined
        ? null
        : [sql`superseded_at is null and quarantined_at is null`],
  },
  indexes: FACT_INDEXES,
  rest: whereIncluded(filter, now),
});

const selectTagged = (
  filter: FactFilterValues & { readonly tags: readonly string[] },
  { isFiltered, now }: { readonly isFiltered: boolean; readonly now: Date },
) => ({
  select: selectLists('Fact', '(fact)'),
  from: taggedFacts({ isFiltered }),
  countedFrom: taggedFacts({ isFiltered: false }),
  dependsOn: dependsOnTables('facts'),
  conditions: {
    tag: filter.tags.map((tag) => sql`tag = ${tag}`),
    channel: filter.channels?.map((slug) => sql`channel = ${slug}`),
    current: currentRanges(filter),
  },
  indexes: TAG_INDEXES,
  canRepeat: filter.tags.length > 1,
  rest: filter.stale ? null : whereFresh(sql`(fact).decay_after`, now),
});

/** Current facts (neither superseded nor quarantined) have partial indexes. */
const FACT_INDEXES = [
  ['channel', 'createdBy'],
  ['createdBy'],
  ['channel', 'current'],
  ['channel'],
  ['current'],
];

const TAG_INDEXES = [
  ['tag', 'createdBy'],
  ['tag', 'channel', 'current'],
  ['tag', 'current'],
];

const whereFresh = (decayAfter: Sql, now: Date) => sql`(${decayAfter} is null or ${decayAfter} > ${now})`;

/** If neither superseded nor quarantined facts are included, the filter `current` leaves both out. */
const whereIncluded = ({ superseded, quarantined, stale }: FactFilterValues, now: Date): Sql | null => {
  const includesOnlySuperseded = superseded && !quarantined;
  const includesOnlyQuarantined = quarantined && !superseded;
  const conditions = [
    stale ? null : whereFresh(sql`decay_after`, now),
    includesOnlyQuarantined ? sql`superseded_at is null` : null,
    includesOnlySuperseded ? sql`quarantined_at is null` : null,
  ];
  return conditions.every((condition) => condition === null) ? null : whereAll(conditions);
};

/**
 * Index ranges of `fact_tags`: current facts (neither superseded nor quarantined), then other facts that the filter
 * includes.
 */
function currentRanges({ superseded, quarantined }: FactFilterValues): readonly (Sql | IndexRange)[] {
  const toOtherRange = (rest: Sql): IndexRange => ({ range: sql`not current`, rest });
  if (superseded && quarantined) return [sql`current`, sql`not current`];
  if (superseded) return [sql`current`, toOtherRange(sql`(fact).quarantined_at is null`)];
  if (!quarantined) return [sql`current`];
  return [
    sql`current`,
    toOtherRange(sql`(fact).quarantined_at is not null and (fact).superseded_at is null`),
  ];
}

/** A page of a chain, and its filters. */
export interface FilteredChain {
  readonly page: SeqPage;
  readonly recordFilters: RecordFilters;
  /** Whether to include quarantined facts. */
  readonly quarantined: boolean;
  readonly visibility: VisibilityFilter;
}

/**
 * The query for a page of a chain, for `loadChildPage`. No index serves the filters by author and time: the page can read the whole
 * chain, which has no maximum length.
 */
export function selectFilteredChain(
  columnSet: ColumnSet,
  { page, recordFilters, quarantined, visibility }: FilteredChain,
) {
  const { afterSeq, beforeSeq, size, isBackward } = page;
  const order = raw(isBackward ? 'seq desc' : 'seq');
  const authors = whereGiven(recordFilters.authors, (handles) => sql`created_by = any(${handles}::text[])`);
  const where = whereAll([authors, whereCreated(recordFilters), whereVisible(visibility)]);
  const select = selectLists('Fact');
  const query = sql`select ${select[columnSet]} from facts
    where root_id = ${PARENT_KEY}::uuid and seq > ${afterSeq} and seq < ${beforeSeq}
      and (${quarantined}::boolean or quarantined_at is null) and ${where}
    order by ${order} limit ${size}`;
  return { query, order, textBytes: select.textBytes[columnSet] };
}
