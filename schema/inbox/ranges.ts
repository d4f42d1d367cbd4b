// Ranges of the index of activities: an inbox is the merge of one range for each key and kind (docs/decisions/0023-inbox.md).
import { type Sql, sql, type Watch } from '../../prisma/client.ts';
import type { SessionContext } from '../context.ts';
import { isCovered, startBeyond } from '../feed/checkpoint-values.ts';
import type { Checkpoint } from '../feed/checkpoints.ts';
import type { InboxRow } from './items.ts';
import type { InboxKey } from './keys.ts';
import type { InboxKind } from './kinds.ts';

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

/** An item as it is stored, with its transaction and the key under which it was found. */
type FoundRow = Omit<InboxRow, 'watch'> & { readonly xid: string; readonly key: string };

/** An empty page is one row that holds only the snapshot. */
export type Row = (FoundRow | { readonly id: null }) & { readonly snapshot: string };

export const isFound = (row: Row): row is FoundRow & Row => row.id !== null;

/** Why a reader has an item. */
interface Reason {
  readonly kind: InboxKind;
  readonly watch: Watch | null;
}

export const watchOf = (keys: readonly InboxKey[], key: string): Watch | null =>
  keys.find((each) => each.key === key)?.watch ?? null;

/** The ranges of keys as the columns `key`, `kind`, `since` and `place` of the table `range`. */
function rangesOf(keys: readonly InboxKey[], kinds: readonly InboxKind[] | null): Sql {
  const ranges = keys.flatMap((key) =>
    key.kinds.filter((kind) => kinds?.includes(kind) ?? true).map((kind) => ({ ...key, kind })),
  );
  return sql`
    unnest(
      ${ranges.map(({ key }) => key)}::text[], ${ranges.map(({ kind }) => kind)}::text[],
      ${ranges.map(({ watch }) => watch?.createdAt.toISOString() ?? '-infinity')}::timestamptz[]
    ) with ordinality as range(key, kind, since, place)`;
}

/**
 * Selects the page and one more row, with the snapshot of the statement. Each key and kind is read from its own range
 * of the index. An activity under several keys is one row: that of the first key.
 */
export function selectRows(
  keys: readonly InboxKey[],
  { kinds, limit, since, checkpoints }: InboxRequest,
): Sql {
  const start = startBeyond(checkpoints, since);
  return sql`
    select item.*, current.snapshot
    from (select pg_current_snapshot()::text as snapshot) current
    left join lateral (
      select filed.id, filed.kind, filed.created_at as at, activity.kind as event, activity.actor,
        activity.record_type as "recordType", activity.record_id as "recordId",
        activity.about_type as "aboutType", activity.about_id as "aboutId", filed.key,
        filed.xid::text
      from (
        select distinct on (found.created_at, found.id) found.*, range.key
        from ${rangesOf(keys, kinds)}
        cross join lateral (
          select id, kind, created_at, xid from activity_keys
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

/**
 * Adds the watch to items, and corrects the kind, as the inbox with these keys has them: those of the first key under which
 * the item lies. An item that was found by a watch and lies under no key any more keeps its kind and has no watch.
 */
export async function withReasons<Item extends Omit<InboxRow, 'watch'>>(
  ctx: SessionContext,
  keys: readonly InboxKey[],
  items: readonly Item[],
): Promise<(Item & Reason)[]> {
  const watchKinds = new Set(keys.flatMap(({ kinds, watch }) => (watch ? kinds : [])));
  const watched = items.filter(({ kind }) => watchKinds.has(kind));
  if (watched.length === 0) return items.map((item) => ({ ...item, watch: null }));
  const rows = await ctx.loaders.loadRows<Pick<FoundRow, 'id' | 'kind' | 'key'>>(
    sql`
      select item.id, first.kind, first.key
      from unnest(
        ${watched.map(({ id }) => id)}::uuid[], ${watched.map(({ at }) => at)}::timestamptz[]
      ) as item(id, at)
      cross join lateral (
        select range.kind, range.key from ${rangesOf(keys, null)}
        cross join lateral (
          select from activity_keys
          where key = range.key and kind = range.kind and created_at = item.at and id = item.id and item.at >= range.since
          limit 1
        ) filed
        order by range.place limit 1
      ) first`,
    { caller: ctx.queueKey },
  );
  const found = new Map(rows.map(({ id, kind, key }) => [id, { kind, watch: watchOf(keys, key) }]));
  return items.map((item) => ({ ...item, ...(found.get(item.id) ?? { watch: null }) }));
}
