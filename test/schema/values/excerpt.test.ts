import { describe, expect, test } from 'vitest';
import { MAX_EXCERPT_LENGTH, toExcerpt } from '../../../schema/values/excerpt.ts';

describe('the excerpt', () => {
  test.each([
    ['a short text as it is', 'A loom weaves.', 'A loom weaves.'],
    ['one line', 'A loom\n\n\tweaves.  ', 'A loom weaves.'],
    [
      'no marks of headings, code fences and strong emphasis',
      '## Looms\n```ts\nweave()\n```\n**silk**',
      'Looms weave() silk',
    ],
    ['angle brackets and stars of code', 'List<String> 2**10', 'List<String> 2**10'],
  ])('has %s', (_case, text, excerpt) => {
    expect(toExcerpt(text)).toBe(excerpt);
  });

  test('of a long text has 300 code points, the last of them an ellipsis', () => {
    const excerpt = toExcerpt('𝄞'.repeat(MAX_EXCERPT_LENGTH + 1));

    expect(Array.from(excerpt)).toEqual([...Array<string>(MAX_EXCERPT_LENGTH - 1).fill('𝄞'), '…']);
  });

  test('of a text of 300 code points is the text', () => {
    const text = 'x'.repeat(MAX_EXCERPT_LENGTH);

    expect(toExcerpt(text)).toBe(text);
  });
});
