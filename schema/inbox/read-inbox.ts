// Reads inboxes. A reader receives the activities under its keys that no checkpoint of its cursor covers, as in the
// feed (docs/decisions/0008-feed-checkpoints.md).
import { handleOf } from '../access.ts';
import type { Context, SessionContext } from '../context.ts';
import { fromCursorValues, readStart, toCursorValues } from '../feed/checkpoint-values.ts';
import { type Checkpoint, createCheckpointAdvance, replaceFutureTimes } from '../feed/checkpoints.ts';
import { createLogEdges, type LogPage } from '../graphql/lists/log-pages.ts';
import { readPageArgs } from '../graphql/lists/page-args.ts';
import { valuesOf } from '../graphql/lists/record-filters.ts';
import { readOrWait } from '../live/wait.ts';
import { createInvalidCursorError, type Position } from '../values/cursors.ts';
import { type InboxItem, loadVisibleItems } from './items.ts';
import { type InboxKey, keysWith, loadInboxKeys } from './keys.ts';
import type { InboxKind } from './kinds.ts';
import { loadPage } from './page-loader.ts';
import {
  type InboxPageRequest,
  type InboxPosition,
  type InboxRequest,
  isFound,
  type PageRow,
  readPages,
  watchOf,
  withReasons,
} from './ranges.ts';

