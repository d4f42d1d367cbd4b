// The statements of lists of facts.
import { empty, raw, selectLists, sql, type Sql, dependsOnTables } from '../../prisma/client.ts';
import type { IndexRange } from '../graphql/lists/list-conditions.ts';
import { whereAll } from '../graphql/lists/record-filters.ts';

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
