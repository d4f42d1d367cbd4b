// Lexemes of words, as PostgreSQL's text search configuration makes them. The lexemes of a word never change, so they are cached.
import { LRUCache } from 'lru-cache';
import { type Database, maxEntries, readForSeveral, sql } from '../../prisma/client.ts';

type LexemeCache = LRUCache<string, readonly string[]>;

const caches = new WeakMap<Database, LexemeCache>();

/** Maximum cached words per database. The cache takes some 14 MB at most. */
const MAX_WORDS = 20_000;

/** Longer words have no lexemes here, so they are not highlighted. A query has at most 200 characters. */
const MAX_LOOKED_UP_LENGTH = 255;

/** Returns a function that returns the lexemes of these words, and an empty list for other words and very long ones. */
export async function loadLexemes(
  database: Database,
  words: readonly string[],
): Promise<(word: string) => readonly string[]> {
  const cache = caches.get(database) ?? new LRUCache(maxEntries(MAX_WORDS));
  caches.set(database, cache);
  const lexemesByWord = new Map<string, readonly string[]>();
  const missing: string[] = [];
  for (const word of words) {
    const lexemes = cache.get(word);
    if (lexemes) lexemesByWord.set(word, lexemes);
    else if (word.length <= MAX_LOOKED_UP_LENGTH) missing.push(word);
  }
  // Lexemes do not depend on records, so the response does not depend on this read.
  for (const { word, lexemes } of await readForSeveral(() => queryLexemes(database, missing))) {
    lexemesByWord.set(word, lexemes);
    cache.set(word, lexemes);
  }
  return (word) => lexemesByWord.get(word) ?? [];
}

const queryLexemes = async (
  database: Database,
  words: readonly string[],
): Promise<readonly { readonly word: string; readonly lexemes: readonly string[] }[]> =>
  words.length === 0
    ? []
    : database.rows(sql`
        select word, tsvector_to_array(to_tsvector('board', search_words(word))) as lexemes
        from unnest(${words}::text[]) word`);