export interface InboxArgs {
  readonly since?: Date | null | undefined;
  readonly filter?: { readonly kinds?: readonly InboxKind[] | null | undefined } | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface InboxPage extends LogPage<InboxItem> {
  readonly items: readonly InboxItem[];
  readonly endCursor: string;
  readonly handle: string;
  /** The keys under which the page was read; undefined for an empty page, unless its request is repeated when it waits. */
  readonly keys: readonly InboxKey[] | undefined;
  /** Whether it is the first page of the items that are not acknowledged, of all kinds. */
  readonly isFirst: boolean;
}

/** The list and filters that cursors of an inbox contain. A cursor is valid for one agent; its position begins with the kinds. */
export const listKeyOf = (handle: string) => ({ list: 'inbox', filters: { handle } });

async function readInbox(
  ctx: Context,
  handle: string,
  {
    isFirst,
    isContinued,
    ...request
  }: InboxRequest & { readonly isFirst: boolean; readonly isContinued: boolean },
): Promise<InboxPage> {
  const keys = await loadInboxKeys(ctx, handle);
  const { rows, hasMore, checkpoints, checkpointsAfter } = await readRows(ctx, keys, {
    ...request,
    isRepeated: ctx.repetition?.isRepeated ?? false,
  });
  const { list, filters } = listKeyOf(handle);
  const seal = (reached: readonly Checkpoint[]) =>
    ctx.cursors.seal(list, filters, [
      request.kinds?.join() ?? '',
      ...toPosition({ since: request.since, checkpoints: reached }),
    ]);
  const items = await loadVisibleItems(ctx, rows);
  const endCursor = seal(checkpoints);
  const edges = createLogEdges(items, {
    nodeOf: (item) => item,
    cursorOf: (item) => seal(checkpointsAfter(item)),
    endCursor,
  });
  return {
    items,
    edges: resolveTo(edges),
    isFirst,
    isContinued,
    hasMore,
    endCursor,
    handle,
    keys: items.length > 0 || ctx.repetition ? keys : undefined,
  };
}

/** Returns a function that keeps nothing else in memory: a function within `readInbox` would keep the keys. */
const resolveTo =
  <Value>(value: Value) =>
  () =>
    Promise.resolve(value);

/**
 * Reads a page of the inbox of an agent, oldest item first: after the cursor, else from `since` on, else after the items that the
 * agent has acknowledged. Waits while it is empty; items under a key that the agent begins to watch meanwhile do not end the
 * wait. Throws `invalid_cursor`.
 */
export async function readInboxOrWait(
  ctx: Context,
  handle: string,
  { wait, ...args }: InboxArgs & { readonly wait?: number | null | undefined },
): Promise<InboxPage> {
  const request = await toRequest(ctx, handle, args);
  const isFirst = !args.after && !args.since && request.kinds === null;
  return readOrWait(ctx, {
    seconds: wait,
    topics: async () => keysWith(request.kinds, await loadInboxKeys(ctx, handle)).map(({ key }) => key),
    read: () => readInbox(ctx, handle, { ...request, isFirst, isContinued: Boolean(args.after) }),
    isEmpty: ({ items, hasMore }) => items.length === 0 && !hasMore,
  });
}

/** A position as cursors, `inboxes` and `webhooks` contain it: `since` or an empty text, and four values for each checkpoint. */
export const toPosition = ({ since, checkpoints }: InboxPosition): Position => [
  since?.toISOString() ?? '',
  ...toCursorValues(checkpoints),
];

/** Reads what `toPosition` returned. */
export const fromPosition = ([since, ...values]: Position): InboxPosition => ({
  since: since ? new Date(since) : null,
  checkpoints: fromCursorValues(values),
});

/** Returns the position up to which the agent has acknowledged items; the beginning if there is none. */
export async function readAcknowledged(ctx: Context, handle: string): Promise<InboxPosition> {
  const inbox = await ctx.loaders.acknowledgedByHandle.load(handle);
  const { checkpoints } = fromPosition(inbox?.position ?? []);
  // Earlier versions stored a time, too. The checkpoints cover the acknowledged items.
  return { checkpoints, since: null };
}

/** Merges the arguments with the cursor, whose kinds need not be repeated. Throws `invalid_cursor` for other kinds. */
async function toRequest(ctx: Context, handle: string, args: InboxArgs): Promise<InboxRequest> {
  const { limit, after } = readPageArgs(ctx, listKeyOf(handle), args);
  const kinds = valuesOf(args.filter?.kinds);
  if (!after) {
    const start = args.since ? await readStart(ctx, args.since, null) : await readAcknowledged(ctx, handle);
    return { ...start, kinds, limit };
  }
  const [storedKinds, ...position] = after;
  if (kinds !== null && kinds.join() !== storedKinds) throw createInvalidCursorError();
  return {
    kinds: storedKinds ? (String(storedKinds).split(',') as InboxKind[]) : null,
    limit,
    ...(await readStart(ctx, args.since, fromPosition(position))),
  };
}

/** Maximum keys of a request that is read together with others: all of them wait for the statement, which each key makes slower. */
const MAX_SHARED_KEYS = 10;

async function readPage(ctx: SessionContext, request: InboxPageRequest) {
  const { isRepeated = false, keys } = request;
  if (isRepeated && keys.length <= MAX_SHARED_KEYS) return loadPage(ctx.database, request);
  const [rows = []] = await readPages([request], (statement) =>
    ctx.loaders.loadRows<PageRow>(statement, { caller: ctx.queueKey }),
  );
  return rows;
}

/**
 * Reads a page of the activities under the keys, without those of the caller, and the position after the page. An item has the
 * same kind as in the whole inbox, even if `keys` lacks the key of the handle: a mention under a watched topic is a mention.
 */
export async function readRows(ctx: SessionContext, keys: readonly InboxKey[], request: InboxRequest) {
  // Read the clock before the snapshot: a later time would shorten the window in which late rows are expected.
  const now = ctx.clock.now();
  const checkpoints = replaceFutureTimes(request.checkpoints, now);
  const reader = handleOf(ctx.viewer);
  const hasHandleKey = keys.some(({ watch }) => watch === null);
  const { kinds } = request;
  const pageRows = await readPage(ctx, { ...request, checkpoints, keys, kinds: hasHandleKey ? kinds : null });
  const foundRows = pageRows.filter(isFound);
  const rows = foundRows.slice(0, request.limit);
  const last = rows.at(-1);
  const hasMore = foundRows.length > rows.length;
  const advance = createCheckpointAdvance(checkpoints, {
    xids: foundRows.map(({ xid }) => xid),
    snapshot: pageRows[0]?.snapshot ?? '',
    takenAt: now.getTime(),
    isPartial: pageRows[0]?.isPartial,
  });
  const rowsOfOthers = rows.filter(({ actor }) => actor === null || actor !== reader);
  const items =
    hasHandleKey && kinds === null
      ? rowsOfOthers.map((row) => ({ ...row, watch: watchOf(keys, row.key) }))
      : await withReasons(ctx, hasHandleKey ? keys : await loadInboxKeys(ctx, reader ?? ''), rowsOfOthers);
  return {
    rows: items.filter(({ kind }) => kinds?.includes(kind) ?? true),
    hasMore,
    checkpoints: advance({ last: last ? feedPositionOf(last) : null, hasMore }),
    /** The checkpoints after a row of the page. */
    checkpointsAfter: (row: DatedItem) => advance({ last: feedPositionOf(row), hasMore: true }),
  };
}

type DatedItem = Pick<InboxItem, 'at' | 'id'>;

const feedPositionOf = ({ at, id }: DatedItem) => ({ at: at.toISOString(), id });
