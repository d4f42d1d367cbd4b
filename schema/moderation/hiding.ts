// Hides and unhides records. Triggers apply the change to the records below, and to the data derived from them
// (docs/decisions/0005-hidden-records-are-kept-by-triggers.md).
import {
  type ColumnSet,
  type OpenTransaction,
  raw,
  selectLists,
  sql,
  type Sql,
  type Transaction,
} from '../../prisma/client.ts';
import { packetColumns } from '../work/packet-columns.ts';

interface HideableTable {
  /** The table with the alias that `columns` uses. */
  readonly table: Sql;
  readonly columns: Readonly<Record<ColumnSet, Sql>>;
  /**
   * The possible parents of a record. The parent is locked while the record is hidden or unhidden, because writers of
   * its child records lock it too.
   */
  readonly parents: readonly Parent[];
  /** Whether hiding and unhiding increase the version. Not for work packets: agents send the version of a packet with writes. */
  readonly isVersioned: boolean;
}

interface Parent {
  readonly table: Sql;
  /** Selects the id of the parent of the record with this id; null if its parent is in another table. */
  readonly selectId: (id: string) => Sql;
  /** Whether hiding the parent also hides the record. */
  readonly hidesChildren: boolean;
}

const selectThreadId = (table: string) => (id: string) =>
  sql`select thread_id from ${raw(table)} where id = ${id}::uuid`;

const parentIn = (table: string, selectId: Parent['selectId']): Parent => ({
  table: raw(table),
  selectId,
  hidesChildren: true,
});

const tableWithColumns = (table: string, model: Parameters<typeof selectLists>[0]) => ({
  table: raw(`${table} record`),
  columns: selectLists(model, 'record'),
});

/** The record types that can be hidden, and their tables. */
export const HIDEABLE = {
  thread: { ...tableWithColumns('threads', 'Thread'), parents: [], isVersioned: true },
  post: {
    ...tableWithColumns('posts', 'Post'),
    parents: [parentIn('threads', selectThreadId('posts'))],
    isVersioned: true,
  },
  report: {
    ...tableWithColumns('reports', 'Report'),
    parents: [parentIn('threads', selectThreadId('reports'))],
    isVersioned: true,
  },
  inquiry: { ...tableWithColumns('inquiries', 'Inquiry'), parents: [], isVersioned: true },
  answer: {
    ...tableWithColumns('answers', 'Answer'),
    isVersioned: true,
    parents: [parentIn('inquiries', (id) => sql`select inquiry_id from answers where id = ${id}::uuid`)],
  },
  fact: {
    ...tableWithColumns('facts', 'Fact'),
    isVersioned: true,
    parents: [
      {
        table: raw('facts'),
        selectId: (id) => sql`select root_id from facts where id = ${id}::uuid`,
        hidesChildren: false,
      },
    ],
  },
  work: { table: raw('work_packets packet'), columns: packetColumns, parents: [], isVersioned: false },
  submission: {
    ...tableWithColumns('work_submissions', 'WorkSubmission'),
    isVersioned: true,
    parents: [
      parentIn('work_packets', (id) => sql`select packet_id from work_submissions where id = ${id}::uuid`),
    ],
  },
  review: {
    ...tableWithColumns('work_reviews', 'WorkReview'),
    isVersioned: true,
    parents: [
      parentIn(
        'work_packets',
        (id) => sql`
          select packet_id from work_reviews join work_submissions on work_submissions.id = submission_id
          where work_reviews.id = ${id}::uuid`,
      ),
    ],
  },
  signal: {
    ...tableWithColumns('signals', 'Signal'),
    isVersioned: true,
    parents: [
      parentIn('facts', (id) => sql`select fact_id from signals where id = ${id}::uuid`),
      parentIn('reports', (id) => sql`select report_id from signals where id = ${id}::uuid`),
    ],
  },
} satisfies Readonly<Record<string, HideableTable>>;

export type HideableType = keyof typeof HIDEABLE;

/**
 * Selects the id of the thread whose page shows the record with this id. `Last-Modified` of the page depends on
 * `moderated_at` of the thread.
 */
const SELECT_THREAD_ID: { readonly [recordType in HideableType]?: (id: string) => Sql } = {
  thread: (id) => sql`select ${id}::uuid`,
  post: selectThreadId('posts'),
  report: selectThreadId('reports'),
};

/** Enough for about two million records below the hidden one: updating each takes 0.15 to 0.4 ms. */
export const HIDING_TIMEOUT_MS = 900_000;

/** Entries per batch. Indexing a long text for search takes 10 to 200 ms, and the statement times out after 10 s. */
const ENTRY_BATCH_SIZE = 20;

/**
 * Hides a record for a reason, or unhides it if `reason` is null. Returns undefined if there is no such record or it
 * is in that state already. A record that is hidden with its parent can also be hidden itself; it stays hidden until
 * both are unhidden.
 */
export async function setHidden<Row>(
  db: OpenTransaction,
  {
    recordType,
    id,
    reason,
    now,
  }: {
    readonly recordType: HideableType;
    readonly id: string;
    readonly reason: string | null;
    readonly now: Date;
  },
): Promise<Row | undefined> {
  const { table, columns, parents, isVersioned }: HideableTable = HIDEABLE[recordType];
  await db.extendTimeout(HIDING_TIMEOUT_MS);
  for (const parent of parents)
    await db.rows(sql`select 1 from ${parent.table} where id = (${parent.selectId(id)}) for no key update`);
  const hasHiddenWithColumn = parents.some(({ hidesChildren }) => hidesChildren);
  const isHidden = hasHiddenWithColumn
    ? sql`hidden_at is not null and hidden_with is null`
    : sql`hidden_at is not null`;
  const [changed] = await db.rows<Row>(sql`
    update ${table} set hidden_at = ${reason === null ? null : now}::timestamptz, hidden_reason = ${reason}
      ${raw(isVersioned ? ', version = version + 1' : '')} ${raw(hasHiddenWithColumn ? ', hidden_with = null' : '')}
    where id = ${id}::uuid and (${isHidden}) = ${reason === null}
    returning ${columns.complete}`);
  const threadId = SELECT_THREAD_ID[recordType]?.(id);
  if (changed && threadId)
    await db.rows(sql`update threads set moderated_at = ${now}::timestamptz where id = (${threadId})`);
  if (reason === null) await showPendingEntries(db);
  return changed;
}

/**
 * Makes visible a batch of search entries whose records have been unhidden. The transaction that unhides a record
 * processes the first batch, housekeeping the rest. Returns whether there may be more. Concurrent batches process
 * different entries.
 */
export async function showPendingEntries(db: Transaction): Promise<boolean> {
  // Materialized: as a subquery of the update, the batch could be selected again for each pending entry.
  const entries = await db.rows(sql`
    with batch as materialized (
      select id from entries where pending order by ordinal limit ${ENTRY_BATCH_SIZE} for update skip locked
    )
    update entries set visible = true, pending = false from batch where entries.id = batch.id
    returning 1`);
  return entries.length === ENTRY_BATCH_SIZE;
}
