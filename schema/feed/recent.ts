import { type EntryType, sql, type Sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { assertChannelExists } from '../channels/rules.ts';
import { Edge, pageArgs, type PageRequest, readPageArgs, toConnection } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import { countWithinFeedBound } from '../data/text-bound.ts';
import { RecordInterface } from '../graphql/record.ts';
import {
  hasRecordFilters,
  readRecordFilters,
  type RecordFilters,
  recordFilterArgs,
  whereRecordFilters,
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
      return withRecords(ctx, toConnection(ctx, key, { rows, request: page, positionOf }));
    },
  }),
);

interface RecentEntry extends Entry {
  readonly createdAt: Date;
}

const positionOf = ({ createdAt, id }: RecentEntry) => [createdAt.toISOString(), id];

/**
 * Replaces the entries of a page by their records, up to the bound of text. Records hidden since the entries were read
 * are left out.
 */
async function withRecords(ctx: Context, connection: ReturnType<typeof toConnection<RecentEntry>>) {
  const entries = await boundPackets(
    ctx,
    connection.edges.map(({ node }) => node),
  );
  const isBrief = isBriefView(ctx);
  const found = await loadPublicRecords(ctx, entries);
  const complete = isBrief ? await addSummaries(ctx, found) : found;
  const records = new Map(complete.map((record) => [record.id, record]));
  const edges = connection.edges.slice(0, entries.length).flatMap((edge) => {
    const node = records.get(edge.node.id);
    return node ? new Edge(node, () => edge.cursor) : [];
  });
  const bounded = edges.slice(
    0,
    countWithinFeedBound(
      edges.map(({ node }) => node),
      isBrief,
    ),
  );
  const isWhole = bounded.length === edges.length && entries.length === connection.edges.length;
  if (isWhole) return { ...connection, edges };
  const { hasPreviousPage } = connection.pageInfo;
  const [startCursor, endCursor] = [bounded[0]?.cursor ?? null, bounded.at(-1)?.cursor ?? null];
  return { edges: bounded, pageInfo: { hasPreviousPage, hasNextPage: true, startCursor, endCursor } };
}

interface RecentRequest {
  readonly types: readonly EntryType[];
  readonly channel: string | null;
  readonly recordFilters: RecordFilters;
  readonly page: PageRequest;
}

/** With several filters the better index depends on their values, so each statement gets its own plan. */
const readRows = (ctx: Context, request: RecentRequest) =>
  ctx.loaders.loadRows<RecentEntry>(recentRows(request), {
    caller: ctx.queueKey,
    planning: hasRecordFilters(request.recordFilters) ? 'unprepared' : 'prepared',
  });

/** Reads each type from its own index, so that the cost of a page does not depend on the size of the table. */
function recentRows({ types, channel, recordFilters, page: { limit, after } }: RecentRequest): Sql {
  const inChannel = channel === null ? sql`true` : sql`channel_slug = ${channel}`;
  const beyondCursor = after
    ? sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`;
  return sql`
    select found.* from unnest(${types}::"EntryType"[]) as requested(type)
    cross join lateral (
      select id, type, created_at as "createdAt" from entries
      where visible and type = requested.type and ${inChannel} and ${whereRecordFilters(recordFilters)} and ${beyondCursor}
      order by created_at desc, id desc limit ${limit + 1}
    ) found
    order by "createdAt" desc, id desc limit ${limit + 1}`;
}
