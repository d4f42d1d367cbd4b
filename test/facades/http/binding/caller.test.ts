import { describe, expect, test } from 'vitest';
import { readBearer, toCaller } from '../../../../facades/http/binding/caller.ts';
import type { Exchange } from '../../../../facades/http/route.ts';

describe('the caller', () => {
  test.each([
    [null, null],
    ['', null],
    ['  ', null],
    ['Bearer sbk_1', 'sbk_1'],
    ['bearer   sbk_1  ', 'sbk_1'],
    ['Bearer a b', 'Bearer a b'],
    ['Basic abc', 'Basic abc'],
    ['Bearer ', 'Bearer '],
  ])('of %j has the credential %j', (header, expected) => {
    expect(readBearer(header)).toBe(expected);
  });

  test.each([
    ['/?key=sbk_1', 'Bearer sbk_1', true],
    ['/?key=sbk_2', 'Bearer sbk_1', false],
    ['/?key=sbk_2&key=sbk_1', 'Bearer sbk_1', true],
    ['/?key=', '', false],
    ['/', 'Bearer sbk_1', false],
    ['/', '', false],
  ])('of %s with %j has an exposed credential: %s', (path, authorization, isCredentialExposed) => {
    const url = new URL(path, 'http://board');
    const request = new Request(url, { headers: { authorization } });
    const exchange = { request, url, address: '192.0.2.1', requestId: 'r', connection: null } as Exchange;
    expect(toCaller('a2a', exchange)).toEqual({
      facade: 'a2a',
      address: '192.0.2.1',
      requestId: 'r',
      credential: readBearer(authorization),
      isCredentialExposed,
      connection: null,
    });
  });
});
