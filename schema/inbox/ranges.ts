// Ranges of the index of activities: an inbox is the merge of one range for each key and kind (docs/decisions/0023-inbox.md).
import { isInSnapshot, isPartialRead, readSnapshot, type Sql, sql, type Watch } from '../../prisma/client.ts';
import type { SessionContext } from '../context.ts';
import { checkpointColumns, isCovered, startBeyond } from '../feed/checkpoint-values.ts';
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
  /**
   * Whether the request has waited. Unless it has many keys, its page is then read in one statement with the pages of other
   * requests that the same news has woken.
   */
  readonly isRepeated?: boolean;
}

/** An item as it is stored, with its transaction and the key under which it was found. */
type FoundRow = Omit<InboxRow, 'watch'> & { readonly xid: string; readonly key: string };

/** An empty page is one row without an item. */
export type PageRow = (FoundRow | { readonly id: null }) & {
  readonly snapshot: string;
  readonly isPartial: boolean;
  /** Index of the request to which the row belongs. */
  readonly request: number;
};

/** Whether a row has an item: the one row of an empty page has none. */
export const isFound = (row: PageRow): row is FoundRow & PageRow => row.id !== null;

/** Why a reader has an item. */
interface Reason {
  readonly kind: InboxKind;
  readonly watch: Watch | null;
}

/** Returns the watch of a key; null for the key of the handle. */
export const watchOf = (keys: readonly InboxKey[], key: string): Watch | null =>
  keys.find((each) => each.key === key)?.watch ?? null;

/** A request for a page of the activities under the keys. */
export interface InboxPageRequest extends InboxRequest {
  readonly keys: readonly InboxKey[];
}

/**
 * A range of the index for each key and kind, as the columns `key`, `kind`, `since`, `request` and `place` of the table `range`.
 * `since` is the creation of the watch, or `-infinity` for items addressed to the agent.
 */
function rangesOf(requests: readonly Pick<InboxPageRequest, 'keys' | 'kinds'>[]): Sql {
  const ranges = requests.flatMap(({ keys, kinds }, request) =>
    keys.flatMap((key) =>
      key.kinds.filter((kind) => kinds?.includes(kind) ?? true).map((kind) => ({ ...key, kind, request })),
    ),
  );
  return sql`
    unnest(
      ${ranges.map(({ key }) => key)}::text[], ${ranges.map(({ kind }) => kind)}::text[],
      ${ranges.map(({ watch }) => watch?.createdAt.toISOString() ?? '-infinity')}::timestamptz[],
      ${ranges.map(({ request }) => request)}::int[]
    ) with ordinality as range(key, kind, since, request, place)`;
}

/** The position after which each request reads, as the columns `number`, `at` and `id` of the table `request`. */
function startsOf(requests: readonly InboxPageRequest[]): Sql {
  const starts = requests.map(({ checkpoints, since }) => startBeyond(checkpoints, since));
  return sql`
    unnest(
      ${starts.map((_, request) => request)}::int[], ${starts.map(({ at }) => at)}::timestamptz[],
      ${starts.map(({ id }) => id)}::uuid[]
    ) as request(number, at, id)`;
}

/** The checkpoints of the current row of `request`, as the table `checkpoint`. */
function checkpointsOf(requests: readonly InboxPageRequest[]): Sql {
  const all = requests.flatMap(({ checkpoints }, request) =>
    checkpoints.map((each) => ({ ...each, request })),
  );
  return sql`
    (select at, id, snapshot
    from unnest(${checkpointColumns(all)}, ${all.map(({ request }) => request)}::int[])
      as each(at, id, snapshot, request)
    where each.request = request.number) as checkpoint`;
}

/**
 * Selects the page of each request and, if more rows follow, at least one of them, with the number of the request and the
 * snapshot of the statement. Each key and kind is read from its own range of the index. An activity under several keys is one
 * row, for the first key.
 */
function selectPages(requests: readonly InboxPageRequest[]): Sql {
  const size = Math.max(...requests.map(({ limit }) => limit)) + 1;
  return sql`
    select item.*, request.number as request, current.*
    from (select ${readSnapshot()} as snapshot, ${isPartialRead()} as "isPartial") current
    cross join ${startsOf(requests)}
    left join lateral (
      select filed.id, filed.kind, filed.created_at as at, activity.kind as event, activity.actor,
        activity.record_type as "recordType", activity.record_id as "recordId",
        activity.about_type as "aboutType", activity.about_id as "aboutId", filed.key,
        filed.xid::text
      from (
        select distinct on (found.created_at, found.id) found.*, range.key
        from ${rangesOf(requests)}
        cross join lateral (
          select id, kind, created_at, xid from activity_keys
          where key = range.key and kind = range.kind and created_at >= range.since
            and (created_at, id) > (request.at, request.id)
            and not ${isCovered(sql`activity_keys`, checkpointsOf(requests))}
            and ${isInSnapshot(sql`activity_keys`, sql`current.snapshot`)}
          order by created_at, id limit ${size}
        ) found
        where range.request = request.number
        order by found.created_at, found.id, range.place limit ${size}
      ) filed join activities activity on activity.id = filed.id
    ) item on true
    order by request.number, item.at, item.id`;
}

/** Reads the rows of `selectPages` for each request. `read` runs a statement. */
export async function readPages(
  requests: readonly InboxPageRequest[],
  read: (statement: Sql) => Promise<readonly PageRow[]>,
): Promise<readonly (readonly PageRow[])[]> {
  const rows = Map.groupBy(await read(selectPages(requests)), ({ request }) => request);
  return requests.map(({ limit }, request) => rows.get(request)?.slice(0, limit + 1) ?? []);
}

/**
 * Sets the kind and the watch of items to those of the first key under which the item lies, as in the inbox with these keys. An
 * item that no longer lies under any of them keeps its kind and has no watch.
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
        select range.kind, range.key from ${rangesOf([{ keys, kinds: null }])}
        cross join lateral (
          select from activity_keys
          where key = range.key and kind = range.kind and created_at = item.at and id = item.id and item.at >= range.since
          limit 1
        ) filed
        order by range.place limit 1
      ) first`,
    { caller: ctx.queueKey },
  );
  const reasonsById = new Map(rows.map(({ id, kind, key }) => [id, { kind, watch: watchOf(keys, key) }]));
  return items.map((item) => ({ ...item, ...(reasonsById.get(item.id) ?? { watch: null }) }));
}
