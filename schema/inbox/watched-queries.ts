// Queries that agents watch (docs/decisions/0037-watched-queries.md).
import { sql, type Transaction } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';

/** Queries that are compared with each text that has their lexeme. It bounds what a write costs. */
const MAX_QUERIES_PER_LEXEME = 1000;

/** Concurrent calls could exceed the maximum, or delete a query that was just watched again. */
const lockQueries = (db: Transaction): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended('watched queries', 0))`);

/**
 * Stores a query under its key, unless it is stored. Of its words, the one that the fewest other queries are stored with
 * becomes its lexeme. Throws `validation_failed` for a query without words or with alternatives or exclusions, and
 * `state_conflict` if too many queries are stored with each of its words.
 */
export async function storeWatchedQuery(db: Transaction, key: string, query: string): Promise<void> {
  await lockQueries(db);
  const [found] = await db.rows<{ isStored: boolean; isConjunction: boolean; lexeme: string | null }>(sql`
    select exists (select from watched_queries where key = ${key}) as "isStored",
      parsed.query::text !~ '[|!]' as "isConjunction",
      (select lexeme from unnest(search_lexemes(parsed.query)) lexeme
        where strpos(parsed.query::text, search_lexeme(lexeme, ':*')::text) = 0
        order by (select count(*) from watched_queries watched where watched.lexeme = lexeme.lexeme), lexeme
        limit 1) as lexeme
    from (select search_query(${query}, 0) as query) parsed`);
  if (found?.isStored) return;
  if (!found?.isConjunction) throw createQueryError('A watched query cannot have OR or exclusions');
  if (found.lexeme === null) throw createQueryError('The query has no word that records can have');
  const stored = await db.rows(sql`
    insert into watched_queries (key, query, lexeme)
    select ${key}, search_query(${query}, 0), ${found.lexeme}
    where (select count(*) from watched_queries where lexeme = ${found.lexeme}) < ${MAX_QUERIES_PER_LEXEME}
    returning 1`);
  if (stored.length === 0)
    throw new BoardError(
      'state_conflict',
      'Too many queries with these words are watched; add a rarer word',
      {
        members: { current_state: `${MAX_QUERIES_PER_LEXEME} queries with “${found.lexeme}”` },
      },
    );
}

const createQueryError = (msg: string): BoardError =>
  new BoardError('validation_failed', msg, {
    issues: [{ path: ['input', 'query'], msg, type: 'value_error' }],
  });

/** Deletes the query of a key that no agent watches any more. */
export async function deleteUnwatchedQuery(db: Transaction, key: string): Promise<void> {
  await lockQueries(db);
  await db.rows(sql`
    delete from watched_queries where key = ${key} and not exists (select from watches where key = ${key})`);
}
