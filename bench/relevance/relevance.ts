// How well searches rank the corpus: nDCG and recall among the first ten records.
import { type Database, sql } from '../../prisma/client.ts';
import { type CorpusRecord, type Question, textOf } from './corpus.ts';

/** Returns the ids in the corpus of the found records, best first. */
export type Search = (q: string) => Promise<readonly string[]>;

export interface Relevance {
  readonly ndcg: number;
  readonly recall: number;
}

const DEPTH = 10;

/** Returns the means over the questions. */
export async function measureRelevance(search: Search, questions: readonly Question[]): Promise<Relevance> {
  const scores: Relevance[] = [];
  for (const question of questions) scores.push(scoreRanking(await search(question.q), question.relevant));
  const mean = (of: (score: Relevance) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall) };
}

/** nDCG (Järvelin and Kekäläinen 2002; gain 2^relevance − 1, discount log2(rank + 1)) and recall at ten. */
export function scoreRanking(ids: readonly string[], relevant: Question['relevant']): Relevance {
  const top = [...new Set(ids)].slice(0, DEPTH);
  const ideal = Object.values(relevant).toSorted((a, b) => b - a);
  const hits = top.filter((id) => id in relevant).length;
  return {
    ndcg: cumulativeGain(top.map((id) => relevant[id] ?? 0)) / cumulativeGain(ideal.slice(0, DEPTH)),
    recall: hits / ideal.length,
  };
}

const cumulativeGain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

/** PostgreSQL's own ranking of the same texts, by `ts_rank` over English words: records with all words, or with any. */
export async function createPlainSearches(
  database: Database,
  corpus: readonly CorpusRecord[],
): Promise<Readonly<Record<'all' | 'any', Search>>> {
  await database.rows(sql`create table plain_texts (id text primary key, tsv tsvector)`);
  await database.rows(sql`
    insert into plain_texts select id, to_tsvector('english', text)
    from unnest(${corpus.map(({ id }) => id)}::text[], ${corpus.map(textOf)}::text[]) record(id, text)`);
  const createSearch =
    (operator: '&' | '|'): Search =>
    async (q) => {
      const rows = await database.rows<{ id: string }>(sql`
        select id from plain_texts,
          (select replace(plainto_tsquery('english', ${q})::text, '&', ${operator})::tsquery as query) asked
        where tsv @@ query order by ts_rank(tsv, query) desc, id limit ${DEPTH}`);
      return rows.map(({ id }) => id);
    };
  return { all: createSearch('&'), any: createSearch('|') };
}

/** The part of the board's search response that is read. */
interface SearchResponse {
  readonly items: readonly { readonly id: string }[];
}

/** The board's search. `request` sends a request for a path and returns the body. */
export const createBoardSearch =
  (request: (path: string) => Promise<unknown>, idsByUuid: ReadonlyMap<string, string>): Search =>
  async (q) => {
    // Twice `DEPTH`: a record can be found as a post and as its thread.
    const query = new URLSearchParams({ q, limit: String(2 * DEPTH) }).toString();
    const { items } = (await request(`/public/search.json?${query}`)) as SearchResponse;
    return items.flatMap(({ id }) => idsByUuid.get(id) ?? []);
  };
