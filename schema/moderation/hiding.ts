// Hides records of every noun, and shows them again. Triggers carry that to what is below a record and derived from it.
import { raw, selectLists, type SelectLists, sql, type Sql, type Transaction } from '../../prisma/client.ts';
import { packetColumns } from '../work/packet-columns.ts';

interface Place {
  /** Its table, under the name that `row` has for it. */
  readonly table: Sql;
  readonly row: SelectLists;
  /**
   * What a record belongs to: its table, and the query for its id. It is held while the record is hidden, for whoever
   * writes to it holds it as well. Null where a record belongs to nothing.
   */
  readonly above: Above | null;
  /** Whether hiding changes the version of the record; not where agents agree on that version. */
  readonly isVersioned: boolean;
}

interface Above {
  readonly table: Sql;
  readonly idOf: (id: string) => Sql;
  /** Whether hiding it hides the record as well. */
  readonly isHiddenWith: boolean;
}

const inThread = (table: Sql): Above => ({
  table: raw('threads'),
  idOf: (id) => sql`select thread_id from ${table} where id = ${id}::uuid`,
  isHiddenWith: true,
});

/** The nouns whose records can be hidden. */
export const HIDEABLE = {
  thread: { table: raw('threads it'), row: selectLists('Thread', 'it'), above: null, isVersioned: true },
  post: {
    table: raw('posts it'),
    row: selectLists('Post', 'it'),
    above: inThread(raw('posts')),
    isVersioned: true,
  },
  report: {
    table: raw('reports it'),
    row: selectLists('Report', 'it'),
    above: inThread(raw('reports')),
    isVersioned: true,
  },
  inquiry: { table: raw('inquiries it'), row: selectLists('Inquiry', 'it'), above: null, isVersioned: true },
  answer: {
    table: raw('answers it'),
    row: selectLists('Answer', 'it'),
    isVersioned: true,
    above: {
      table: raw('inquiries'),
      idOf: (id) => sql`select inquiry_id from answers where id = ${id}::uuid`,
      isHiddenWith: true,
    },
  },
  fact: {
    table: raw('facts it'),
    row: selectLists('Fact', 'it'),
    isVersioned: true,
    above: {
      table: raw('facts'),
      idOf: (id) => sql`select root_id from facts where id = ${id}::uuid`,
      isHiddenWith: false,
    },
  },
  work: { table: raw('work_packets packet'), row: packetColumns, above: null, isVersioned: false },
  submission: {
    table: raw('work_submissions it'),
    row: selectLists('WorkSubmission', 'it'),
    isVersioned: true,
    above: {
      table: raw('work_packets'),
      idOf: (id) => sql`select packet_id from work_submissions where id = ${id}::uuid`,
      isHiddenWith: true,
    },
  },
  review: {
    table: raw('work_reviews it'),
    row: selectLists('WorkReview', 'it'),
    isVersioned: true,
    above: {
      table: raw('work_packets'),
      idOf: (id) => sql`
        select packet_id from work_reviews join work_submissions on work_submissions.id = submission_id
        where work_reviews.id = ${id}::uuid`,
      isHiddenWith: true,
    },
  },
} satisfies Readonly<Record<string, Place>>;

export type HideableNoun = keyof typeof HIDEABLE;

/** The id of the thread whose page shows a record, or its text: it may be asked for by when it was last modified. */
const THREADS: { readonly [noun in HideableNoun]?: (id: string) => Sql } = {
  thread: (id) => sql`select ${id}::uuid`,
  post: HIDEABLE.post.above.idOf,
  report: HIDEABLE.report.above.idOf,
};

interface Hiding {
  readonly noun: HideableNoun;
  readonly id: string;
  /** Null to show it again. */
  readonly reason: string | null;
  readonly now: Date;
}

/** Hiding a record updates all that is below it, which takes longer than other statements may: 0.1 to 0.5 ms a row. */
const TIMEOUT = '120s';

/** Entries in a batch: the search index takes 10 to 200 ms for a long text, and the statement times out after 10 s. */
const SHOWN_AT_ONCE = 20;

/**
 * Hides a record for a reason, or shows it again; undefined where it is not there, or is so already. What is hidden with
 * another record only can be hidden for itself as well, and stays hidden until neither holds.
 */
export async function setHidden<Row>(
  db: Transaction,
  { noun, id, reason, now }: Hiding,
): Promise<Row | undefined> {
  const { table, row, above, isVersioned }: Place = HIDEABLE[noun];
  await db.rows(sql`select set_config('statement_timeout', ${TIMEOUT}, true)`);
  if (above)
    await db.rows(sql`select 1 from ${above.table} where id = (${above.idOf(id)}) for no key update`);
  const isPart = above?.isHiddenWith ?? false;
  const isHidden = isPart ? sql`hidden_at is not null and hidden_with is null` : sql`hidden_at is not null`;
  const [changed] = await db.rows<Row>(sql`
    update ${table} set hidden_at = ${reason === null ? null : now}::timestamptz, hidden_reason = ${reason}
      ${raw(isVersioned ? ', version = version + 1' : '')} ${raw(isPart ? ', hidden_with = null' : '')}
    where id = ${id}::uuid and (${isHidden}) = ${reason === null}
    returning ${row.complete}`);
  const thread = THREADS[noun]?.(id);
  if (changed && thread)
    await db.rows(sql`update threads set moderated_at = ${now}::timestamptz where id = (${thread})`);
  if (reason === null) await showPendingEntries(db);
  return changed;
}

/**
 * Makes a batch of entries visible again whose records are shown: those of a small thread in the transaction that shows
 * it, all others by housekeeping. Returns whether there may be more. Concurrent batches take different entries.
 */
export async function showPendingEntries(db: Transaction): Promise<boolean> {
  const shown = await db.rows(sql`
    update entries set visible = true, pending = false
    where pending and id in (
      select id from entries where pending order by ordinal limit ${SHOWN_AT_ONCE} for update skip locked)
    returning 1`);
  return shown.length === SHOWN_AT_ONCE;
}
