import { describe, expect, test } from 'vitest';
import {
  createBoardSearch,
  createPlainSearches,
  measureRelevance,
  scoreRanking,
} from '../../bench/relevance/relevance.ts';
import { loadCorpus, readCorpus, readQuestions } from '../../bench/relevance/corpus.ts';
import { openBoard } from '../support/board/board.ts';

describe('the score of a ranking', () => {
  test('is 1 for all relevant records in order of their relevance, and 0 for none', () => {
    const relevant = { a: 2, b: 1 };

    expect(scoreRanking(['a', 'b', 'c'], relevant)).toEqual({ ndcg: 1, recall: 1 });
    expect(scoreRanking(['c', 'd'], relevant)).toEqual({ ndcg: 0, recall: 0 });
  });

  test('is lower for a relevant record further down, and 0 for one after the tenth place', () => {
    const others = Array.from({ length: 10 }, (_, i) => `other ${i}`);

    const [first, second] = [
      ['a', 'c'],
      ['c', 'a'],
    ].map((ids) => scoreRanking(ids, { a: 2, b: 2 }));

    expect(first).toEqual({ ndcg: expect.closeTo(0.613, 3), recall: 0.5 });
    expect(second).toEqual({ ndcg: expect.closeTo(0.387, 3), recall: 0.5 });
    expect(scoreRanking([...others, 'a'], { a: 2 })).toEqual({ ndcg: 0, recall: 0 });
  });
});

test('questions name records of the corpus only', () => {
  const ids = new Set(readCorpus().map(({ id }) => id));

  const unknown = readQuestions().flatMap(({ relevant }) =>
    Object.keys(relevant).filter((id) => !ids.has(id)),
  );

  expect(unknown).toEqual([]);
});

test('the board ranks the corpus better than ts_rank, and finds more than a query for all words', async () => {
  await using board = await openBoard();
  const corpus = readCorpus();
  // Every fifth question. The questions are grouped by kind, so these are of all kinds.
  const questions = readQuestions().filter((_, i) => i % 5 === 0);
  const idsByUuid = await loadCorpus(board.database, corpus);
  const request = async (path: string) => (await board.call(`GET ${path}`)).body as unknown;

  const ours = await measureRelevance(createBoardSearch(request, idsByUuid), questions);
  const plain = await createPlainSearches(board.database, corpus);
  const [all, any] = [
    await measureRelevance(plain.all, questions),
    await measureRelevance(plain.any, questions),
  ];

  expect(ours.ndcg).toBeGreaterThan(Math.max(all.ndcg, any.ndcg));
  expect(ours.recall).toBeGreaterThan(all.recall);
});
