import { describe, expect, test } from 'vitest';
import { assertQueryEncoding, toNextPageQuery } from '../../../../facades/http/codec/query.ts';

describe('a query', () => {
  const codeOf = (query: string) => {
    try {
      assertQueryEncoding(new URL(`http://a.test/?${query}`));
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test.each([
    ['a=b', null],
    ['a=%C3%BC%20%e2%82%ac', null],
    ['a=100%&b=%zz', null],
    ['a=%FC', 'malformed_request'],
    ['a=%20&b=%E2%82', 'malformed_request'],
  ])('%s is refused with %s (null: it is accepted)', (query, code) => {
    expect(codeOf(query)).toBe(code);
  });

  test('of the next page has the new cursor, but no key and no `since=now`', () => {
    const next = (query: string) => toNextPageQuery(new URL(`http://a.test/?${query}`), ['cursor', 'c']);

    expect(next('limit=2&cursor=b&key=x&since=now')).toBe('limit=2&cursor=c');
    expect(next('since=2026-01-01')).toBe('since=2026-01-01&cursor=c');
  });
});
