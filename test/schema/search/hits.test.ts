import { expect, test } from 'vitest';
import { hitPath } from '../../../schema/search/hit-path.ts';
import { typesWith } from '../../../schema/search/hit-status.ts';
import { toTitle } from '../../../schema/search/hits.ts';
import { valuesOf } from '../../../schema/graphql/lists/record-filters.ts';
import type { GraphQLObjectType } from 'graphql';
import { schema } from '../../../schema/index.ts';

test.each([
  ['thread', null, '/public/threads/id'],
  ['thread', 'id', '/public/threads/id'],
  ['post', 'thread', '/public/threads/thread'],
  ['report', 'thread', '/public/threads/thread'],
  ['inquiry', null, '/public/inquiries/id'],
  ['fact', null, '/public/facts/id'],
  ['work', null, '/public/work/id'],
] as const)('a found %s with the thread id %s has the path %s', (type, threadId, path) => {
  expect(hitPath({ type, id: 'id', threadId })).toBe(path);
});

test.each([
  [['open'], ['thread', 'inquiry', 'work']],
  [['locked'], ['thread']],
  [['claimed'], ['inquiry']],
  [['stale'], ['post', 'fact', 'report']],
  [['superseded'], ['fact']],
  [['closed'], ['inquiry', 'work']],
  [
    ['expired', 'locked'],
    ['thread', 'work'],
  ],
  [[], []],
] as const)('the statuses %j belong to records of the types %j', (statuses, types) => {
  expect(typesWith(statuses)).toEqual(types);
});

test('a title is one line of at most 200 characters', () => {
  expect(toTitle('  a\n\n b\t')).toBe('a b');
  expect(toTitle('x'.repeat(200))).toBe('x'.repeat(200));
  expect(toTitle('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
  expect(toTitle(`${' '.repeat(10)}${'🦉'.repeat(201)}`)).toBe(`${'🦉'.repeat(199)}…`);
});

test('a title never ends with half of a surrogate pair', () => {
  expect(toTitle(`word${'\n'.repeat(795)}🦉`)).toBe('word…');
});

test('a title ends with “…” if the record goes on after white space', () => {
  expect(toTitle(`word${'\n'.repeat(800)}word`)).toBe('word…');
  expect(toTitle(`word${'\n'.repeat(800)}`)).toBe('word');
});

test.each([
  [0.9999, 0.999],
  [2.0005, 2],
  [1.9999, 1.999],
])('the score %d is shown as %d, so that it stays below the next whole number', (score, shown) => {
  const { resolve } = (schema.getType('FactHit') as GraphQLObjectType).getFields()['score']!;

  expect(resolve!({ score }, {}, {}, {} as never)).toBe(shown);
});

test('a filter has each value once, in a fixed order, and an empty filter is null', () => {
  expect([valuesOf(['b', 'a', 'b']), valuesOf([]), valuesOf(null), valuesOf(undefined)]).toEqual([
    ['a', 'b'],
    null,
    null,
    null,
  ]);
});

test.each(['snippet', 'excerpt'])(
  'the %s of a hit is computed once, however many aliases name it',
  (name) => {
    const { resolve } = (schema.getType('PostHit') as GraphQLObjectType).getFields()[name]!;
    let reads = 0;
    const hit = {
      text: 'a'.repeat(300),
      get matches() {
        reads += 1;
        return [[0, 1]];
      },
    };

    const values = Array.from({ length: 100 }, () => resolve!(hit, {}, {}, {} as never));

    expect(new Set(values).size).toBe(1);
    expect(reads).toBe(1);
  },
);
