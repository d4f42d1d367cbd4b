// The public pages of threads, inquiries and facts, in parts of about equal size, for sitemaps.
import { type Database, sql, type Sql } from '../../prisma/client.ts';
import { NIL_ID } from '../values/ids.ts';

/** A page that everyone may read. */
export interface PublicPage {
  /** Relative to the base URL. */
  readonly path: string;
  readonly modifiedAt: Date;
}

export interface SitemapPages {
  /** Returns the current number of parts; at least 1. */
  countParts(): Promise<number>;
  /**
   * Returns up to twice `size` pages of a part, in any order; none for a part that `countParts` has not found. Parts count from 0.
   * The last found part has all later pages. A part with more pages is divided at the next call of `countParts`.
   */
  readPart(part: number): Promise<readonly PublicPage[]>;
  /** Returns a text that changes with every action of an operator, such as hiding a page. */
  readVersion(): Promise<string>;
}

/** The queue treats all expensive reads for sitemaps as reads of this caller. */
const QUEUE_CALLER = 'sitemap';

/** Position of the first record of a part. */
interface Start {
  readonly at: string;
  readonly id: string;
}

/** Positions before and after all records. */
const BEGINNING: Start = { at: '-infinity', id: NIL_ID };
const END: Start = { at: 'infinity', id: NIL_ID };

/**
 * Divides the public pages into parts of about `size`. The start of each part is looked up once and kept, because new records
 * come last. A full part changes by records that are hidden, shown again or committed late. It also changes by an import of older
 * records, or after a clock that was ahead is set back: if it then has more than twice `size`, later starts are looked up anew.
 */
export function createSitemapPages(database: Database, size: number): SitemapPages {
  const starts = [BEGINNING];
  let pending: Promise<void> | null = null;

  async function findStarts(): Promise<void> {
    for (;;) {
      const last = starts.at(-1) ?? BEGINNING;
      const [next] = await database.expensiveRows<{ at: Date; id: string }>(
        selectNextStart(last, size),
        QUEUE_CALLER,
      );
      // Meanwhile, `readPart` may have removed this start.
      if (starts.at(-1) !== last) continue;
      if (!next) return;
      starts.push({ at: next.at.toISOString(), id: next.id });
    }
  }

  return {
    async readVersion() {
      const [row] = await database.rows<{ version: string }>(sql`
        select concat(created_at, ' ', count(*)) as version from audit_entries
        group by created_at order by created_at desc limit 1`);
      return row?.version ?? '';
    },
    async countParts() {
      // Concurrent calls share one search.
      pending ??= findStarts().finally(() => (pending = null));
      await pending;
      return starts.length;
    },
    async readPart(part) {
      const [from, next] = [starts[part], starts[part + 1]];
      if (!from) return [];
      const limit = 2 * size;
      const pages = await database.expensiveRows<PublicPage>(
        sql`${pagesBetween(from, next ?? END)} limit ${limit + 1}`,
        QUEUE_CALLER,
      );
      // Meanwhile, the part may have been divided.
      if (next && pages.length > limit && starts[part + 1] === next) starts.length = part + 1;
      return pages.slice(0, limit);
    },
  };
}

/**
 * Selects the first record after the part that begins at the given position; no row while that part is not full. Each type is read
 * from a separate range of the index.
 */
const selectNextStart = ({ at, id }: Start, size: number): Sql => sql`
  select entry.at, entry.id from unnest('{thread,inquiry,fact}'::"EntryType"[]) as requested(type)
  cross join lateral (
    select created_at as at, id from entries
    where visible and type = requested.type and (created_at, id) >= (${at}::timestamptz, ${id}::uuid)
    order by created_at, id limit ${size + 1}
  ) entry
  order by entry.at, entry.id offset ${size} limit 1`;

const pagesBetween = (from: Start, to: Start): Sql => {
  const between = sql`(created_at, id) >= (${from.at}::timestamptz, ${from.id}::uuid)
    and (created_at, id) < (${to.at}::timestamptz, ${to.id}::uuid)`;
  return sql`
    select '/public/threads/' || id as path, greatest(created_at, last_post_at) as "modifiedAt"
    from threads where hidden_at is null and ${between}
    union all
    select '/public/inquiries/' || id, greatest(created_at, claimed_at, closed_at, (
      select answers.created_at from answers
      where answers.inquiry_id = inquiries.id and answers.hidden_at is null order by seq desc limit 1
    ))
    from inquiries where hidden_at is null and ${between}
    union all
    select '/public/facts/' || id, greatest(created_at, superseded_at)
    from facts where quarantined_at is null and hidden_at is null and ${between}`;
};
