// Reads one page of search results. The SQL function `search_page` matches and ranks (migration add_search).
import { type EntryType, type Sql, sql } from '../../prisma/client.ts';
import { type ListKey, type PageRequest, readPageArgs } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import type { Position } from '../values/cursors.ts';
import { highlightHits, type MatchedEntry, type Hit, searchText } from './hits.ts';

interface SearchArgs {
  readonly q: string;
  readonly type?: readonly EntryType[] | null | undefined;
  readonly channel?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface SearchPage {
  readonly query: string;
  /** `fuzzy` if nothing matched the words as written and similar words were matched. */
  readonly mode: 'exact' | 'fuzzy';
  readonly count: number;
  readonly hits: readonly Hit[];
  readonly cursor: string | null;
}

/** Maximum number of matches that are ranked and counted: the newest. */
export const MAX_RANKED = 200;

/** Every row repeats the values of the whole search. Without matches there is one row whose `id` is null. */
interface ResultRow extends Omit<MatchedEntry, 'id' | 'text'> {
  readonly id: string | null;
  readonly text: string | null;
  readonly count: number;
  readonly upto: string;
  readonly width: number;
  readonly meant: string | null;
  readonly lexemes: readonly string[];
}

interface MatchRow extends ResultRow {
  readonly id: string;
  readonly text: string;
}

/** State from the cursor, with which further pages neither repeat nor skip matches. */
interface Progress {
  /** When the first page was read. */
  readonly now: string;
  /** Number of the last entry that existed then. */
  readonly upto: string;
  /** How widely `search_page` searched. */
  readonly width: number;
  /** The corrected query of a fuzzy search; null for an exact search. */
  readonly meant: string | null;
  readonly last: Pick<MatchedEntry, 'score' | 'id'> & { readonly createdAt: string };
}

/** Runs a search and returns one page of results. Throws `invalid_cursor`. */
export async function readSearchPage(ctx: Context, args: SearchArgs): Promise<SearchPage> {
  const key = keyOf(args);
  const request = readPageArgs(ctx, key, args);
  const progress = request.after && fromPosition(request.after);
  const now = progress?.now ?? ctx.loaders.iterationTime(ctx.clock).toISOString();
  const rows = await ctx.readExpensive<ResultRow>(selectPage(args, { request, progress, now }));
  const matches = rows.filter((row): row is MatchRow => row.id !== null && row.text !== null);
  const page = matches.slice(0, request.limit);
  const [summary, last] = [rows[0], page.at(-1)];
  if (!summary) throw new Error('search_page returned no row');
  const hasMore = last && matches.length > request.limit;
  return {
    query: args.q,
    mode: summary.meant === null ? 'exact' : 'fuzzy',
    count: summary.count,
    hits: await highlightHits(ctx.database, page, summary.lexemes),
    cursor: hasMore ? ctx.cursors.seal(key.list, key.filters, toPosition(now, last)) : null,
  };
}

const keyOf = ({ q, type, channel, since }: SearchArgs): ListKey => ({
  list: 'search',
  filters: { q, types: typesOf(type), channel, since },
});

/** Types for the filter, in a fixed order; null for all types. */
const typesOf = (types: SearchArgs['type']) => (types?.length ? [...new Set(types)].sort() : null);

function selectPage(
  { q, type, channel, since }: SearchArgs,
  {
    request,
    progress,
    now,
  }: { readonly request: PageRequest; readonly progress: Progress | null; readonly now: string },
): Sql {
  const last = progress?.last;
  return sql`
    select found.id, found.type, channel_slug as "channelSlug", created_by as "createdBy", created_at as "createdAt",
      score, count, upto, width, meant, lexemes, record.thread_id as "threadId", record.title, record.text
    from search_page(
      ${q}, ${typesOf(type)}::text[], ${channel}, ${since}::timestamptz, ${now}::timestamptz,
      ${progress?.upto}::bigint, ${progress?.width}::int,
      ${progress?.meant}, ${last?.score}::float8, ${last?.createdAt}::timestamptz, ${last?.id}::uuid,
      ${request.limit + 1}::int, ${MAX_RANKED}::int) found
    left join lateral ${searchText} record on true
    order by score desc, created_at desc, found.id desc`;
}

const toPosition = (now: string, { upto, width, score, createdAt, id, meant }: MatchRow): Position => [
  now,
  upto,
  width,
  score,
  createdAt.toISOString(),
  id,
  ...(meant === null ? [] : [meant]),
];

function fromPosition([now, upto, width, score, createdAt, id, meant]: Position): Progress {
  return {
    now: String(now),
    upto: String(upto),
    width: Number(width),
    meant: meant === undefined ? null : String(meant),
    last: { score: Number(score), createdAt: String(createdAt), id: String(id) },
  };
}
