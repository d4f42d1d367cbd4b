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

  // A longer header would take milliseconds to read.
  test.each([
    [' ', null],
    ['\t', null],
    ['"', null],
    ['=', '='.repeat(8192 - 'access_token='.length)],
    [';', null],
    ['" ', null],
  ])('is read from the first 8192 characters of a header, which has 32 KiB of %j', (characters, value) => {
    const noise = characters.repeat(32_768 / characters.length);

    expect(readCookie(`access_token=${noise}"y"x`, 'access_token')).toBe(value);
    expect(readCookie(`a=${noise}"y"x;access_token=abc`, 'access_token')).toBeNull();
  });
});
