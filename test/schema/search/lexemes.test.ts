import { expect, test } from 'vitest';
import { loadLexemes } from '../../../schema/search/lexemes.ts';
import { openBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

test('lexemes of words are kept in memory, but not those of words of more than 100 characters', async () => {
  await using board = await openBoard();
  const words = ['looms', 'a'.repeat(100), 'b'.repeat(101)];
  const load = async () => (await loadLexemes(board.database, words))('looms');

  const first = await recordStatements(board.database, load);
  const second = await recordStatements(board.database, load);

  const wordsOf = ({ sent }: typeof first) => sent.map(({ values }) => values);
  expect([first.value, second.value]).toEqual([['loom'], ['loom']]);
  expect([wordsOf(first), wordsOf(second)]).toEqual([[[words]], [[['b'.repeat(101)]]]]);
});
