// Values at the bounds of validators, and the messages about values beyond the bounds.
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { describeIssue } from '../../../schema/values/describe-issue.ts';
import {
  clampedSize,
  httpUrl,
  instantOrNow,
  slugs,
  text,
  uuids,
  wholeNumber,
} from '../../../schema/values/validators.ts';

const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: describeIssue }).error?.issues.map(({ message }) => message) ?? [];

describe('the bounds of', () => {
  const ID = '00000000-0000-4000-8000-000000000001';

  test.each([
    ['a text', text({ min: 2, max: 3 }), ['ab', 'abc'], { a: 'Must have at least 2 characters' }],
    ['a long text', text({ min: 0, max: 1 }), ['', 'a'], { ab: 'Must have at most 1 character' }],
    ['a line', text({ min: 0, max: 9, isOneLine: true }), ['a b'], { 'a\n': 'Must be one line' }],
    [
      'a URL',
      httpUrl({ max: 20 }),
      ['http://a.b', `http://a.b/${'x'.repeat(9)}`],
      {
        'http://u@a.b':
          'Must be an http or https URL without credentials, with a host of at most 255 characters',
        'http://:p@a.b':
          'Must be an http or https URL without credentials, with a host of at most 255 characters',
        'xhttp://a.b':
          'Must be an http or https URL without credentials, with a host of at most 255 characters',
        [`http://a.b/${'x'.repeat(10)}`]: 'Must have at most 20 characters',
      },
    ],
    [
      'a time or now',
      instantOrNow(),
      ['now', '2026-11-21T12:00:00Z'],
      Object.fromEntries(
        ['', 'NOW', '2026-11-21'].map((input) => [
          input,
          'Must be a time (RFC 3339, such as 2026-11-21T12:00:00Z) or now',
        ]),
      ),
    ],
  ])(
    '%s are inclusive, and the message about a value beyond them says what is allowed',
    (_name, schema, accepted, refused) => {
      expect(accepted.flatMap((input) => messagesOf(schema, input))).toEqual([]);
      for (const [input, message] of Object.entries(refused))
        expect(messagesOf(schema, input)).toEqual([message]);
    },
  );

  test.each([
    ['a whole number', wholeNumber({ min: 2, max: 4 }), [2, 4], [1, 5], 'Must be from 2 to 4'],
    ['a list of ids', uuids({ max: 2 }), [[ID], [ID, ID]], [[]], 'Must have at least 1 id'],
    ['a long list of ids', uuids({ max: 2 }), [[ID, ID]], [[ID, ID, ID]], 'Must have at most 2 ids'],
    ['a list of slugs', slugs({ max: 1 }), [[], ['a']], [['a', 'b']], 'Must have at most 1 slug'],
    ['a size', clampedSize({ max: 3 }), [1, 3, 4], [0, -1], 'Must be at least 1'],
  ])('%s are inclusive, and values beyond have one message', (_name, schema, accepted, refused, message) => {
    expect(accepted.flatMap((input) => messagesOf(schema, input))).toEqual([]);
    expect(refused.map((input) => messagesOf(schema, input))).toEqual(refused.map(() => [message]));
  });

  test('a size include the maximum, to which larger sizes are reduced', () => {
    expect([1, 3, 4, 99].map((size) => clampedSize({ max: 3 }).parse(size))).toEqual([1, 3, 3, 3]);
  });
});
