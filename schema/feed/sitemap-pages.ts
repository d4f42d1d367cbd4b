// Every public page of the board, in parts of bounded size: for lists that nobody pages through, such as a sitemap.
import { type Database, sql, type Sql } from '../../prisma/client.ts';

/** A page that anybody may read. */
export interface PublicPage {
  /** Relative to the board's base address. */
  readonly path: string;
  readonly modifiedAt: Date;
}

export interface SitemapPages {
  /** How many parts there are by now; at least one. */
  countParts(): Promise<number>;
  /** The pages of a part, from 0, the oldest first; none where there is no such part. */
  readPart(part: number): Promise<readonly PublicPage[]>;
}

/** Nobody in particular asks for a part: it is made once for all. */
const CALLER = 'contents';

/** A place in the order of parts: records from here on. */
interface Start {
  readonly at: string;
  readonly id: string;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const BEGINNING: Start = { at: '-infinity', id: NO_ID };
const END: Start = { at: 'infinity', id: NO_ID };

/**
 * Parts hold about `size` pages each. Where one ends is looked up once and kept: records come at the end, so that a
 * part stays what it is, but for what is hidden, and for a few that are committed late.
 */
export function createSitemapPages(database: Database, size: number): SitemapPages {
  const starts = [BEGINNING];
  let finding: Promise<void> | null = null;

  async function findStarts(): Promise<void> {
    for (;;) {
      const [next] = await database.expensiveRows<{ at: Date; id: string }>(
        startAfter(starts.at(-1) ?? BEGINNING, size),
        CALLER,
      );
      if (!next) return;
      starts.push({ at: next.at.toISOString(), id: next.id });
    }
  }

  return {
    async countParts() {
      // Whoever asks meanwhile waits for the same search.
      finding ??= findStarts().finally(() => (finding = null));
      await finding;
      return starts.length;
    },
    async readPart(part) {
      const [from, to] = [starts[part], starts[part + 1] ?? END];
      return from ? database.expensiveRows<PublicPage>(pagesBetween(from, to), CALLER) : [];
    },
  };
}

/** The record that begins the part after the one that begins here, where that one is full: each type by its own index. */
const startAfter = ({ at, id }: Start, size: number): Sql => sql`
  select entry.at, entry.id from unnest('{thread,inquiry,fact}'::"EntryType"[]) as wanted(type)
  cross join lateral (
    select created_at as at, id from entries
    where visible and type = wanted.type and (created_at, id) >= (${at}::timestamptz, ${id}::uuid)
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
