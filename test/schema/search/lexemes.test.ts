import { expect, test } from 'vitest';
import { loadLexemes } from '../../../schema/search/lexemes.ts';
import { openBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

test('lexemes of words are read once, and not for words of more than 255 characters', async () => {
  await using board = await openBoard();
  const words = ['looms', 'a'.repeat(255), 'b'.repeat(256)];
  const load = async () => {
    const lexemesOf = await loadLexemes(board.database, words);
    return words.map((word) => lexemesOf(word).length);
  };

  const first = await recordStatements(board.database, load);
  const second = await recordStatements(board.database, load);

  expect([first.value, second.value]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ]);
  expect([first.sent.map(({ values }) => values), second.sent]).toEqual([[[words.slice(0, 2)]], []]);
});
