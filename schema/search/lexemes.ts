// What words are stemmed to. Only the store knows; what it said once of a word holds for good, so it is remembered.
import { type Database, sql } from '../../prisma/client.ts';

type Stems = Map<string, readonly string[]>;

/** What is asked for again stays; the rest goes once there is too much of it. */
interface Memory {
  recent: Stems;
  earlier: Stems;
}

const known = new WeakMap<Database, Memory>();

/** Twice as many are a few megabytes at most. */
const WORDS_MAX = 20_000;

function recall(memory: Memory, word: string): readonly string[] | undefined {
  const stems = memory.recent.get(word) ?? memory.earlier.get(word);
  if (stems) memory.recent.set(word, stems);
  return stems;
}

/** Looks up the lexemes of words, as texts are broken into: none of others. */
export async function loadLexemes(
  database: Database,
  words: readonly string[],
): Promise<(word: string) => readonly string[]> {
  const memory = known.get(database) ?? { recent: new Map(), earlier: new Map() };
  known.set(database, memory);
  if (memory.recent.size > WORDS_MAX) {
    memory.earlier = memory.recent;
    memory.recent = new Map();
  }
  const stems: Stems = new Map();
  const unknown: string[] = [];
  for (const word of words) {
    const lexemes = recall(memory, word);
    if (lexemes) stems.set(word, lexemes);
    else unknown.push(word);
  }
  for (const { word, lexemes } of await ask(database, unknown)) {
    stems.set(word, lexemes);
    memory.recent.set(word, lexemes);
  }
  return (word) => stems.get(word) ?? [];
}

interface Answer {
  readonly word: string;
  readonly lexemes: readonly string[];
}

const ask = async (database: Database, words: readonly string[]): Promise<readonly Answer[]> =>
  words.length === 0
    ? []
    : database.rows<Answer>(sql`
        select word, tsvector_to_array(to_tsvector('board', search_words(word))) as lexemes
        from unnest(${words}::text[]) word`);
