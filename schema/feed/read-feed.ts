import { isDeepStrictEqual } from 'node:util';
import {
  dependOnRows,
  isInSnapshot,
  isPartialRead,
  readSnapshot,
  type RowDependency,
  type Sql,
  raw,
  sql,
} from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { createLogEdges, type LogPage } from '../graphql/lists/log-pages.ts';
import { readPageArgs } from '../graphql/lists/page-args.ts';
import { valuesOf, readAuthor, whereAll, whereGiven } from '../graphql/lists/record-filters.ts';
import { createInvalidCursorError, type Position } from '../values/cursors.ts';
import { boundPage } from './bound-page.ts';
import { type FeedEntry, type FeedItem, type FeedType, loadFeedItems } from './feed-items.ts';
import { boundPackets, ENTRY_TYPES, type TypedRecord } from './entries.ts';
import { feedTopic } from '../live/topics.ts';
import { readOrWait } from '../live/wait.ts';
import {
  fromCursorValues,
  checkpointTable,
  isCovered,
  laterTime,
  readStart,
  startBeyond,
  toCursorValues,
} from './checkpoint-values.ts';
import { type Checkpoint, createCheckpointAdvance } from './checkpoints.ts';

/** Types in the feed by default. All other types are included only on request. */
const DEFAULT_TYPES: readonly FeedType[] = ['thread', 'post', 'inquiry', 'fact'];

