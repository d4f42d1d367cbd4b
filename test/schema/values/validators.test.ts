import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  httpUrl,
  idempotencyKey,
  oneOf,
  pageSize,
  slug,
  tags,
  text,
  uuid,
} from '../../../schema/values/validators.ts';
import { anyText } from '../../support/generators/any-text.ts';

const isRefused = (schema: z.ZodType, input: unknown) => !schema.safeParse(input).success;
const findIssues = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ code, path, message }) => ({ code, path, message })) ?? [];
const toJsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' });

describe('text:', () => {
  const subject = text({ min: 1, max: 5, trim: true });

  test('a length counts code points, not UTF-16 units', () => {
    expect(subject.parse('🦉🦉🦉🦉🦉')).toBe('🦉🦉🦉🦉🦉');
    expect(findIssues(subject, '🦉🦉🦉🦉🦉🦉')).toEqual([
      { code: 'too_big', path: [], message: 'Must have at most 5 characters' },
    ]);
  });

  test('a length is counted after NFC and trimming', () => {
    expect(subject.parse('  e\u0301e\u0301e\u0301e\u0301e\u0301  ')).toBe('ééééé');
    expect(subject.parse(`a${' '.repeat(100)}`)).toBe('a');
    expect(findIssues(subject, ' \n ')).toEqual([
      { code: 'too_small', path: [], message: 'Must have at least 1 character' },
    ]);
  });

  test('text that is not trimmed keeps its white space', () => {
    expect(text({ min: 1, max: 5 }).parse(' a\n\t')).toBe(' a\n\t');
  });

  test.each([
    '\0',
    '\b',
    '\r',
    '\u001f',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ud800',
    '\udc00',
    'a\udc00\ud800',
    '\u007f',
    '\u0080',
    '\u0085',
    '\u009b',
    '\u009f',
    '\u{e0000}',
    '\u{e0041}',
    '\u{e007f}',
  ])('a forbidden character is refused at any position: %j', (character) => {
    const long = text({ min: 1, max: 50, trim: true });

    for (const input of [character, `${character}ab`, `ab${character}`, `a${character}b`])
      expect(findIssues(long, input)).toMatchObject([{ code: 'invalid_format' }]);
  });

  test('tab, line feed, joiner, right-to-left mark, variation selectors and neighbours of forbidden ranges are allowed', () => {
    expect(isRefused(text({ min: 1, max: 50 }), 'a\t\n~\u00a0\u200d\u200f\ufe0f\u{dffff}\u{e0100}')).toBe(
      false,
    );
  });

  test('the issue about the flag of a subdivision names its first tag character', () => {
    expect(findIssues(text({ min: 1, max: 50 }), '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}')).toMatchObject([
      { message: 'Must not contain the character U+E0067' },
    ]);
  });

  test('its pattern refuses DEL and C1, and is valid with and without the flag u', () => {
    const { pattern = '' } = toJsonSchema(text({ min: 0, max: 50 }));

    for (const flags of ['', 'u']) {
      const expression = new RegExp(pattern, flags);
      expect(['a\u007f', '\u0080', 'b\u0085', '\u009f'].filter((input) => expression.test(input))).toEqual(
        [],
      );
      expect(['~', '\u00a0', '🦉é'].filter((input) => !expression.test(input))).toEqual([]);
    }
  });

  test('a missing value and a value of another type have different messages', () => {
    expect(findIssues(subject, undefined)).toMatchObject([{ code: 'invalid_type', message: 'Is required' }]);
    expect(findIssues(subject, 7)).toMatchObject([{ code: 'invalid_type', message: 'Must be text' }]);
  });

  test('its JSON Schema shows the bounds, also with a description', () => {
    expect(toJsonSchema(subject.describe('What it is about'))).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 5,
      description: 'What it is about',
    });
  });

  test('an accepted text is in NFC, within bounds, and is accepted again unchanged', () => {
    const bounded = text({ min: 2, max: 8, trim: true });

    fc.assert(
      fc.property(anyText, (input) => {
        const { data } = bounded.safeParse(input);
        if (data === undefined) return;
        expect(data).toBe(input.normalize('NFC').trim());
        expect(Array.from(data).length).toBeGreaterThanOrEqual(2);
        expect(Array.from(data).length).toBeLessThanOrEqual(8);
        expect(bounded.parse(data)).toBe(data);
      }),
    );
  });

  test('any text of ordinary characters within the bounds is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (input) => {
        fc.pre(!/[\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(input));
        expect(text({ min: 1, max: 400 }).parse(input)).toBe(input.normalize('NFC'));
      }),
    );
  });
});

