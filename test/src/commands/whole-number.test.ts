import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { wholeNumber } from '../../../src/commands/whole-number.ts';

test.each([
  ['0', 0],
  ['10', 10],
  ['007', 7],
  ['11', null],
  ['-1', null],
  ['1.0', null],
  ['1e1', null],
  ['', null],
  [' 1', null],
])('the value %j of an option for a number from 0 to 10 is read as %j (null: refused)', (text, expected) => {
  const parse = () => wholeNumber(0, 10)(text);

  if (expected === null)
    expect(parse).toThrow(new InvalidArgumentError('Must be a whole number from 0 to 10'));
  else expect(parse()).toBe(expected);
});
