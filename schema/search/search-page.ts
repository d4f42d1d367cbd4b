// Reads one page of search results.
import { type RowDependency, threadChangeKey } from '../../prisma/client.ts';
import { toConnection } from '../graphql/lists/connections.ts';
import { type ListKey, readPageArgs } from '../graphql/lists/page-args.ts';
import { valuesOf } from '../graphql/lists/record-filters.ts';
import type { Context } from '../context.ts';
import type { Position } from '../values/cursors.ts';
import { MINUTE_MS } from '../values/durations.ts';
import { removeMarkup } from '../values/excerpt.ts';
import { highlightHits, type MatchedEntry, type Hit } from './hits.ts';
import {
  MAX_RANKED,
  type Progress,
  type SearchArgs,
  type SearchFacets,
  type SearchSummary,
  selectPage,
} from './statements.ts';
import { parseWordCondition } from './word-condition.ts';

export interface SearchPage extends ReturnType<typeof toConnection<Hit>> {
  readonly query: string;
  /** `fuzzy` if nothing matched all words as written: similar words, or at least half of the words, were matched. */
  readonly mode: 'exact' | 'fuzzy';
  readonly count: number;
  readonly facets: SearchFacets | null;
  readonly nextCursor: string | null;
}

/** Only the first row has the summary. Without matches there is one row whose `id` is null. */
interface ResultRow extends Omit<MatchedEntry, 'id' | 'text'> {
  readonly id: string | null;
  readonly text: string | null;
  readonly summary: SearchSummary | null;
}

interface MatchRow extends ResultRow {
  readonly id: string;
  readonly text: string;
}

/** Runs a search and returns one page of results. Throws `invalid_cursor`. */
export async function readSearchPage(
  ctx: Context,
  args: SearchArgs & Parameters<typeof readPageArgs>[2],
): Promise<SearchPage> {
  const key = keyOf(args);
  const request = readPageArgs(ctx, key, args);
  const progress = request.after && fromPosition(request.after);
  const current = ctx.loaders.iterationTime(ctx.clock);
  const now = progress?.now ?? current;
  const page = { request, progress, now, correctedUntil: chooseCorrectionTime(now, current) };
  const rows = await ctx.readExpensive<ResultRow>(selectPage(args, page), {
    dependsOnRows: findDependenciesOnce,
  });
  const summary = rows[0]?.summary;
  if (!summary) throw new Error('search_matches returned no row');
  const hits = await highlightOnce(ctx, rows, summary.lexemes);
  const connection = toConnection(ctx, key, {
    rows: hits,
    request,
    positionOf: (hit) => toPosition({ now, summary, hit }),
    countRecords: () => Promise.resolve({ count: summary.count, isExact: summary.count < MAX_RANKED }),
  });
  const { hasNextPage, endCursor } = connection.pageInfo;
  return {
    ...connection,
    query: args.q,
    mode: summary.meant === null ? 'exact' : 'fuzzy',
    count: summary.count,
    facets: summary.facets,
    nextCursor: hasNextPage ? endCursor : null,
  };
}

const hitsByRows = new WeakMap<readonly ResultRow[], Promise<readonly Hit[]>>();

/**
 * Returns the hits of the rows. Finding the matches of a page takes up to 40 ms, and equal searches of an iteration of the event
 * loop share their rows, so they also share the hits, which depend neither on the caller nor on the time.
 */
function highlightOnce(
  { database }: Context,
  rows: readonly ResultRow[],
  lexemes: readonly string[],
): Promise<readonly Hit[]> {
  const known = hitsByRows.get(rows);
  if (known) return known;
  const matches = rows
    .filter((row): row is MatchRow => row.id !== null && row.text !== null)
    .map((row) => ({ ...row, text: removeMarkup(row.text) }));
  const hits = highlightHits(database, matches, lexemes);
  hitsByRows.set(rows, hits);
  hits.catch(() => hitsByRows.delete(rows));
  return hits;
}

/**
 * For how long a page ignores corrections. The statement reads every ignored fact of a chain, for each match, so an older cursor
 * ignores only those of the last two minutes. The other corrections since the first page may move records between pages.
 */
const MAX_IGNORED_MS = 2 * MINUTE_MS;

/** The time until which corrections count: that of the first page, or two minutes ago if that is later. */
const chooseCorrectionTime = (first: Date, current: Date): Date =>
  new Date(Math.max(first.getTime(), current.getTime() - MAX_IGNORED_MS));

const dependenciesByRows = new WeakMap<readonly ResultRow[], readonly RowDependency[]>();

/** Returns the dependencies of the rows: always the same, so that a response with equal searches has one condition for all. */
function findDependenciesOnce(rows: readonly ResultRow[]): readonly RowDependency[] {
  const dependencies = dependenciesByRows.get(rows) ?? dependenciesOf(rows);
  dependenciesByRows.set(rows, dependencies);
  return dependencies;
}

/** A page depends on which entries match, on the statuses of all matches, and on the titles of the threads that it shows. */
function dependenciesOf(rows: readonly ResultRow[]): readonly RowDependency[] {
  const summary = rows[0]?.summary;
  const condition = summary?.affectedBy ? parseWordCondition(summary.affectedBy) : null;
  if (!summary || !condition) return SEARCHED_TABLES;
  const threads = rows.flatMap(({ threadId }) => threadId ?? []).map(threadChangeKey);
  return ['entries', condition, ...summary.keys, ...threads];
}

/** The change keys of the tables that a search reads. */
const SEARCHED_TABLES = [
  'feed',
  'threads',
  'posts',
  'inquiries',
  'answers',
  'facts',
  'reports',
  'work',
] as const;

const keyOf = ({ q, types, channel, createdBy, since, until, statuses }: SearchArgs): ListKey => ({
  list: 'search',
  // Names of filters are part of cursors, which callers keep: they must not change.
  filters: { q, types: valuesOf(types), channel, createdBy, since, until, states: valuesOf(statuses) },
});

/** Maximum bytes of a corrected query in a cursor. With the other members it must fit into `MAX_CURSOR_LENGTH` (`validators.ts`). */
const MAX_MEANT_BYTES = 5_500;

/** A corrected query that is too long for a cursor is left out: the next page corrects the query again. */
const toPosition = ({
  now,
  summary: { upto, width, meant },
  hit: { score, createdAt, id },
}: {
  readonly now: Date;
  readonly summary: SearchSummary;
  readonly hit: Hit;
}): Position => [
  now.toISOString(),
  upto,
  width,
  score,
  createdAt.toISOString(),
  id,
  ...(meant === null || Buffer.byteLength(JSON.stringify(meant)) > MAX_MEANT_BYTES ? [] : [meant]),
];

function fromPosition([now, upto, width, score, createdAt, id, meant]: Position): Progress {
  return {
    now: new Date(String(now)),
    upto: String(upto),
    width: meant === undefined && Number(width) > 1 ? null : Number(width),
    meant: meant === undefined ? null : String(meant),
    last: { score: Number(score), createdAt: String(createdAt), id: String(id) },
  };
}
