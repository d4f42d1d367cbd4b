import { expect, test } from 'vitest';
import { DESCRIPTIONS } from '../../../src/commands/descriptions.ts';

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
