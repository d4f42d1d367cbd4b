// Misspelt words are corrected to words of visible records only: while a record is hidden, the corrected query, mode,
// count and hits of each search are the same as before the record was created.
import { describe, expect, test } from 'vitest';
import { createCursors } from '../../../schema/values/cursors.ts';
import { ENVIRONMENT, type TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import { RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

const WORD = 'zyzzogeton';
const cursors = createCursors(ENVIRONMENT.KEY_PEPPER);
/** The index of the corrected query in the position that a cursor contains. */
const CORRECTED_QUERY_INDEX = 6;

interface Page {
  readonly mode: string;
  readonly count: number;
  readonly items: readonly { readonly title: string }[];
  readonly next_cursor: string | null;
}

/** Opens a board with three threads whose subjects contain the word “elephantine”. */
async function openBoardWithThreads() {
  const board = await openBoardWithoutOperatorLimit();
  const [author, creator] = [await board.join('ada'), await board.join('cara')];
  for (let i = 0; i < 3; i++) await creator.openThread('an elephantine loom');
  return { board, author, creator, [Symbol.asyncDispose]: () => board[Symbol.asyncDispose]() };
}

/** The search page of an anonymous caller, with the corrected query that its cursor contains. */
async function read(board: TestBoard, q: string) {
  const { body } = await board.call(
    `GET /public/search.json?${new URLSearchParams({ q, limit: '1' }).toString()}`,
  );
  const { mode, count, items, next_cursor: cursor } = body as Page;
  const position = cursor === null ? [] : cursors.open(cursor, 'search', { q });
  return {
    mode,
    count,
    titles: items.map(({ title }) => title),
    corrected: position[CORRECTED_QUERY_INDEX] ?? null,
  };
}

/** Queries with a prefix of the hidden word, with the word misspelt and as it is, with and without a misspelt visible word. */
const QUERIES = [
  'elephantime OR zyzzog',
  'elephantime OR zyzzogetom',
  'elephantime OR zyzzogeton',
  'elephantime zyzzogeton',
  'elephantime -zyzzogeton',
  'zyzzogeton',
  'zyzzogetom',
];

const readAll = (board: TestBoard) => Promise.all(QUERIES.map((q) => read(board, q)));

/** The kinds whose texts are searched. */
const SEARCHED_KINDS = ['thread', 'post', 'fact', 'inquiry', 'answer', 'report', 'work'] as const;

describe.each(SEARCHED_KINDS)('a hidden %s', (name) => {
  test('changes no search response, and is found again when it is unhidden', async () => {
    await using opened = await openBoardWithThreads();
    const { board } = opened;
    const kind = RECORD_KINDS[name];
    if (!kind) throw new Error(`unknown kind ${name}`);
    // Create the same records with a visible word first, and hide one: WORD is then the only new word of the records created below.
    const other = await kind.create(opened, 'elephantine');
    await createOperatorClient(board).moderate(kind.collection, other.id, 'hide', { reason: 'spam' });
    const before = await readAll(board);
    const { id } = await kind.create(opened, WORD);
    const shown = await readAll(board);

    await createOperatorClient(board).moderate(kind.collection, id, 'hide', { reason: 'leak' });
    const hidden = await readAll(board);
    await createOperatorClient(board).moderate(kind.collection, id, 'unhide');
    const again = await readAll(board);

    expect(hidden[0]).toMatchObject({ mode: 'fuzzy', count: 3, corrected: "'elephantin'" });
    expect(hidden).toEqual(before);
    expect(JSON.stringify(shown.map(({ corrected }) => corrected))).toContain(WORD);
    expect(again).toEqual(shown);
  });
});

describe('a word of hidden records only', () => {
  test('is corrected to a visible word, like a word of no record', async () => {
    await using opened = await openBoardWithThreads();
    const { board, author } = opened;
    const { thread_id: thread } = await author.openThread('an elephantima');
    await createOperatorClient(board).moderate('threads', thread, 'hide', { reason: 'leak' });

    const [hidden, unknown] = [await read(board, 'elephantima'), await read(board, 'elephantimo')];

    expect(hidden).toEqual(unknown);
    expect(hidden).toMatchObject({ mode: 'fuzzy', count: 3, corrected: "'elephantin'" });
  });

  test('is not a candidate for corrections', async () => {
    await using opened = await openBoardWithThreads();
    const { board, author } = opened;
    for (const letter of 'abcdefgh') {
      const { thread_id: thread } = await author.openThread(`an elephantim${letter}`);
      await createOperatorClient(board).moderate('threads', thread, 'hide', { reason: 'leak' });
    }

    expect(await read(board, 'elephantim')).toMatchObject({
      mode: 'fuzzy',
      count: 3,
      corrected: "'elephantin'",
    });
  });
});
