import { type EntryType, join, sql, type Sql } from '../../prisma/client.ts';
import { countRecords } from '../graphql/counts.ts';
import { builder } from '../graphql/builder.ts';
import { assertChannelExists } from '../channels/rules.ts';
import { Edge, toConnection } from '../graphql/connections.ts';
import { pageArgs, type PageRequest, readPageArgs } from '../graphql/page-args.ts';
import type { Context } from '../context.ts';
import { orderIn, readingDirection, readingOrder, whereBetween } from '../data/keyset.ts';
import { countWithinFeedBound } from '../data/text-bound.ts';
import { RecordInterface } from '../graphql/record.ts';
import {
  hasRecordFilters,
  readRecordFilters,
  type RecordFilters,
  recordFilterArgs,
  whereCreated,
  whereCreatedBy,
} from '../graphql/record-filters.ts';
import { slug } from '../values/text.ts';
import { addSummaries, isBriefView } from './brief-items.ts';
import { boundPackets, type Entry, EntryTypeEnum, loadPublicRecords } from './entries.ts';

/** Types in the list by default. */
const DEFAULT_TYPES: readonly EntryType[] = ['thread', 'post', 'inquiry', 'fact'];

const RecentConnection = builder.connectionObject(
  { type: RecordInterface, name: 'RecentConnection', description: 'A page of records of several types.' },
  { name: 'RecentEdge', description: 'A record and its cursor.' },
);

builder.queryField('recent', (t) =>
  t.field({
    type: RecentConnection,
    nullable: true,
    description:
      'Lists records of several types, newest first. Hidden and quarantined records are left out for every caller. Throws `not_found`, `invalid_cursor`.',
    args: {
      type: t.arg({
        type: [EntryTypeEnum],
        description: 'Filters to these types. Default: thread, post, inquiry and fact.',
      }),
      channel: t.arg.string({
        description: 'Filters to the channel with this slug.',
        validate: slug(),
      }),
      ...recordFilterArgs(t.arg),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      const channel = args.channel ?? null;
      await assertChannelExists(ctx, channel);
      const recordFilters = readRecordFilters(ctx, args);
      const types = [...new Set(args.type?.length ? args.type : DEFAULT_TYPES)].sort();
      const key = { list: 'recent', filters: { types, channel, ...recordFilters } };
      const page = readPageArgs(ctx, key, args);
      const rows = await readRows(ctx, { types, channel, recordFilters, page });
      const { records, count } = await loadRecords(ctx, rows.slice(0, page.limit));
      const connection = toConnection(ctx, key, {
        rows,
        request: { ...page, limit: count },
        positionOf,
        countRecords: () => countEntries(ctx, { types, channel, recordFilters }),
      });
      const edges = connection.edges.flatMap((edge) => {
        const record = records.get(edge.node.id);
        return record ? new Edge(record, () => edge.cursor) : [];
      });
      return { ...connection, edges };
    },
  }),
);

interface RecentEntry extends Entry {
  readonly createdAt: Date;
}

const positionOf = ({ createdAt, id }: RecentEntry) => [createdAt.toISOString(), id];

/**
 * Loads the records of entries, up to the bound of text. Records hidden since the entries were read are left out.
 */
async function loadRecords(ctx: Context, entries: readonly RecentEntry[]) {
  const bounded = await boundPackets(ctx, entries);
  const isBrief = isBriefView(ctx);
  const found = await loadPublicRecords(ctx, bounded);
  const complete = isBrief ? await addSummaries(ctx, found) : found;
  const size = countWithinFeedBound(complete, isBrief);
  const excluded = complete[size]?.id;
  return {
    records: new Map(complete.slice(0, size).map((record) => [record.id, record])),
    /** How many of the entries the page has. */
    count: excluded === undefined ? bounded.length : bounded.findIndex(({ id }) => id === excluded),
  };
}

interface RecentRequest {
  readonly types: readonly EntryType[];
  readonly channel: string | null;
  readonly recordFilters: RecordFilters;
  readonly page: PageRequest;
}

const countEntries = (ctx: Context, { types, channel, recordFilters }: Omit<RecentRequest, 'page'>) => {
  const list = {
    from: sql`entries`,
    where: sql`visible and ${whereCreated(recordFilters)}`,
    conditions: {
      channel: channel === null ? null : [inChannel(channel)],
      type: types.map((type) => sql`type = ${type}::"EntryType"`),
      createdBy: whereCreatedBy(recordFilters),
    },
    indexes: [['createdBy'], ['channel', 'type'], ['type']],
    isNeverHidden: true,
  };
  return countRecords(ctx, list);
};

const whereAuthor = (filters: RecordFilters): Sql => join(whereCreatedBy(filters) ?? [sql`true`], ' and ');

const inChannel = (channel: string | null): Sql =>
  channel === null ? sql`true` : sql`channel_slug = ${channel}`;

/** With several filters the better index depends on their values, so each statement gets its own plan. */
const readRows = (ctx: Context, request: RecentRequest) =>
  ctx.loaders.loadRows<RecentEntry>(recentRows(request), {
    caller: ctx.queueKey,
    planning: hasRecordFilters(request.recordFilters) ? 'unprepared' : 'prepared',
  });

const NEWEST_FIRST = { columns: { created_at: 'timestamptz', id: 'uuid' }, direction: 'desc' } as const;

/** Reads each type from its own index, so that the cost of a page does not depend on the size of the table. */
function recentRows({ types, channel, recordFilters, page }: RecentRequest): Sql {
  const size = page.limit + 1;
  return sql`
    select found.* from unnest(${types}::"EntryType"[]) as requested(type)
    cross join lateral (
      select id, type, created_at as "createdAt" from entries
      where visible and type = requested.type and ${inChannel(channel)} and ${whereAuthor(recordFilters)} and ${whereCreated(recordFilters)} and ${whereBetween(page, NEWEST_FIRST)}
      order by ${readingOrder(page, NEWEST_FIRST)} limit ${size}
    ) found
    order by ${orderIn(['"createdAt"', 'id'], readingDirection(page, 'desc'))} limit ${size}`;
}
