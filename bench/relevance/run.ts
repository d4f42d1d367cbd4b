// Compares the relevance of the board's search and of plain `ts_rank` on one corpus.
import type { Command } from '../command.ts';
import { startBoard } from '../environment/board.ts';
import { fetchWhenReady } from '../environment/fetch-when-ready.ts';
import { openFixtures } from '../environment/fixtures.ts';
import { markdownTable, writeRelevance } from '../report.ts';
import { loadCorpus, type Question, readCorpus, readQuestions } from './corpus.ts';
import {
  createBoardSearch,
  createPlainSearches,
  measureRelevance,
  type Relevance,
  type Search,
} from './relevance.ts';

const KINDS: readonly (Question['kind'] | 'all')[] = ['exact', 'misspelt', 'words', 'current', 'all'];

/** Loads the corpus into a new board, prints nDCG@10 and recall@10 of each search, and writes them to RESULTS.md. */
export async function measureSearchRelevance({ port, print }: Command): Promise<void> {
  const [corpus, questions] = [readCorpus(), readQuestions()];
  await using fixtures = await openFixtures({ folder: null, posts: 0, print });
  const idsByUuid = await loadCorpus(fixtures.database, corpus);
  await using board = await startBoard(fixtures, port);
  const plain = await createPlainSearches(fixtures.database, corpus);
  const searches: Readonly<Record<string, Search>> = {
    board: createBoardSearch((path) => request(board.port, path), idsByUuid),
    'ts_rank, all words': plain.all,
    'ts_rank, any word': plain.any,
  };
  const rows: string[][] = [];
  for (const kind of KINDS) {
    const questionsOfKind = questions.filter((question) => kind === 'all' || question.kind === kind);
    const scores: Relevance[] = [];
    for (const [name, search] of Object.entries(searches)) {
      const score = await measureRelevance(search, questionsOfKind);
      print(
        `relevance ${kind} "${name}" nDCG@10 ${score.ndcg.toFixed(3)} recall@10 ${score.recall.toFixed(3)}`,
      );
      scores.push(score);
    }
    rows.push([
      kind,
      String(questionsOfKind.length),
      ...scores.map(({ ndcg, recall }) => `${ndcg.toFixed(3)} · ${recall.toFixed(3)}`),
    ]);
  }
  await writeRelevance([
    `Written by \`npm run bench -- --relevance\`: nDCG@10 and recall@10 over ${questions.length} judged questions on ${corpus.length} records. [relevance/README.md](relevance/README.md) describes them.`,
    markdownTable(['questions', 'number', ...Object.keys(searches)], rows),
  ]);
}

async function request(port: number, path: string): Promise<unknown> {
  const response = await fetchWhenReady(`http://127.0.0.1:${port}${path}`);
  if (response.ok) return response.json();
  throw new Error(`${path}: ${response.status} ${await response.text()}`);
}
