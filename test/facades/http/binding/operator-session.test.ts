import { describe, expect, test } from 'vitest';
import { readCookie } from '../../../../facades/http/binding/operator-session.ts';

describe('a cookie', () => {
  test.each([
    ['a=1; access_token=abc; b=2', 'abc'],
    ['access_token="abc"', 'abc'],
    ['  access_token =  abc  ', 'abc'],
    ['access_token=', null],
    ['access_tokens=abc', null],
    [null, null],
  ])('of the header %j has the value %j', (header, value) => {
    expect(readCookie(header, 'access_token')).toBe(value);
  });

  test.each([' ', '\t', '"', '=', ';', '" '])(
    'is read in linear time from a header with 32 KiB of %j',
    (character) => {
      const noise = character.repeat(32_768 / character.length);

      expect(readCookie(`access_token=${noise}"y"x`, 'access_token')).toBeOneOf([null, expect.any(String)]);
      expect(readCookie(`a=${noise}"y"x;access_token=abc`, 'access_token')).toBeOneOf(['abc', null]);
    },
    1000,
  );
});
