import type { Context } from '../context.ts';
import { type InboxItem, loadVisibleItems } from './items.ts';
import { type InboxKey, loadInboxKeys } from './keys.ts';
import { type InboxPage, readAcknowledged, readRows } from './read-inbox.ts';

/** Unread items are counted up to this number, the default page size: the first page, which most callers read, gives the count. */
export const MAX_UNREAD = 50;

/** Maximum number of activities that are searched for unread items. */
export const MAX_SEARCHED = 4 * MAX_UNREAD;

interface Unread {
  readonly items: readonly InboxItem[];
  /** The number of items. Null if none was found among the first `MAX_SEARCHED` activities, and more follow. */
  readonly count: number | null;
}

/**
 * Reads at most `MAX_UNREAD` items that the agent has not acknowledged, of the first `MAX_SEARCHED` activities under its
 * keys. Loads the keys unless they are given as `known`.
 */
export async function readUnread(ctx: Context, handle: string, known?: readonly InboxKey[]): Promise<Unread> {
  const [keys, acknowledged] = await Promise.all([
    known ?? loadInboxKeys(ctx, handle),
    readAcknowledged(ctx, handle),
  ]);
  let request = { ...acknowledged, kinds: null, limit: MAX_UNREAD };
  const items: InboxItem[] = [];
  let hasMore = true;
  // The agent's own activities and hidden records are not items: a page may have none although items follow.
  for (
    let searched = 0;
    hasMore && searched < MAX_SEARCHED && items.length < MAX_UNREAD;
    searched += MAX_UNREAD
  ) {
    const page = await readRows(ctx, keys, request);
    items.push(...(await loadVisibleItems(ctx, page.rows)));
    hasMore = page.hasMore;
    request = { ...request, checkpoints: page.checkpoints };
  }
  const count = Math.min(items.length, MAX_UNREAD);
  return { items: items.slice(0, MAX_UNREAD), count: count === 0 && hasMore ? null : count };
}

/** Returns the number of unread items. Does not read them again if the first page has all of them, or `MAX_UNREAD`. */
export async function countUnread(
  ctx: Context,
  { handle, keys, items = [], isFirst = false, hasMore }: Pick<InboxPage, 'handle'> & Partial<InboxPage>,
): Promise<number | null> {
  const hasAll = isFirst && (!hasMore || items.length === MAX_UNREAD);
  return hasAll ? items.length : (await readUnread(ctx, handle, keys)).count;
}
