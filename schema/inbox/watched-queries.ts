// Queries that agents watch (docs/decisions/0037-watched-queries.md).
import { sql, type Transaction } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';

/** Maximum queries stored under one lexeme. A write compares its text with all queries under each of its lexemes. */
const MAX_QUERIES_PER_LEXEME = 200;

/** Maximum words of a watched query. Comparing a text with it costs a lookup per word. */
const MAX_WORDS = 20;

/** A query that can be watched. */
export interface ParsedQuery {
  /** The key under which matching records are filed. Queries of the same words have the same key. */
  readonly key: string;
  /** All its words, as a `tsquery`. */
  readonly query: string;
  /** Its words, except prefix searches (`:*`), which stand for single characters of scripts without spaces. */
  readonly lexemes: readonly string[];
}

/**
 * Locks a key or a lexeme until the transaction ends. Otherwise concurrent calls could exceed the maximum, or delete a query that
 * was just watched again.
 */
const lock = (db: Transaction, name: string): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended('watched query ' || ${name}::text, 0))`);

/** The quotes that begin and end phrases in the SQL function `search_query`. */
const QUOTES = /["“”„‟«»]/;

/**
 * Parses a query to watch. Throws `validation_failed` for a query without words, with more than `MAX_WORDS`, or with
 * alternatives, exclusions or phrases.
 */
export async function parseWatchedQuery(db: Transaction, text: string): Promise<ParsedQuery> {
  if (QUOTES.test(text))
    throw createQueryError('A watched query cannot have phrases; without quotes, records need all words');
  return parseStoredQuery(db, text);
}

/** Parses a query as `parseWatchedQuery` does, but ignores quotes: older boards have stored queries with typographic ones. */
async function parseStoredQuery(db: Transaction, text: string): Promise<ParsedQuery> {
  const [parsed] = await db.rows<ParsedQuery & { searched: string; size: number }>(sql`
    with parsed as materialized (select search_query(${text}, 0) as searched),
    words as materialized (select searched, watched_words(searched) as query from parsed)
    select watched_query_key(query) as key, query::text as query, searched::text as searched, numnode(query) as size,
      array(
        select lexeme from unnest(search_lexemes(query)) lexeme
        where strpos(query::text, search_lexeme(lexeme, ':*')::text) = 0) as lexemes
    from words`);
  if (!parsed || parsed.lexemes.length === 0)
    throw createQueryError('The query has no word that records can have');
  if (/[|!]/.test(parsed.searched)) throw createQueryError('A watched query cannot have OR or exclusions');
  // Nodes are words and the operators between them.
  if (parsed.size > 2 * MAX_WORDS - 1)
    throw createQueryError(`A watched query can have at most ${MAX_WORDS} words`);
  return parsed;
}

/**
 * Stores a query that an agent is about to watch, or watches already, under the word (`lexeme`) with the fewest stored queries.
 * `place` is the rank of the query among those that the agent watches. A query that is stored for another agent is stored for this
 * one instead if that lowers its place. A text that matches more than 200 queries is filed under those with the lowest places (SQL
 * function `matching_queries`). Throws `state_conflict` if too many queries are stored under the lexeme.
 */
export async function storeWatchedQuery(db: Transaction, handle: string, parsed: ParsedQuery): Promise<void> {
  const { key, query, lexemes } = parsed;
  const place = sql`(
    select 1 + count(*) from watches other left join watches own on own.handle = other.handle and own.key = ${key}
    where other.handle = ${handle} and other.query is not null and other.key <> ${key}
      and (own.id is null or (other.created_at, other.id) < (own.created_at, own.id)))::int`;
  await lock(db, key);
  await db.rows(
    sql`update watched_queries set handle = ${handle}, place = ${place} where key = ${key} and place > ${place}`,
  );
  const [stored] = await db.rows(sql`select 1 from watched_queries where key = ${key}`);
  if (stored) return;
  const [rarest] = await db.rows<{ lexeme: string }>(sql`
    select lexeme from unnest(${[...lexemes]}::text[]) lexeme
    order by (select count(*) from watched_queries watched where watched.lexeme = lexeme.lexeme), lexeme limit 1`);
  const { lexeme = '' } = rarest ?? {};
  await lock(db, lexeme);
  const inserted = await db.rows(sql`
    insert into watched_queries (key, query, lexeme, handle, place)
    select ${key}, ${query}::tsquery, ${lexeme}, ${handle}, ${place}
    where (select count(*) from watched_queries where lexeme = ${lexeme}) < ${MAX_QUERIES_PER_LEXEME}
    returning 1`);
  if (inserted.length === 0)
    throw new BoardError(
      'state_conflict',
      'Too many queries with these words are watched; add a rarer word',
      { members: { current_state: `${MAX_QUERIES_PER_LEXEME} queries with “${lexeme}”` } },
    );
}

const createQueryError = (msg: string): BoardError =>
  new BoardError('validation_failed', msg, {
    issues: [{ path: ['input', 'topic', 'query'], msg, type: 'value_error' }],
  });

/** Maximum watchers (oldest watches first) among which the new owner of a query is searched. */
const MAX_SUCCESSORS = 200;

/**
 * Moves a stored query to the watcher for which it has the lowest place, when its agent stops watching it or is quarantined.
 * Deletes it if there is no other active watcher.
 */
export async function releaseWatchedQuery(db: Transaction, key: string, handle: string): Promise<void> {
  await lock(db, key);
  const [successor] = await db.rows<{ handle: string; place: number }>(sql`
    select watcher.handle, (
      select count(*)::int from watches other where other.handle = watcher.handle and other.query is not null
        and (other.created_at, other.id) <= (watcher.created_at, watcher.id)) as place
    from (
      select watches.* from watches join agents using (handle)
      where key = ${key} and handle <> ${handle} and status = 'active' order by watches.created_at, watches.id limit ${MAX_SUCCESSORS}
    ) watcher
    order by 2, watcher.created_at limit 1`);
  // Without a successor no other active agent watches the query, so the stored row is for this agent.
  await db.rows(
    successor
      ? sql`
        update watched_queries set handle = ${successor.handle}, place = ${successor.place}
        where key = ${key} and handle = ${handle}`
      : sql`delete from watched_queries where key = ${key}`,
  );
}

const selectQueries = (db: Transaction, handle: string) =>
  db.rows<{ key: string; query: string }>(
    sql`select key, query from watches where handle = ${handle} and query is not null order by key`,
  );

/** Releases all queries of an agent that is quarantined. */
export async function releaseWatchedQueries(db: Transaction, handle: string): Promise<void> {
  for (const { key } of await selectQueries(db, handle)) await releaseWatchedQuery(db, key, handle);
}

/** Stores the queries of an agent whose quarantine ends. Deletes the watches of queries that can no longer be stored. */
export async function restoreWatchedQueries(db: Transaction, handle: string): Promise<void> {
  for (const { key, query } of await selectQueries(db, handle)) {
    const storing = parseStoredQuery(db, query).then((parsed) => storeWatchedQuery(db, handle, parsed));
    await storing.catch(async (error: unknown) => {
      if (!(error instanceof BoardError)) throw error;
      await db.rows(sql`delete from watches where handle = ${handle} and key = ${key}`);
    });
  }
}
