// The statement of one page of search results. The SQL function `search_matches` finds matches and their ranks (latest version:
// migration log_words); the statement sorts and counts them.
import { type ChangeKey, type EntryType, type Sql, sql } from '../../prisma/client.ts';
import type { PageRequest } from '../graphql/lists/page-args.ts';
import { valuesOf } from '../graphql/lists/record-filters.ts';
import { type MatchedEntry, searchText } from './hits.ts';
import { type HitStatus, selectHead, selectStatus, typesWith } from './hit-status.ts';

/** Maximum number of matches that are ranked and counted: the newest. */
export const MAX_RANKED = 200;

/** Maximum number of matches whose status is read for the filter `statuses`: the newest. */
export const MAX_FILTERED = 1000;

/** Maximum number of channels that are counted as facets: those with the most matches. */
export const MAX_CHANNEL_FACETS = 50;

/** A search, without its page. Null means no filter. */
export interface SearchArgs {
  readonly q: string;
  readonly types?: readonly EntryType[] | null;
  readonly channel?: string | null;
  readonly createdBy?: string | null;
  readonly since?: Date | null;
  readonly until?: Date | null;
  readonly statuses?: readonly HitStatus[] | null;
  readonly facets?: boolean | null | undefined;
}

/** State from the cursor, with which further pages neither repeat nor skip matches. */
export interface Progress {
  /** When the first page was read. */
  readonly now: Date;
  /** Number of the last entry that existed when the first page was read. */
  readonly upto: string;
  /**
   * What matched: 0 the words as written; 1 also names by their parts; 2 similar words; 3 at least half of the similar words. Null if
   * the cursor has no room for the corrected query.
   */
  readonly width: number | null;
  /** The corrected query of a fuzzy search, or its words if `width` is 3; null for an exact search. */
  readonly meant: string | null;
  readonly last: Pick<MatchedEntry, 'score' | 'id'> & { readonly createdAt: string };
}

/** The types that can match: the types of the filter that can have one of the statuses. Null for all types. */
function typesOf(args: SearchArgs): readonly EntryType[] | null {
  const [types, statuses] = [valuesOf(args.types), valuesOf(args.statuses)];
  if (!statuses) return types;
  return typesWith(statuses).filter((one) => types === null || types.includes(one));
}

interface PageOptions {
  readonly request: Pick<PageRequest, 'limit' | 'after'>;
  readonly progress: Progress | null;
  /** The time of the first page. */
  readonly now: Date;
  /** Facts that were added to a chain later do not count. */
  readonly correctedUntil: Date;
}

/** The columns of a hit besides its rank and status. */
const ENTRY_COLUMNS = sql`found.id, found.type, found.channel_slug, found.created_by, found.created_at`;

/**
 * The statement of a page. A fact that supersedes a match is a hit too, with the rank of the match, if it passes the
 * filters. Current records come first: the score is the tier of the record (`selectStatus`) plus its rank, which is
 * below 1.
 */
export function selectPage(args: SearchArgs, { request, progress, now, correctedUntil }: PageOptions): Sql {
  const { q, channel, createdBy, since, until, facets } = args;
  const [statuses, last] = [valuesOf(args.statuses), progress?.last];
  return sql`
    with matched as materialized (
      select * from search_matches(
        ${q}, ${typesOf(args)}::text[], ${channel}, ${createdBy}, ${since}::timestamptz, ${until}::timestamptz, ${now}::timestamptz,
        ${progress?.upto}::bigint, ${progress?.width}::int, ${progress?.meant},
        ${statuses ? MAX_FILTERED : MAX_RANKED}::int)
    ), successor as (
      select head.id, max(rank) as rank
      from matched found cross join lateral ${selectHead(correctedUntil)} head
      where found.type = 'fact' group by head.id
    ), hits as (
      select ${ENTRY_COLUMNS}, rank, 'record' as matched_in from matched found where id is not null
      union all
      select ${ENTRY_COLUMNS}, rank, 'superseded' from successor join entries found on found.id = successor.id
      where found.id not in (select id from matched)
        and (${channel}::text is null or found.channel_slug = ${channel})
        and (${createdBy}::text is null or found.created_by = ${createdBy})
        and (${since}::timestamptz is null or found.created_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or found.created_at < ${until}::timestamptz)
    ), judged as materialized (
      select found.*, found_status.*, tier + least(rank, 0.999999) as score
      from hits found cross join lateral ${selectStatus(now, correctedUntil)} found_status
    ), counted as materialized (
      select * from judged where ${statuses}::text[] is null or status = any(${statuses}::text[])
      order by created_at desc, id desc limit ${MAX_RANKED}
    ), page as (
      select *, row_number() over (order by score desc, created_at desc, id desc) as place from counted
      where ${last?.score}::float8 is null
        or (score, created_at, id) < (${last?.score}::float8, ${last?.createdAt}::timestamptz, ${last?.id}::uuid)
      order by score desc, created_at desc, id desc limit ${request.limit + 1}
    )
    select found.id, found.type, channel_slug as "channelSlug", created_by as "createdBy", created_at as "createdAt", score,
      status, stale, superseded_by as "supersededById", matched_in as "matchedIn",
      case when place > 1 then null else ${selectSummary(facets === true)} end as summary,
      record.thread_id as "threadId", record.title, record.text
    from (select upto, width, meant, lexemes, affected_by from matched limit 1) search
    left join page found on true
    left join lateral ${searchText} record on true
    order by place`;
}

/** Number of matching records with a value. */
interface FacetCount<Value extends string> {
  readonly value: Value;
  readonly count: number;
}

export interface SearchFacets {
  readonly type: readonly FacetCount<EntryType>[];
  readonly channel: readonly FacetCount<string>[];
}

/** The values of a result that apply to the whole search. */
export interface SearchSummary {
  readonly count: number;
  readonly facets: SearchFacets | null;
  readonly upto: string;
  readonly width: number;
  readonly meant: string | null;
  readonly lexemes: readonly string[];
  /** A `tsquery` that matches every entry whose change can change the result; null if changes of all entries can. */
  readonly affectedBy: string | null;
  /** The keys under which changes of the statuses of all matches are logged. */
  readonly keys: readonly ChangeKey[];
}

/** The JSON of a `SearchSummary`. */
const selectSummary = (withFacets: boolean): Sql => sql`
  jsonb_build_object('count', (select count(*) from counted), 'facets', ${withFacets ? SELECT_FACETS : sql`null::jsonb`},
    'upto', upto::text, 'width', width, 'meant', meant, 'lexemes', lexemes, 'affectedBy', affected_by::text,
    'keys', array(select key from judged where key is not null))`;

/** Counts the ranked matches, of which there are at most `MAX_RANKED`. */
const SELECT_FACETS = sql`(
  select jsonb_build_object(
    'type', (select coalesce(jsonb_agg(facet), '[]') from (
      select type as value, count(*)::int from counted group by type order by 2 desc, 1
    ) facet),
    'channel', (select coalesce(jsonb_agg(facet), '[]') from (
      select channel_slug as value, count(*)::int from counted where channel_slug is not null
      group by channel_slug order by 2 desc, 1 limit ${MAX_CHANNEL_FACETS}
    ) facet))
)`;
