// Bounds the text of a page of the feed.
import type { Context } from '../context.ts';
import { countWithinFeedBound } from '../data/text-bound.ts';
import { addSummaries, isBriefView } from './brief-items.ts';
import { type FeedEntry, type FeedItem, loadFeedItems } from './feed-items.ts';

interface BoundedPage {
  readonly entries: readonly FeedEntry[];
  /** The public items of the entries, if they have been loaded to bound the page. */
  readonly items?: readonly FeedItem[];
}

/**
 * Cuts a page where its text exceeds the maximum. The items of a caller's own document are not bounded: they are loaded when
 * they are selected, and cost points.
 */
export async function boundPage(ctx: Context, entries: readonly FeedEntry[]): Promise<BoundedPage> {
  const isBrief = isBriefView(ctx);
  if (ctx.loaders.columnSet === 'short' && !isBrief) return { entries };
  const complete = await loadFeedItems(ctx, entries);
  const items = isBrief ? await summarize(ctx, complete) : complete;
  const records = items.map(({ record }) => record);
  const bounded = items.slice(0, countWithinFeedBound(records, isBrief));
  if (bounded.length === items.length) return { entries, items };
  const end = entries.findIndex(({ id }) => id === bounded.at(-1)?.entry.id);
  return { entries: entries.slice(0, end + 1), items: bounded };
}

async function summarize(ctx: Context, items: readonly FeedItem[]): Promise<FeedItem[]> {
  const records = await addSummaries(
    ctx,
    items.map(({ record }) => record),
  );
  return items.map((item, index) => ({ ...item, record: records[index] ?? item.record }));
}
