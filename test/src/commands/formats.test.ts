// The texts of commands, and the numbers that they read.
import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { DESCRIPTIONS } from '../../../src/commands/descriptions.ts';
import { wholeNumber } from '../../../src/commands/whole-number.ts';

test('the description of each command has several paragraphs, each in one line', () => {
  const paragraphs = Object.values(DESCRIPTIONS).map((text) => text.split('\n\n'));

  expect(DESCRIPTIONS.migrate.split('\n')).toEqual([
    'Apply pending migrations and print their names, as serve does at its start.',
    '',
    expect.stringMatching(/^For deployments .* at the same time wait for each other\.$/),
  ]);
  expect(paragraphs.flat().filter((line) => !/^\S.*\.$/.test(line))).toEqual([]);
  expect(paragraphs.filter(({ length }) => length === 1)).toEqual([]);
});

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
])('the option %j for a whole number from 0 to 10 is read as %j (null: refused)', (text, expected) => {
  const parse = () => wholeNumber(0, 10)(text);

  if (expected === null)
    expect(parse).toThrow(new InvalidArgumentError('Must be a whole number from 0 to 10'));
  else expect(parse()).toBe(expected);
});
