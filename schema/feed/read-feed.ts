// One page of the feed, read from where its cursor says that the reader has come.
import { type EntryType, type Sql, sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { type PageRequest, readPageArgs } from '../graphql/connections.ts';
import type { Position } from '../values/cursors.ts';
import type { Entry } from './entries.ts';
import {
  advanceCheckpoints,
  type Checkpoint,
  type FeedPosition,
  positionAt,
  startPosition,
} from './checkpoints.ts';

/** What the contract has in the feed; reports and work come where they are asked for. */
const TYPES: readonly EntryType[] = ['thread', 'post', 'inquiry', 'fact'];

interface Filters {
  readonly types: readonly EntryType[];
  readonly channel: string | null;
}

/** What a reader asks for, and what it has got so far. */
interface Reading extends Filters {
  readonly limit: number;
  readonly since: Date | null;
  readonly marks: readonly Checkpoint[];
}

interface FeedEntry extends Entry {
  readonly createdAt: Date;
}

export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  readonly hasMore: boolean;
  /** How far the feed was read: the last entry's time, else that of the furthest mark, else `since`. */
  readonly until: Date | null;
  /** Where to read on, whether or not there is more by now. */
  readonly cursor: string;
}

interface FeedArgs {
  readonly since?: Date | null | undefined;
  readonly type?: readonly EntryType[] | null | undefined;
  readonly channel?: string | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** Reads the page that these arguments ask for. Throws `invalid_cursor`. */
export async function readFeed(ctx: Context, args: FeedArgs): Promise<FeedPage> {
  const reading = toReading(ctx, args);
  // Before the snapshot is taken: from here on late is counted.
  const takenAt = ctx.clock.now().getTime();
  const rows = await ctx.loaders.loadRows<EntryRow>(feedRows(reading));
  const { limit, since } = reading;
  const found = rows.filter((row): row is FeedRow => row.id !== null);
  const entries = found.slice(0, limit);
  const [last, hasMore] = [entries.at(-1), found.length > limit];
  const marks = advanceCheckpoints(reading.marks, {
    last: last ? { at: last.createdAt.toISOString(), id: last.id } : null,
    isCut: hasMore,
    snapshot: rows[0]?.snapshot ?? '',
    takenAt,
  });
  const [reached] = marks;
  return {
    entries,
    hasMore,
    until: last?.createdAt ?? later(reached ? new Date(reached.at) : null, since),
    cursor: ctx.cursors.seal(LIST, filtersOf(reading), toPosition(since, marks)),
  };
}

const LIST = 'feed';

/** Types in any order, named or by default, are one list. */
const filtersOf = ({ types, channel }: Filters) => ({ types: [...new Set(types)].sort(), channel });

/** The arguments, together with what the cursor says: `since` beside a cursor can only narrow. */
function toReading(ctx: Context, args: FeedArgs): Reading {
  const filters = filtersOf({ types: args.type?.length ? args.type : TYPES, channel: args.channel ?? null });
  const { limit, after } = readPageArgs(ctx, { list: LIST, filters }, args);
  const { since, marks } = fromPosition(after);
  return { ...filters, limit, marks, since: later(since, args.since ?? null) };
}

function later(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

/** `since`, or nothing; then every mark in four. */
const toPosition = (since: Date | null, marks: readonly Checkpoint[]): Position => [
  since?.toISOString() ?? '',
  ...marks.flatMap(({ at, id, snapshot, takenAt }) => [at, id, snapshot, takenAt]),
];

function fromPosition(position: PageRequest['after']): Pick<Reading, 'since' | 'marks'> {
  const [since, ...rest] = position ?? [];
  const marks: Checkpoint[] = [];
  for (let i = 0; i < rest.length; i += 4) {
    const [at, id, snapshot, takenAt] = rest.slice(i, i + 4) as [string, string, string, number];
    marks.push({ at, id, snapshot, takenAt });
  }
  return { since: since ? new Date(since) : null, marks };
}

type FeedRow = FeedEntry & { readonly snapshot: string };

/** Where nothing is found there is one row all the same, with the snapshot. */
type EntryRow = FeedRow | { readonly id: null; readonly snapshot: string };

/** The page and one row more, with the snapshot that it was read in: each type by its own index, then all in order. */
function feedRows({ types, channel, since, marks, limit }: Reading): Sql {
  const start = startBeyond(marks, since);
  const inChannel = channel === null ? sql`true` : sql`channel_slug = ${channel}`;
  return sql`
    select entry.*, seen.snapshot
    from (select pg_current_snapshot()::text as snapshot) seen
    left join lateral (
      select found.* from unnest(${types}::"EntryType"[]) as wanted(type)
      cross join lateral (
        select id, type, created_at as "createdAt" from entries
        where visible and type = wanted.type and ${inChannel}
          and (created_at, id) > (${start.at}::timestamptz, ${start.id}::uuid) and not ${isCovered(marks)}
        order by created_at, id limit ${limit + 1}
      ) found
      order by "createdAt", id limit ${limit + 1}
    ) entry on true
    order by entry."createdAt", entry.id`;
}

function startBeyond(marks: readonly Checkpoint[], since: Date | null): FeedPosition {
  const start = startPosition(marks);
  const from = since ? positionAt(since) : start;
  return from.at > start.at ? from : start;
}

/**
 * Whether a mark covers the row. Where the board was restored on another server, transactions of rows may be still to
 * come on this one: such rows were there before whatever a mark has seen.
 */
const isCovered = (marks: readonly Checkpoint[]): Sql => sql`
  exists (
    select from unnest(
      ${marks.map(({ at }) => at)}::timestamptz[], ${marks.map(({ id }) => id)}::uuid[],
      ${marks.map(({ snapshot }) => snapshot)}::pg_snapshot[]
    ) as mark(at, id, snapshot)
    where (entries.created_at, entries.id) <= (mark.at, mark.id)
      and (pg_visible_in_snapshot(entries.xid, mark.snapshot)
        or entries.xid >= pg_snapshot_xmax(pg_current_snapshot()))
  )`;
