// Lexemes of words, as PostgreSQL's text search configuration makes them. They never change, so they are cached.
import { type Database, sql } from '../../prisma/client.ts';

type LexemesByWord = Map<string, readonly string[]>;

/** A cache of two generations: when `recent` is full it becomes `earlier`, and the old `earlier` is dropped. */
interface LexemeCache {
  recent: LexemesByWord;
  earlier: LexemesByWord;
}

const caches = new WeakMap<Database, LexemeCache>();

/** Words per generation. Two generations take a few megabytes at most. */
const MAX_WORDS = 20_000;

function readCached(cache: LexemeCache, word: string): readonly string[] | undefined {
  const lexemes = cache.recent.get(word) ?? cache.earlier.get(word);
  if (lexemes) cache.recent.set(word, lexemes);
  return lexemes;
}

/** Returns a function that gives the lexemes of these words, and none for any other word. */
export async function loadLexemes(
  database: Database,
  words: readonly string[],
): Promise<(word: string) => readonly string[]> {
  const cache = caches.get(database) ?? { recent: new Map(), earlier: new Map() };
  caches.set(database, cache);
  if (cache.recent.size > MAX_WORDS) {
    cache.earlier = cache.recent;
    cache.recent = new Map();
  }
  const lexemesByWord: LexemesByWord = new Map();
  const missing: string[] = [];
  for (const word of words) {
    const lexemes = readCached(cache, word);
    if (lexemes) lexemesByWord.set(word, lexemes);
    else missing.push(word);
  }
  for (const { word, lexemes } of await queryLexemes(database, missing)) {
    lexemesByWord.set(word, lexemes);
    cache.recent.set(word, lexemes);
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
