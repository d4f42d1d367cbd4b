import { describe, expect, test } from 'vitest';
import { assertQueryEncoding, toNextPageQuery } from '../../../../facades/http/codec/query.ts';
import { omitKeyParameters, redactKeys } from '../../../../facades/http/codec/redact.ts';
import { toSingleLine } from '../../../../facades/http/codec/single-line.ts';

describe('a secret', () => {
  /** The id of an MCP session without its signature, which has 43 characters. */
  const session = '0190f5fe-7c00-7a00-8000-00000000000a.';

  test.each([
    ['sbk_abc_defg', 'sbk_abc…'],
    ['sbk_abcdefghij1234', 'sbk_abcdefghij…'],
    ['sba_1234', 'sba_…'],
    ['sbs_1234-and_more!', 'sbs_…!'],
    ['sba_123', 'sba_123'],
    ['sbx_12345', 'sbx_12345'],
    [`${session}${'x'.repeat(43)}`, `${session}…`],
    [`${session}${'x'.repeat(42)}`, `${session}${'x'.repeat(42)}`],
    [`two: sba_1234 sba_5678`, 'two: sba_… sba_…'],
  ])('in %s is replaced, and other text is kept: %s', (text, redacted) => {
    expect(redactKeys(text)).toBe(redacted);
  });

  test('is removed from a query with its parameter, and so is the parameter `key`', () => {
    const query = new URLSearchParams('a=1&key=x&b=sba_12345&sba_12345=c&a=2');

    expect(omitKeyParameters(query).toString()).toBe('a=1&a=2');
  });
});

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

test('a single line has no control characters and no line breaks, and at most the given length', () => {
  expect(toSingleLine(' a\r\n\u2028 b\u0007c ', 10)).toBe('a b c');
  expect(toSingleLine('a'.repeat(10), 10)).toBe('a'.repeat(10));
  expect(toSingleLine('a'.repeat(11), 10)).toBe(`${'a'.repeat(9)}…`);
});
