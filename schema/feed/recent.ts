import { type EntryType, join, sql, type Sql, dependsOnTables } from '../../prisma/client.ts';
import { type CountedList, countRecords } from '../graphql/lists/counts.ts';
import { channelsField, recordFilterFields } from '../graphql/lists/filter-inputs.ts';
import { hasUnservedFilter, toIndexRanges } from '../graphql/lists/list-conditions.ts';
import { builder } from '../graphql/builder.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { Edge, toConnection } from '../graphql/lists/connections.ts';
import { pageArgs, type PageRequest, readPageArgs } from '../graphql/lists/page-args.ts';
import { planPage } from '../graphql/lists/page-planning.ts';
import type { Context } from '../context.ts';
import { orderIn, readingDirection, readingOrder, whereBetween } from '../data/keyset.ts';
import { countWithinFeedBound } from '../data/text-bound.ts';
import { RecordInterface } from '../graphql/record.ts';
import {
  readRecordFilters,
  type RecordFilters,
  valuesOf,
  whereAuthors,
  whereCreated,
  whereOneOf,
} from '../graphql/lists/record-filters.ts';
import { addSummaries, isBriefView } from './brief-items.ts';
import { boundPackets, EntryTypeEnum, loadPublicRecords, type RecordReference } from './entries.ts';

/** Types in the list by default. */
const DEFAULT_TYPES: readonly EntryType[] = ['thread', 'post', 'inquiry', 'fact'];

const RecentConnection = builder.connectionObject(
  { type: RecordInterface, name: 'RecentConnection', description: 'A page of records of several types.' },
  { name: 'RecentEdge', description: 'A record and its cursor.' },
);

const RecentFilter = builder.inputType('RecentFilter', {
  description:
    'Filters of a list of records of several types. A record must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    ...recordFilterFields(t),
    ...channelsField(t),
    types: t.field({
      type: [EntryTypeEnum],
      description: 'Filters to these types. Default: thread, post, inquiry and fact.',
    }),
  }),
});

builder.queryField('recent', (t) =>
  t.field({
    type: RecentConnection,
    nullable: true,
    description:
      'Lists records of several types, newest first. Hidden and quarantined records are left out for every caller. Throws `not_found`, `invalid_cursor`.',
    args: { filter: t.arg({ type: RecentFilter, description: 'Filters of the list.' }), ...pageArgs(t.arg) },
    resolve: async (_root, args, ctx) => {
      const channels = valuesOf(args.filter?.channels);
      await assertChannelsExist(ctx, channels);
      const recordFilters = readRecordFilters(ctx, args);
      const types = valuesOf(args.filter?.types) ?? DEFAULT_TYPES;
      const key = { list: 'recent', filters: { types, channels, ...recordFilters } };
      const page = readPageArgs(ctx, key, args);
      const rows = await readRows(ctx, { types, channels, recordFilters, page });
      const { records, count } = await loadRecords(ctx, rows.slice(0, page.limit));
      const connection = toConnection(ctx, key, {
        rows,
        request: { ...page, limit: count },
        positionOf,
        countRecords: () => countRecords(ctx, entriesOf({ types, channels, recordFilters })),
      });
      const edges = connection.edges.flatMap((edge) => {
        const record = records.get(edge.node.id);
        return record ? new Edge(record, () => edge.cursor) : [];
      });
      return { ...connection, edges };
    },
  }),
);

interface RecentEntry extends RecordReference {
  readonly createdAt: Date;
}

const positionOf = ({ createdAt, id }: RecentEntry) => [createdAt.toISOString(), id];

/**
 * Loads the records of entries, up to the bound of text. Records hidden since the entries were read are left out.
 */
async function loadRecords(ctx: Context, entries: readonly RecentEntry[]) {
  const bounded = await boundPackets(ctx, entries);
  const isBrief = isBriefView(ctx);
  const publicRecords = await loadPublicRecords(ctx, bounded);
  const shownRecords = isBrief ? await addSummaries(ctx, publicRecords) : publicRecords;
  const size = countWithinFeedBound(shownRecords, isBrief);
  const excluded = shownRecords[size]?.id;
  return {
    records: new Map(shownRecords.slice(0, size).map((record) => [record.id, record])),
    /** How many of the entries the page covers, including those that were left out. */
    count: excluded === undefined ? bounded.length : bounded.findIndex(({ id }) => id === excluded),
  };
}

interface RecentRequest {
  readonly types: readonly EntryType[];
  readonly channels: readonly string[] | null;
  readonly recordFilters: RecordFilters;
  readonly page: PageRequest;
}

const entriesOf = ({ types, channels, recordFilters }: Omit<RecentRequest, 'page'>): CountedList => ({
  from: sql`entries`,
  dependsOn: dependsOnTables('feed'),
  where: sql`visible and ${whereCreated(recordFilters)}`,
  conditions: {
    channel: whereOneOf(channels, (slug) => sql`channel_slug = ${slug}`),
    type: types.map((type) => sql`type = ${type}::"EntryType"`),
    createdBy: whereAuthors(recordFilters),
  },
  indexes: [['createdBy'], ['channel', 'type'], ['type']],
  isNeverHidden: true,
});

/** The best index for a filter by author or time depends on the value of the filter, so PostgreSQL plans such a statement anew. */
const readRows = (ctx: Context, request: RecentRequest) =>
  ctx.loaders.loadRows<RecentEntry>(selectRecentRows(request), {
    caller: ctx.queueKey,
    planning: hasRecordFilters(request.recordFilters)
      ? 'unprepared'
      : planPage(request.page, {
          direction: 'desc',
          ranges: toIndexRanges(entriesOf(request)).length,
        }),
    isExpensive: hasUnservedFilter(entriesOf(request)),
    dependsOn: dependsOnTables('feed'),
  });

const hasRecordFilters = ({ authors, since, until }: RecordFilters): boolean =>
  (authors ?? since ?? until) !== null;

const NEWEST_FIRST = { columns: { created_at: 'timestamptz', id: 'uuid' }, direction: 'desc' } as const;

/** Reads each range in the order of its index, so that the cost of a page does not depend on the size of the table. */
function selectRecentRows({ page, ...request }: RecentRequest): Sql {
  const size = page.limit + 1;
  const { where, ...list } = entriesOf(request);
  const parts = toIndexRanges(list).map(
    ({ range, rest }) => sql`(select id, type, created_at as "createdAt" from entries
      where ${where ?? sql`true`} and ${range} and ${rest ?? sql`true`} and ${whereBetween(page, NEWEST_FIRST)}
      order by ${readingOrder(page, NEWEST_FIRST)} limit ${size})`,
  );
  return sql`select found.* from (${join(parts, ' union all ')}) found
    order by ${orderIn(['"createdAt"', 'id'], readingDirection(page, 'desc'))} limit ${size}`;
}
