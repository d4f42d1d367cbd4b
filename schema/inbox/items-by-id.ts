import { sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { type InboxItem, type InboxRow, loadVisibleItems } from './items.ts';
import { loadInboxKeys } from './keys.ts';
import type { InboxKind } from './kinds.ts';
import { withReasons } from './ranges.ts';

/**
 * Loads items of the inbox of `handle` by the ids of their activities, in the order of `ids`; `kinds` has the kind of each. Leaves
 * out items that the viewer may not see.
 */
export async function loadItemsById(
  ctx: Context,
  handle: string,
  { ids, kinds }: { readonly ids: readonly string[]; readonly kinds: readonly InboxKind[] },
): Promise<InboxItem[]> {
  const rows = await ctx.loaders.loadRows<Omit<InboxRow, 'watch'>>(
    sql`
      select activity.id, item.kind, activity.created_at as at, activity.kind as event, activity.actor,
        activity.record_type as "recordType", activity.record_id as "recordId",
        activity.about_type as "aboutType", activity.about_id as "aboutId"
      from unnest(${[...ids]}::uuid[], ${[...kinds]}::text[]) with ordinality as item(id, kind, place)
      join activities activity on activity.id = item.id
      order by item.place`,
    { caller: ctx.queueKey },
  );
  return loadVisibleItems(ctx, await withReasons(ctx, await loadInboxKeys(ctx, handle), rows));
}
