import { describe, expect, test } from 'vitest';
import {
  createSameOriginCheck,
  readCookie,
  toOperatorCaller,
} from '../../../../facades/http/binding/operator-session.ts';
import type { Exchange } from '../../../../facades/http/route.ts';

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

  // Reading all characters of a longer header would take milliseconds.
  test.each([
    [' ', null],
    ['\t', null],
    ['"', null],
    ['=', '='.repeat(8192 - 'access_token='.length)],
    [';', null],
    ['" ', null],
  ])('is read from the first 8192 characters of a header with 32 KiB of %j', (characters, value) => {
    const noise = characters.repeat(32_768 / characters.length);

    expect(readCookie(`access_token=${noise}"y"x`, 'access_token')).toBe(value);
    expect(readCookie(`a=${noise}"y"x;access_token=abc`, 'access_token')).toBeNull();
  });
});

/** The credential and the CSRF proof of a request with these headers. */
const credentialsOf = (method: string, headers: Record<string, string>, form?: string) => {
  const url = new URL('http://board.test/admin/board/sessions');
  const exchange = { request: new Request(url, { method, headers }), url, address: 'a', requestId: 'r' };
  const isSameOrigin = createSameOriginCheck(['http://board.test', 'https://people.test/x']);
  const parsed = form === undefined ? undefined : new URLSearchParams(form);
  const { credential, csrfProof } = toOperatorCaller(exchange as Exchange, isSameOrigin, parsed);
  return [credential, csrfProof];
};

describe('a request to the console', () => {
  const cookie = 'access_token=c';

  test.each<[string, Record<string, string>, string | undefined, unknown[]]>([
    ['POST', {}, undefined, [null, undefined]],
    ['GET', { cookie }, undefined, ['c', undefined]],
    ['HEAD', { cookie }, undefined, ['c', undefined]],
    ['POST', { cookie }, undefined, ['c', { csrfToken: null, isSameOrigin: false }]],
    ['PATCH', { cookie, 'x-csrf-token': 'h' }, '', ['c', { csrfToken: 'h', isSameOrigin: false }]],
    ['POST', { cookie, 'x-csrf-token': 'h' }, 'csrf=f', ['c', { csrfToken: 'f', isSameOrigin: false }]],
    // A bearer credential needs no proof: browsers do not send it on their own.
    ['POST', { cookie, authorization: 'Bearer b' }, 'csrf=f', ['b', undefined]],
  ])('by %s with the headers %j and the form %j has the credential and the proof %j', (...call) => {
    const [method, headers, form, expected] = call;
    expect(credentialsOf(method, headers, form)).toEqual(expected);
  });

  test.each([
    [{ origin: 'http://board.test' }, true],
    [{ origin: 'https://people.test' }, true],
    [{ origin: 'http://people.test' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://people.test' }, true],
  ])('with the headers %j comes from the same origin: %s', (headers, isSameOrigin) => {
    expect(credentialsOf('POST', { cookie, ...headers })).toEqual(['c', { csrfToken: null, isSameOrigin }]);
  });
});