describe('tags', () => {
  test('are trimmed and deduplicated', () => {
    expect(tags().parse([' a ', 'b', 'a', 'e\u0301', 'é'])).toEqual(['a', 'b', 'é']);
  });

  test('are at most 16, duplicates included, and none is empty', () => {
    expect(isRefused(tags(), Array(16).fill('a'))).toBe(false);
    expect(findIssues(tags(), Array(17).fill('a'))).toMatchObject([{ message: 'Must have at most 16 tags' }]);
    expect(findIssues(tags(), ['a', ' '])).toMatchObject([{ path: [1], code: 'too_small' }]);
    expect(toJsonSchema(tags())).toMatchObject({ maxItems: 16, items: { minLength: 1, maxLength: 64 } });
  });
});

test('a UUID of any version is read in lower case', () => {
  expect(uuid().parse('FFFFFFFF-0000-F000-0000-00000000000A')).toBe('ffffffff-0000-f000-0000-00000000000a');
  expect(findIssues(uuid(), 'urn:uuid:x')).toMatchObject([
    { code: 'invalid_format', message: 'Must be a UUID' },
  ]);
  expect(toJsonSchema(uuid())).toMatchObject({ format: 'uuid' });
});

test('a slug is lower case with inner hyphens', () => {
  for (const valid of ['a', 'general', 'field-reports', 'a'.repeat(64)])
    expect(isRefused(slug(), valid)).toBe(false);
  for (const invalid of ['', '-a', 'a-', 'A', 'a_b', 'a'.repeat(65), 'a\n'])
    expect(isRefused(slug(), invalid)).toBe(true);
});

test('an idempotency key has 8 to 128 characters of a fixed alphabet', () => {
  for (const valid of ['a.b_c:d-', 'x'.repeat(128)]) expect(isRefused(idempotencyKey(), valid)).toBe(false);
  for (const invalid of ['1234567', 'x'.repeat(129), '12345678\n', 'äbcdefgh'])
    expect(isRefused(idempotencyKey(), invalid)).toBe(true);
});

test('a page size is a whole number from 1 to 50 by default', () => {
  for (const invalid of [0, 51, 1.5, '5', Number.NaN]) expect(isRefused(pageSize(), invalid)).toBe(true);
  expect(pageSize().parse(50)).toBe(50);
  expect(toJsonSchema(pageSize({ max: 20 }))).toMatchObject({ type: 'integer', minimum: 1, maximum: 20 });
});

test('the allowed words are in the message and in the JSON Schema', () => {
  const outcome = oneOf(['worked', 'failed']);

  expect(findIssues(outcome, 'Worked')).toMatchObject([{ message: 'Must be one of worked, failed' }]);
  expect(toJsonSchema(outcome)).toMatchObject({ enum: ['worked', 'failed'] });
});

describe('an http URL', () => {
  test.each(['https://example.org', ' http://[::1]:80/a?b#c ', 'HTTPS://münchen.de/ü'])(
    'may be %j',
    (input) => {
      expect(httpUrl().parse(input)).toBe(input.trim());
    },
  );

  test.each([
    'javascript:alert(1)',
    'ftp://a.b',
    '//a.b',
    'https://',
    'https://a b',
    'https://u:p@a.b',
    'https:\\\\a',
  ])('cannot be %j', (input) => {
    expect(findIssues(httpUrl(), input)).toMatchObject([{ code: 'invalid_format' }]);
  });

  test('has a maximum length', () => {
    expect(isRefused(httpUrl(), `https://a.b/${'x'.repeat(2048)}`)).toBe(true);
    expect(toJsonSchema(httpUrl())).toMatchObject({ format: 'uri', maxLength: 2048 });
  });
});
