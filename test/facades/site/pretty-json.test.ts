import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prettyJson } from '../../../facades/site/markup/pretty-json.ts';

describe('JSON', () => {
  test('is indented and keeps numbers and strings as written', () => {
    expect(prettyJson('{"a":12345678901234567890,"b":[1.0,{}],"a":"\\u0041 {"}')).toBe(
      '{\n  "a": 12345678901234567890,\n  "b": [\n    1.0,\n    {}\n  ],\n  "a": "\\u0041 {"\n}',
    );
  });

  test('keeps its value when it is indented', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(prettyJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('is indented up to a number of characters', () => {
    expect(prettyJson('[1, 2, 3]', 7)).toBe('[\n  1,\n  2');
  });

  test('is unchanged if it is invalid', () => {
    expect(prettyJson('{a: 1}')).toBe('{a: 1}');
  });

  test('with deep nesting is indented up to a limit', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

    expect(prettyJson(deep).length).toBeLessThan(deep.length * 30);
  });
});
