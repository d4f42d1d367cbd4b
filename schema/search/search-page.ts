// One page of what a question finds. How texts and questions become words is the store's (migration add_search).
import { type EntryType, type Sql, sql } from '../../prisma/client.ts';
import { type ListKey, type PageRequest, readPageArgs } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import type { Position } from '../values/cursors.ts';
import { highlightHits, type MatchedEntry, type Hit, searchText } from './hits.ts';

export interface SearchArgs {
  readonly q: string;
  readonly type?: readonly EntryType[] | null | undefined;
  readonly channel?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface SearchPage {
  readonly query: string;
  /** `fuzzy` where nothing was found as written, and words were taken for others. */
  readonly mode: 'exact' | 'fuzzy';
  readonly count: number;
  readonly hits: readonly Hit[];
  readonly cursor: string | null;
}

/** The most of what is found that is ranked and counted: the newest. */
export const MAX_RANKED = 200;

/** What the store says of the whole search is said in every row, and in one without an id where nothing is found. */
interface Row extends Omit<MatchedEntry, 'id' | 'text'> {
  readonly id: string | null;
  readonly text: string | null;
  readonly count: number;
  readonly upto: string;
  readonly width: number;
  readonly meant: string | null;
  readonly lexemes: readonly string[];
}

interface FoundRow extends Row {
  readonly id: string;
  readonly text: string;
}

/** What a search of further pages goes on from, so that they neither repeat nor skip. */
interface Progress {
  /** When the first page was read, and what had been taken in by then. */
  readonly now: string;
  readonly upto: string;
  /** How widely was searched, and the query that a fuzzy search came to. */
  readonly width: number;
  readonly meant: string | null;
  readonly last: Pick<MatchedEntry, 'score' | 'id'> & { readonly createdAt: string };
}

/** Runs the search that these arguments ask for. Throws `invalid_cursor`. */
export async function readSearchPage(ctx: Context, args: SearchArgs): Promise<SearchPage> {
  const key = keyOf(args);
  const request = readPageArgs(ctx, key, args);
  const progress = request.after && fromPosition(request.after);
  const now = progress?.now ?? ctx.loaders.turnTime(ctx.clock).toISOString();
  const rows = await ctx.readExpensive<Row>(pageOf(args, { request, progress, now }));
  const found = rows.filter((row): row is FoundRow => row.id !== null && row.text !== null);
  const page = found.slice(0, request.limit);
  const [head, last] = [rows[0], page.at(-1)];
  if (!head) throw new Error('the database answers a search with a row at least');
  const goesOn = last && found.length > request.limit;
  return {
    query: args.q,
    mode: head.meant === null ? 'exact' : 'fuzzy',
    count: head.count,
    hits: await highlightHits(ctx.database, page, head.lexemes),
    cursor: goesOn ? ctx.cursors.seal(key.list, key.filters, toPosition(now, last)) : null,
  };
}

const keyOf = ({ q, type, channel, since }: SearchArgs): ListKey => ({
  list: 'search',
  filters: { q, types: typesOf(type), channel, since },
});

/** Types in any order are one filter; none are all. */
const typesOf = (types: SearchArgs['type']) => (types?.length ? [...new Set(types)].sort() : null);

interface Asked {
  readonly request: PageRequest;
  readonly progress: Progress | null;
  readonly now: string;
}

function pageOf({ q, type, channel, since }: SearchArgs, { request, progress, now }: Asked): Sql {
  const last = progress?.last;
  return sql`
    select found.id, found.type, channel_slug as "channelSlug", created_by as "createdBy", created_at as "createdAt",
      score, count, upto, width, meant, lexemes, said.thread_id as "threadId", said.title, said.text
    from search_page(
      ${q}, ${typesOf(type)}::text[], ${channel}, ${since}::timestamptz, ${now}::timestamptz,
      ${progress?.upto}::bigint, ${progress?.width}::int,
      ${progress?.meant}, ${last?.score}::float8, ${last?.createdAt}::timestamptz, ${last?.id}::uuid,
      ${request.limit + 1}::int, ${MAX_RANKED}::int) found
    left join lateral ${searchText} said on true
    order by score desc, created_at desc, found.id desc`;
}

const toPosition = (now: string, { upto, width, score, createdAt, id, meant }: FoundRow): Position => [
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
