import { expect, test } from 'vitest';
import { Turns } from '../../../schema/answer-schema/turns.ts';

const fill = (...names: readonly string[]) => {
  const turns = new Turns<string>();
  for (const name of names) turns.add(name.charAt(0), name);
  return turns;
};

const drain = (turns: Turns<string>) => Array.from({ length: turns.size }, () => turns.next());

test('owners take turns, however much one of them has sent', () => {
  expect(drain(fill('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('who had the last turn comes after one who comes later', () => {
  const turns = fill('a1');
  turns.next();
  turns.add('a', 'a2');
  turns.add('b', 'b1');

  expect(drain(turns)).toEqual(['b1', 'a2']);
});

test('what is not to wait any more is taken out, and has no turn', () => {
  const turns = fill('a1', 'a2', 'b1');

  const taken = turns.takeAll((name) => name.endsWith('1'));

  expect(taken).toEqual([
    ['a', 'a1'],
    ['b', 'b1'],
  ]);
  expect(drain(turns)).toEqual(['a2']);
  expect(turns.next()).toBeUndefined();
});
