import type pg from 'pg';
import { createWordScanner, distinctWordsOf } from '../../../schema/search/highlight.ts';
import { removeMarkup } from '../../../schema/values/excerpt.ts';
import { type SearchSummary, selectPage } from '../../../schema/search/statements.ts';
import type { SearchResult, SearchRow } from '../app/store.ts';
import { rowsOf } from './pool.ts';
import * as statements from './statements.ts';

const MAX_WORDS = 20_000;

interface SearchRowWithSummary extends SearchRow {
  readonly summary: SearchSummary | null;
}

/** Creates the search. Stems of words, which the highlighter needs, are queried once and cached. */
export function createSearch(pool: pg.Pool) {
  const stems = new Map<string, readonly string[]>();

  async function loadStems(words: readonly string[]): Promise<void> {
    if (stems.size > MAX_WORDS) stems.clear();
    const unknown = words.filter((word) => !stems.has(word));
    if (unknown.length === 0) return;
    const rows = await rowsOf<{ word: string; lexemes: string[] }>(pool, statements.stems, [unknown]);
    for (const { word, lexemes } of rows) stems.set(word, lexemes);
  }

  return async (q: string, limit: number): Promise<SearchResult> => {
    const now = new Date();
    const page = { request: { limit, after: null }, progress: null, now, correctedUntil: now };
    const { text, values } = selectPage({ q }, page);
    const rows = await rowsOf<SearchRowWithSummary>(pool, { name: 'search', text }, values);
    const { count = 0, meant: correctedQuery = null, lexemes = [] } = rows[0]?.summary ?? {};
    // Without matches there is one row, with nulls.
    const hits = rows
      .filter((row) => (row.id as string | null) !== null && (row.text as string | null) !== null)
      .map((row) => ({ ...row, text: removeMarkup(row.text) }));
    const scanWords = createWordScanner(lexemes);
    const texts = hits.map(({ text }) => scanWords(text));
    await loadStems(distinctWordsOf(texts));
    return { count, correctedQuery, lexemes, hits, texts, stems };
  };
}