interface Filters {
  readonly types: readonly FeedType[];
  readonly channel: string | null;
  /** The author of a record, or the agent that caused a change. */
  readonly createdBy: string | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** A request for a page, with the checkpoints from its cursor. */
interface FeedRequest extends Filters {
  readonly limit: number;
  readonly since: Date | null;
  readonly checkpoints: readonly Checkpoint[];
  /** Whether the request has a cursor. */
  readonly isContinued: boolean;
}

export interface FeedPage extends LogPage<TypedRecord> {
  /** Whether the page has no items; if they have not been loaded, whether it has no entries. */
  readonly isEmpty: boolean;
  /** Time of the last entry; without entries, the later of the time of the furthest checkpoint and `since`. */
  readonly nextSince: Date | null;
  readonly endCursor: string;
}

interface FeedArgs {
  readonly since?: Date | null | undefined;
  readonly filter?:
    | {
        readonly types?: readonly FeedType[] | null | undefined;
        readonly channel?: string | null | undefined;
        readonly author?: string | null | undefined;
        readonly until?: Date | null | undefined;
      }
    | null
    | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** Reads a page of the feed, oldest entry first, and waits while it is empty. Throws `invalid_cursor`. */
export async function readFeedOrWait(
  ctx: Context,
  { wait, ...args }: FeedArgs & { readonly wait?: number | null | undefined },
): Promise<FeedPage> {
  const { repetition } = ctx;
  const isContinued = Boolean(args.after);
  let request = {
    ...(await toRequest(ctx, { ...args, after: repetition?.cursor ?? args.after })),
    isContinued,
  };
  return readOrWait(ctx, {
    seconds: wait,
    topics: () => request.types.map((type) => feedTopic(type, request.channel)),
    read: async () => {
      const page = await readFeed(ctx, request);
      // The next read of a wait begins where this one ended: with filters that match few rows, a read may scan the whole board.
      if (wait && isEmptyPage(page)) {
        request = { ...(await toRequest(ctx, { ...args, after: page.endCursor })), isContinued };
        if (repetition) repetition.cursor = page.endCursor;
      }
      return page;
    },
    isEmpty: isEmptyPage,
  });
}

/** If all records of a page are hidden, it has no items, but more pages may follow. */
const isEmptyPage = ({ isEmpty, hasMore }: FeedPage): boolean => isEmpty && !hasMore;

async function readFeed(ctx: Context, request: FeedRequest): Promise<FeedPage> {
  // Read the clock before the snapshot: a later time would shorten the window in which late rows are expected.
  const takenAt = ctx.clock.now().getTime();
  const { limit, createdBy, until } = request;
  const rows = await dependOnRows(
    () =>
      ctx.loaders.loadRows<PageRow>(selectFeedRows(request), {
        caller: ctx.queueKey,
        planning: createdBy === null && until === null ? 'prepared' : 'unprepared',
        // No index has both: the page may read all records of the author, or of the channel.
        isExpensive: createdBy !== null && request.channel !== null,
        dependsOn: [],
      }),
    (read) => dependenciesOf(read, limit),
  );
  const entryRows = rows.filter((row): row is EntryRow => row.id !== null);
  const page = await boundPage(ctx, await boundPackets(ctx, entryRows.slice(0, limit)));
  const advance = createCheckpointAdvance(request.checkpoints, {
    xids: entryRows.map(({ xid }) => xid),
    snapshot: rows[0]?.snapshot ?? '',
    takenAt,
    isPartial: rows[0]?.isPartial,
  });
  return toFeedPage(ctx, request, { ...page, advance, hasMore: entryRows.length > page.entries.length });
}

interface ReadPage {
  readonly entries: readonly FeedEntry[];
  readonly items?: readonly FeedItem[];
  readonly advance: ReturnType<typeof createCheckpointAdvance>;
  readonly hasMore: boolean;
}

function toFeedPage(
  ctx: Context,
  request: FeedRequest,
  { entries, items, advance, hasMore }: ReadPage,
): FeedPage {
  const seal = (checkpoints: readonly Checkpoint[]) =>
    ctx.cursors.seal(KEY.list, KEY.filters, toPosition({ ...request, checkpoints }));
  const last = entries.at(-1);
  const checkpoints = advance({ last: last ? feedPositionOf(last) : null, hasMore });
  const [furthest] = checkpoints;
  const endCursor = seal(checkpoints);
  const loadEdges = async () =>
    createLogEdges(items ?? (await loadFeedItems(ctx, entries)), {
      nodeOf: ({ record }) => record,
      cursorOf: ({ entry }) => seal(advance({ last: feedPositionOf(entry), hasMore: true })),
      endCursor,
    });
  let edges: ReturnType<typeof loadEdges> | undefined;
  return {
    edges: () => (edges ??= loadEdges()),
    isEmpty: (items ?? entries).length === 0,
    hasMore,
    isContinued: request.isContinued,
    nextSince: last?.createdAt ?? laterTime(furthest ? new Date(furthest.at) : null, request.since),
    endCursor,
  };
}

const feedPositionOf = ({ createdAt, id }: FeedEntry) => ({ at: createdAt.toISOString(), id });

/** A full page does not depend on records after its last record. */
const dependenciesOf = (rows: readonly PageRow[], limit: number): readonly RowDependency[] => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last?.id ? [{ key: 'feed', until: last.createdAt }] : ['feed'];
};

/** Has no filters, because the position in a cursor contains them. */
const KEY = { list: 'feed', filters: {} };

/**
 * Merges the arguments with the cursor, whose filters need not be repeated. With a cursor, `since` can only move
 * the start forward. Throws `invalid_cursor` for filters that differ from those of the cursor.
 */
async function toRequest(ctx: Context, args: FeedArgs): Promise<FeedRequest> {
  const { limit, after } = readPageArgs(ctx, KEY, args);
  const { types, channel = null, author, until = null } = args.filter ?? {};
  const givenFilters = { types: valuesOf(types), channel, createdBy: readAuthor(ctx, author), until };
  if (!after)
    return {
      ...givenFilters,
      types: givenFilters.types ?? DEFAULT_TYPES,
      limit,
      isContinued: false,
      ...(await readStart(ctx, args.since, null)),
    };
  const cursor = fromPosition(after);
  const remembered = { ...cursor, types: cursor.types.toSorted() };
  const names = ['types', 'channel', 'createdBy', 'until'] as const;
  if (
    names.some(
      (name) => givenFilters[name] !== null && !isDeepStrictEqual(givenFilters[name], remembered[name]),
    )
  )
    throw createInvalidCursorError();
  return { ...cursor, limit, isContinued: true, ...(await readStart(ctx, args.since, cursor)) };
}

type CursorState = Omit<FeedRequest, 'limit' | 'isContinued'>;

/**
 * Position in the cursor:
 * 1. `types`, or `types;author;until` if an author or an end is given
 * 2. the channel, or an empty text
 * 3. `since`, or an empty text
 * 4. four values for each checkpoint
 */
const toPosition = ({ types, channel, createdBy, until, since, checkpoints }: CursorState): Position => [
  createdBy === null && until === null
    ? types.join()
    : [types.join(), createdBy ?? '', until?.toISOString() ?? ''].join(';'),
  channel ?? '',
  since?.toISOString() ?? '',
  ...toCursorValues(checkpoints),
];

/** The parts of `types;author;until`. Only the author may contain a semicolon: it is any text. */
const FILTERS = /^([^;]*)(?:;(.*);([^;]*))?$/s;

function fromPosition([filters, channel, since, ...rest]: Position): CursorState {
  const [, types = '', createdBy, until] = FILTERS.exec(String(filters)) ?? [];
  return {
    types: types.split(',') as FeedType[],
    channel: channel ? String(channel) : null,
    createdBy: createdBy || null,
    until: until ? new Date(until) : null,
    since: since ? new Date(since) : null,
    checkpoints: fromCursorValues(rest),
  };
}

/** The snapshot of the statement, and whether it may lack rows (`isPartialRead`). */
interface ReadRow {
  readonly snapshot: string;
  readonly isPartial: boolean;
}

type EntryRow = FeedEntry & ReadRow & { readonly xid: string };

/** An empty page is one row without an entry. */
type PageRow = EntryRow | (ReadRow & { readonly id: null });

/**
 * Selects the page and one more row, with the snapshot of the statement. Each type is one range of an index in the order of the
 * feed: the statement reads the first rows of each range and merges them.
 */
function selectFeedRows({ types, channel, createdBy, until, since, checkpoints, limit }: FeedRequest): Sql {
  const start = startBeyond(checkpoints, since);
  const filter = whereAll([
    whereGiven(channel, (slug) => sql`channel_slug = ${slug}`),
    whereGiven(until, (time) => sql`created_at < ${time}`),
  ]);
  const rowsOf = (table: Sql, isOfType: Sql, members: Sql, author: Sql) => sql`
    select ${members}, created_at as "createdAt" from ${table}
    where ${isOfType} and ${filter} and ${whereGiven(createdBy, (handle) => sql`${author} = ${handle}`) ?? sql`true`}
      and (created_at, id) > (${start.at}::timestamptz, ${start.id}::uuid) and not ${isCovered(table, checkpointTable(checkpoints))}
      and ${isInSnapshot(table, raw('current.snapshot'))}
    order by created_at, id limit ${limit + 1}`;
  const entryTypes = types.filter(isEntryType);
  const activityTypes = types.filter((type) => !isEntryType(type));
  const entries = sql`
    select found.* from unnest(${entryTypes}::"EntryType"[]) as requested(type)
    cross join lateral (${rowsOf(raw('entries'), raw('visible and type = requested.type'), ENTRY_MEMBERS, raw('created_by'))}) found`;
  const activities = sql`
    select found.* from unnest(${activityTypes}::text[]) as requested(type)
    cross join lateral (${rowsOf(raw('activities'), raw('feed_type = requested.type'), ACTIVITY_MEMBERS, raw('actor'))}) found`;
  return sql`
    select entry.*, current.*
    from (select ${readSnapshot()} as snapshot, ${isPartialRead()} as "isPartial") current
    left join lateral (
      ${activityTypes.length === 0 ? entries : sql`(${entries}) union all (${activities})`}
      order by "createdAt", id limit ${limit + 1}
    ) entry on true
    order by entry."createdAt", entry.id`;
}

const isEntryType = (type: FeedType): boolean => ENTRY_TYPES.some((entryType) => entryType === type);

/** Selects `xid`, and the members of `FeedEntry` other than `createdAt`, from each of the two tables. */
const ENTRY_MEMBERS = raw(
  'id, type::text, null as kind, type::text as "recordType", id as "recordId", null as "aboutType", null::uuid as "aboutId", xid::text',
);
const ACTIVITY_MEMBERS = raw(
  'id, feed_type as type, kind, record_type as "recordType", record_id as "recordId", about_type as "aboutType", about_id as "aboutId", xid::text',
);
