import { describe, expect, test } from 'vitest';
import { corsHeaders, preflightHeaders } from '../../../facades/http/codec/cors.ts';
import { etagOf, readIfMatchVersion, versionEtag } from '../../../facades/http/codec/etag.ts';
import { findNewestTime, lastModifiedHeader } from '../../../facades/http/codec/last-modified.ts';
import { cutList } from '../../../facades/http/codec/list-header.ts';
import { createOriginCheck } from '../../../facades/http/codec/origin.ts';
import { appliedPreferences, readPreferences } from '../../../facades/http/codec/prefer.ts';
import { assertQueryEncoding, toNextPageQuery } from '../../../facades/http/codec/query.ts';
import { omitKeyParameters, redactKeys } from '../../../facades/http/codec/redact.ts';
import { toSingleLine } from '../../../facades/http/codec/single-line.ts';

describe('a secret', () => {
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
  ])('in %s is replaced: %s', (text, redacted) => {
    expect(redactKeys(text)).toBe(redacted);
  });

  test('in a query removes its parameter, as the name `key` does', () => {
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
  ])('%s is refused with %s', (query, code) => {
    expect(codeOf(query)).toBe(code);
  });

  test('of the next page has its position, but no key and no `since=now`', () => {
    const next = (query: string) => toNextPageQuery(new URL(`http://a.test/?${query}`), ['cursor', 'c']);

    expect(next('limit=2&cursor=b&key=x&since=now')).toBe('limit=2&cursor=c');
    expect(next('since=2026-01-01')).toBe('since=2026-01-01&cursor=c');
  });
});

describe('the time of the last change', () => {
  const now = '2026-01-01T12:00:00.500Z';
  const at = (time: string) => `2026-01-01T${time}.000Z`;

  test.each<readonly [value: unknown, newest: string | null]>([
    [{ created_at: at('10:00:00') }, at('10:00:00')],
    [{ created_at: at('10:00:00'), items: [{ updated_at: at('11:00:00') }] }, at('11:00:00')],
    [{ updated_at: at('11:00:00'), created_at: at('10:00:00') }, at('11:00:00')],
    [{ created_at: now }, now],
    [{ expires_at: '2026-01-01T12:00:00.501Z' }, null],
    [{ created: at('10:00:00'), at: at('10:00:00') }, null],
    [{ created_at: '2026-01-01T10:00:00Z' }, null],
    [{ created_at: `x${at('10:00:00')}` }, null],
    [{ created_at: `${at('10:00:00')}x` }, null],
    ...['evidence', 'artifact', 'limitations', 'declaration', 'answer_schema', 'data'].map(
      (name) => [{ [name]: { seen_at: at('10:00:00') } }, null] as const,
    ),
    [{ other: { seen_at: at('10:00:00') } }, at('10:00:00')],
    [null, null],
  ])('in %j is %s', (value, newest) => {
    expect(findNewestTime(value, now)).toBe(newest);
  });

  test.each([
    [null, undefined],
    ['2026-01-01T11:59:59.999Z', 'Thu, 01 Jan 2026 11:59:59 GMT'],
    ['2026-01-01T12:00:00.000Z', 'Thu, 01 Jan 2026 11:59:59 GMT'],
  ])('%s is sent as %s', (newest, header) => {
    expect(lastModifiedHeader(newest, now)['last-modified']).toBe(header);
  });
});

test.each([
  ['a, b', 'a, b'],
  [`${'x'.repeat(998)},b`, `${'x'.repeat(998)},b`],
  [`${'x'.repeat(999)},b`, 'x'.repeat(999)],
  [`${'x'.repeat(1000)},b`, 'x'.repeat(1000)],
  [`a,${'x'.repeat(1000)}`, 'a'],
  ['x'.repeat(1001), ''],
])('a list is read up to its last element within 1 000 characters (%#)', (header, read) => {
  expect(cutList(header)).toBe(read);
});

test('an origin is one of the board’s, whatever the path of its address', () => {
  const isOwn = createOriginCheck(['http://a.test/path', 'https://b.test:8080']);
  const check = (origin?: string) => isOwn(new Headers(origin === undefined ? {} : { origin }));

  expect(['http://a.test', 'https://b.test:8080'].map(check)).toEqual([true, true]);
  expect([undefined, '', 'null', 'https://a.test', 'http://a.test/path'].map(check)).toEqual(
    Array(5).fill(false),
  );
});

describe('the header Prefer', () => {
  test.each([
    [null, false, false],
    ['handling=strict', true, false],
    ['return=minimal', false, true],
    ['RETURN="minimal" ; foo=1 , Handling = strict', true, true],
    ['handling=lenient, return=representation', false, false],
    [`${'a,'.repeat(31)}handling=strict`, true, false],
    [`${'a,'.repeat(32)}handling=strict`, false, false],
  ])('%s: strict %s, minimal %s', (value, isStrict, isMinimal) => {
    expect(readPreferences(new Headers(value === null ? {} : { prefer: value }))).toEqual({
      isStrict,
      isMinimal,
    });
  });

  test.each([
    [false, false, undefined],
    [true, false, 'handling=strict'],
    [true, true, 'handling=strict, return=minimal'],
  ])('is answered: strict %s, minimal %s, %s', (isStrict, isMinimal, applied) => {
    expect(appliedPreferences({ isStrict, isMinimal })['preference-applied']).toBe(applied);
  });
});

test('a single line has no control characters and no line breaks, and at most the given length', () => {
  expect(toSingleLine(' a\r\n\u2028 b\u0007c ', 10)).toBe('a b c');
  expect(toSingleLine('a'.repeat(10), 10)).toBe('a'.repeat(10));
  expect(toSingleLine('a'.repeat(11), 10)).toBe(`${'a'.repeat(9)}…`);
});

test('scripts of other origins send and read the headers of every interface', () => {
  const [exposed, accepted] = [
    corsHeaders['access-control-expose-headers'],
    preflightHeaders(['GET', 'POST'])['access-control-allow-headers'],
  ];

  expect(exposed).toBe(
    'Allow, ETag, Idempotency-Replayed, Link, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, ' +
      'WWW-Authenticate, X-Ignored-Fields, X-Next-Cursor, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
      'X-RateLimit-Reset, X-Request-Id, Mcp-Session-Id',
  );
  expect(accepted).toBe(
    'A2A-Extensions, A2A-Version, Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, ' +
      'Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Prefer, X-A2A-Extensions, X-Agent-Handle, X-Request-Id',
  );
  expect(preflightHeaders(['GET', 'POST'])).toMatchObject({
    'access-control-allow-methods': 'GET, POST',
    'access-control-max-age': '86400',
  });
  expect(corsHeaders['access-control-allow-origin']).toBe('*');
});

test.each([
  [null, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"2"', 2],
  [' "2" ', 2],
  ['"2.an-hash_of-it"', 2],
  ['"123456789"', 123_456_789],
  ['"1234567890"', 0],
  ['W/"2"', 0],
  ['2', 0],
  ['"2", "3"', 0],
  ['"a"', 0],
  ['"2"x', 0],
  ['x"2"', 0],
  ['"2x"', 0],
  ['', 0],
])('If-Match: %s requires the version %s', (header, version) => {
  expect(readIfMatchVersion(header)).toBe(version);
});

test('an entity tag begins with the version of the record, if it has one', () => {
  expect(etagOf('a')).toBe('"hvfkN_qlp_zhXR3cuerq6jd2Z7g"');
  expect(etagOf('a', 7)).toBe('"7.hvfkN_qlp_zhXR3cuerq6jd2Z7g"');
  expect(versionEtag(7)).toBe('"7"');
});
