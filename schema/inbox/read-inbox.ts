// Reads inboxes. A reader receives the activities under its keys that no checkpoint of its cursor covers, as in the
// feed (docs/decisions/0008-feed-checkpoints.md).
import { type Sql, sql } from '../../prisma/client.ts';
import { handleOf } from '../access.ts';
import type { Context, SessionContext } from '../context.ts';
import { fromValues, isCovered, laterTime, startBeyond, toValues } from '../feed/checkpoint-values.ts';
import { advanceCheckpoints, type Checkpoint } from '../feed/checkpoints.ts';
import { readPageArgs } from '../graphql/connections.ts';
import { readOrWait } from '../live/wait.ts';
import { BoardError } from '../contract.ts';
import { createInvalidCursorError, type Position } from '../values/cursors.ts';
import { NOW } from '../values/text.ts';
import { type InboxItem, type InboxRow, loadVisibleItems } from './items.ts';
import { type InboxKey, loadInboxKeys } from './keys.ts';
import type { InboxKind } from './kinds.ts';

export interface InboxArgs {
  readonly since?: Date | null | undefined;
  readonly kind?: readonly InboxKind[] | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface InboxPage {
  readonly items: readonly InboxItem[];
  readonly hasMore: boolean;
  /** Cursor of the next page, whether or not it has items yet. */
  readonly cursor: string;
  readonly handle: string;
  /** The items that `readUnread` would return, where the page is the first one of all kinds. */
  readonly unread: readonly InboxItem[] | null;
}

/** Up to where an inbox was read or acknowledged. */
export interface InboxPosition {
  readonly since: Date | null;
  readonly checkpoints: readonly Checkpoint[];
}

export interface InboxRequest extends InboxPosition {
  /** Sorted; null for all. */
  readonly kinds: readonly InboxKind[] | null;
  readonly limit: number;
}

/** A cursor is valid for one agent. It remembers the kinds. */
const keyOf = (handle: string) => ({ list: 'inbox', filters: { handle } });

/**
 * Reads a page of the inbox of an agent, oldest item first: after the cursor, else from `since` on, else after what the
 * agent has acknowledged. Throws `invalid_cursor`.
 */
export async function readInbox(ctx: Context, handle: string, args: InboxArgs): Promise<InboxPage> {
  const request = await toRequest(ctx, handle, args);
  const { rows, hasMore, checkpoints } = await readRows(ctx, await loadInboxKeys(ctx, handle), request);
  const { list, filters } = keyOf(handle);
  const position = [request.kinds?.join() ?? '', ...toPosition({ since: request.since, checkpoints })];
  const items = await loadVisibleItems(ctx, rows);
  const isFirst = !args.after && !args.since && request.kinds === null;
  return {
    items,
    unread: isFirst && (!hasMore || items.length === MAX_UNREAD) ? items : null,
    hasMore,
    cursor: ctx.cursors.seal(list, filters, position),
    handle,
  };
}

/**
 * Reads a page as `readInbox` does, and waits while it is empty. Items under a key that the agent begins to watch meanwhile
 * do not end the wait.
 */
export function readInboxOrWait(
  ctx: Context,
  handle: string,
  { wait, ...args }: InboxArgs & { readonly wait?: number | null | undefined },
): Promise<InboxPage> {
  const since = args.since === NOW ? ctx.clock.now() : args.since;
  return readOrWait(ctx, {
    seconds: wait,
    topics: async () => (await loadInboxKeys(ctx, handle)).map(({ key }) => key),
    read: () => readInbox(ctx, handle, { ...args, since }),
    isEmpty: ({ items, hasMore }) => items.length === 0 && !hasMore,
  });
}

/** Reads at most `MAX_UNREAD` items that the agent has not acknowledged, of the first 200 activities under its keys. */
export async function readUnread(ctx: Context, handle: string): Promise<readonly InboxItem[]> {
  const keys = await loadInboxKeys(ctx, handle);
  let request = { ...(await readAcknowledged(ctx, handle)), kinds: null, limit: MAX_UNREAD };
  const items: InboxItem[] = [];
  // Own acts and hidden records are no items: a page of them says nothing about what follows.
  for (let page = 0; page < MAX_UNREAD_PAGES && items.length < MAX_UNREAD; page++) {
    const { rows, hasMore, checkpoints } = await readRows(ctx, keys, request);
    items.push(...(await loadVisibleItems(ctx, rows)));
    if (!hasMore) break;
    request = { ...request, checkpoints };
  }
  return items.slice(0, MAX_UNREAD);
}

/** Unread items are counted up to this number: those of the first page, which most readers have loaded already. */
export const MAX_UNREAD = 50;

/** Pages of `MAX_UNREAD` activities in which unread items are searched. */
const MAX_UNREAD_PAGES = 4;

/** The path of the cursor in the input of `ackInbox`. */
const CURSOR_PATH = ['input', 'cursor'];

/**
 * Returns the position up to which a cursor of this agent's inbox acknowledges. Throws `invalid_cursor`, also for a cursor of
 * some kinds only: the position also lies behind items of other kinds, which were not returned.
 */
export function openCursor(
  ctx: Pick<Context, 'cursors' | 'clock'>,
  handle: string,
  cursor: string,
): Position {
  const { list, filters } = keyOf(handle);
  const [kinds, ...position] = ctx.cursors.open(cursor, list, filters, CURSOR_PATH);
  if (kinds !== '') throw createFilteredCursorError();
  const { since } = fromPosition(position);
  if (since !== null && since > ctx.clock.now()) throw createFutureCursorError();
  return position;
}

/** What is acknowledged in advance would never be returned. */
const createFutureCursorError = () =>
  new BoardError('invalid_cursor', 'The cursor is of a page with a later `since` than the present', {
    issues: [{ path: ['cursor'], msg: 'Must be of a page up to the present', type: 'cursor' }],
    next: [{ operation: 'Inbox' }],
  });

const createFilteredCursorError = () =>
  new BoardError(
    'invalid_cursor',
    'The cursor is of a page with `kind`: items of other kinds would be lost',
    {
      issues: [{ path: CURSOR_PATH, msg: 'Must be of a page without `kind`', type: 'cursor' }],
      next: [{ operation: 'Inbox' }],
    },
  );

/** An acknowledged position as `inboxes` stores it: `since` or an empty text, and four values for each checkpoint. */
export const toPosition = ({ since, checkpoints }: InboxPosition): Position => [
  since?.toISOString() ?? '',
  ...toValues(checkpoints),
];

export const fromPosition = ([since, ...values]: Position): InboxPosition => ({
  since: since ? new Date(since) : null,
  checkpoints: fromValues(values),
});

async function readAcknowledged(ctx: Context, handle: string): Promise<InboxPosition> {
  const [inbox] = await ctx.loaders.loadRows<{ readonly position: Position }>(
    sql`select position from inboxes where handle = ${handle}`,
    { caller: ctx.queueKey },
  );
  return fromPosition(inbox?.position ?? []);
}

/** Merges the arguments with the cursor, whose kinds need not be repeated. Throws `invalid_cursor` for other kinds. */
async function toRequest(ctx: Context, handle: string, args: InboxArgs): Promise<InboxRequest> {
  const { limit, after } = readPageArgs(ctx, keyOf(handle), args);
  const since = args.since === NOW ? ctx.clock.now() : (args.since ?? null);
  const kinds = args.kind?.length ? [...new Set(args.kind)].sort() : null;
  if (!after) {
    const start = since ? { since, checkpoints: [] } : await readAcknowledged(ctx, handle);
    return { ...start, kinds, limit };
  }
  const [remembered, ...position] = after;
  const cursor = fromPosition(position);
  if (kinds !== null && kinds.join() !== remembered) throw createInvalidCursorError();
  return {
    kinds: remembered ? (String(remembered).split(',') as InboxKind[]) : null,
    limit,
    since: laterTime(cursor.since, since),
    checkpoints: cursor.checkpoints,
  };
}

/** An item as it is stored, with the key under which it was found. */
type FoundRow = Omit<InboxRow, 'watch'> & { readonly key: string };

/** An empty page is one row that holds only the snapshot. */
type Row = (FoundRow | { readonly id: null }) & { readonly snapshot: string };

/** Reads a page of what lies under the keys, without the caller's own acts, and the position after it. */
export async function readRows(ctx: SessionContext, keys: readonly InboxKey[], request: InboxRequest) {
  // Before the snapshot: a later time would shorten the window in which late rows are expected.
  const takenAt = ctx.clock.now().getTime();
  const found = await ctx.loaders.loadRows<Row>(inboxRows(keys, request), { caller: ctx.queueKey });
  const all = found.filter((row): row is FoundRow & Row => row.id !== null);
  const rows = all.slice(0, request.limit).map((row) => ({ ...row, watch: watchOf(keys, row) }));
  const last = rows.at(-1);
  const hasMore = all.length > rows.length;
  const checkpoints = advanceCheckpoints(request.checkpoints, {
    last: last ? { at: last.at.toISOString(), id: last.id } : null,
    hasMore,
    snapshot: found[0]?.snapshot ?? '',
    takenAt,
  });
  const reader = handleOf(ctx.viewer);
  return { rows: rows.filter(({ actor }) => actor === null || actor !== reader), hasMore, checkpoints };
}

const watchOf = (keys: readonly InboxKey[], { key }: FoundRow) =>
  keys.find((each) => each.key === key)?.watch ?? null;

/**
 * Selects the page and one more row, with the snapshot of the statement. Each key and kind is read from its own range
 * of the index. An activity under several keys is one row: that of the first key.
 */
function inboxRows(keys: readonly InboxKey[], { kinds, limit, since, checkpoints }: InboxRequest): Sql {
  const start = startBeyond(checkpoints, since);
  const ranges = keys.flatMap((key) =>
    key.kinds.filter((kind) => kinds?.includes(kind) ?? true).map((kind) => ({ ...key, kind })),
  );
  return sql`
    select item.*, current.snapshot
    from (select pg_current_snapshot()::text as snapshot) current
    left join lateral (
      select filed.id, filed.kind, filed.created_at as at, activity.kind as event, activity.actor,
        activity.record_type as "recordType", activity.record_id as "recordId",
        activity.about_type as "aboutType", activity.about_id as "aboutId", filed.key
      from (
        select distinct on (found.created_at, found.id) found.*, range.key
        from unnest(
          ${ranges.map(({ key }) => key)}::text[], ${ranges.map(({ kind }) => kind)}::text[],
          ${ranges.map(({ watch }) => watch?.createdAt.toISOString() ?? '-infinity')}::timestamptz[]
        ) with ordinality as range(key, kind, since, place)
        cross join lateral (
          select id, kind, created_at from activity_keys
          where key = range.key and kind = range.kind and created_at >= range.since
            and (created_at, id) > (${start.at}::timestamptz, ${start.id}::uuid)
            and not ${isCovered(sql`activity_keys`, checkpoints)}
          order by created_at, id limit ${limit + 1}
        ) found
        order by found.created_at, found.id, range.place limit ${limit + 1}
      ) filed join activities activity on activity.id = filed.id
    ) item on true
    order by item.at, item.id`;
}
