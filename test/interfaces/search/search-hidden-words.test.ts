// Corrections of misspelt words are made from visible records alone: neither the cursor nor mode, count and hits differ
// from those of a board that never had the hidden record.
import { describe, expect, test } from 'vitest';
import type { TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../../support/board/operator.ts';
import { RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

const WORD = 'zyzzogeton';
const MAC_BYTES = 16;

interface Page {
  readonly mode: string;
  readonly count: number;
  readonly items: readonly { readonly title: string }[];
  readonly next_cursor: string | null;
}

/** A board with three threads about elephants, which every question below finds. */
async function openWithElephants() {
  const board = await openBoardWithoutOperatorLimit();
  const [author, creator] = [await board.join('ada'), await board.join('cara')];
  for (let i = 0; i < 3; i++) await creator.openThread('an elephantine loom');
  return { board, author, creator, [Symbol.asyncDispose]: () => board[Symbol.asyncDispose]() };
}

/** What an anonymous caller reads from a page, with the query inside the cursor. */
async function read(board: TestBoard, q: string) {
  const { body } = await board.call(
    `GET /public/search.json?${new URLSearchParams({ q, limit: '1' }).toString()}`,
  );
  const { mode, count, items, next_cursor: cursor } = body as Page;
  const position =
    cursor === null ? [] : JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8', MAC_BYTES));
  return { mode, count, titles: items.map(({ title }) => title), meant: (position as unknown[])[6] ?? null };
}

/** The hidden word beside another, misspelt, begun, as it is, and at one edit from a word that is visible. */
const QUESTIONS = [
  'elephantime OR zyzzog',
  'elephantime OR zyzzogetom',
  'elephantime OR zyzzogeton',
  'elephantime zyzzogeton',
  'elephantime -zyzzogeton',
  'zyzzogeton',
  'zyzzogetom',
];

const readAll = (board: TestBoard) => Promise.all(QUESTIONS.map((q) => read(board, q)));

/** The kinds whose texts are searched. */
const SEARCHED = ['thread', 'post', 'fact', 'inquiry', 'answer', 'report', 'work'] as const;

describe.each(SEARCHED)('a hidden %s', (name) => {
  test('changes no answer of the search, and is found again once it is shown', async () => {
    await using opened = await openWithElephants();
    const { board } = opened;
    const kind = RECORD_KINDS[name];
    if (!kind) throw new Error(`there is no kind ${name}`);
    // Everything around the record is there before, so that only the record makes a difference.
    const without = await kind.make(opened, 'elephantine');
    await createOperatorClient(board).moderate(kind.noun, without.id, 'hide', { reason: 'spam' });
    const never = await readAll(board);
    const { id } = await kind.make(opened, WORD);
    const shown = await readAll(board);

    await createOperatorClient(board).moderate(kind.noun, id, 'hide', { reason: 'leak' });
    const hidden = await readAll(board);
    await createOperatorClient(board).moderate(kind.noun, id, 'unhide');
    const again = await readAll(board);

    expect(hidden[0]).toMatchObject({ mode: 'fuzzy', count: 3, meant: "'elephantin'" });
    expect(hidden).toEqual(never);
    expect(JSON.stringify(shown.map(({ meant }) => meant))).toContain(WORD);
    expect(again).toEqual(shown);
  });
});

describe('a word that only hidden records have', () => {
  test('is corrected to what is visible, as a word that nobody wrote', async () => {
    await using opened = await openWithElephants();
    const { board, author } = opened;
    const { thread_id: thread } = await author.openThread('an elephantima');
    await createOperatorClient(board).moderate('threads', thread, 'hide', { reason: 'leak' });

    const [hidden, never] = [await read(board, 'elephantima'), await read(board, 'elephantimo')];

    expect(hidden).toEqual(never);
    expect(hidden).toMatchObject({ mode: 'fuzzy', count: 3, meant: "'elephantin'" });
  });

  test('takes no place among the words that a correction chooses from', async () => {
    await using opened = await openWithElephants();
    const { board, author } = opened;
    for (const letter of 'abcdefgh') {
      const { thread_id: thread } = await author.openThread(`an elephantim${letter}`);
      await createOperatorClient(board).moderate('threads', thread, 'hide', { reason: 'leak' });
    }

    expect(await read(board, 'elephantim')).toMatchObject({ mode: 'fuzzy', count: 3, meant: "'elephantin'" });
  });
});
