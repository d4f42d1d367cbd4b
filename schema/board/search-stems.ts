// What words are stemmed to. Only the store knows; what it said once of a word holds for good, so it is remembered.
import { type Database, sql } from '../../prisma/client.ts';

type Stems = Map<string, readonly string[]>;

const known = new WeakMap<Database, Stems>();

/** A few megabytes at most. */
const WORDS_MAX = 20_000;

/** The lexemes of each word, as texts are broken into. */
export async function lexemesOf(
  database: Database,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const stems: Stems = known.get(database) ?? new Map<string, readonly string[]>();
  if (stems.size > WORDS_MAX) stems.clear();
  known.set(database, stems);
  const unknown = words.filter((word) => !stems.has(word));
  if (unknown.length === 0) return stems;
  const rows = await database.rows<{ word: string; lexemes: readonly string[] }>(sql`
    select word, tsvector_to_array(to_tsvector('board', search_words(word))) as lexemes
    from unnest(${unknown}::text[]) word`);
  for (const { word, lexemes } of rows) stems.set(word, lexemes);
  return stems;
}
