import { describe, expect, test } from 'vitest';
import { corsHeaders, preflightHeaders } from '../../../../facades/http/codec/cors.ts';
import { cutList } from '../../../../facades/http/codec/list-header.ts';
import { createOriginCheck } from '../../../../facades/http/codec/origin.ts';
import { appliedPreferences, readPreferences } from '../../../../facades/http/codec/prefer.ts';

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

test('the origins of the board’s URLs are recognized, whatever paths the URLs have', () => {
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
    // At most 32 preferences are read.
    [`${'a,'.repeat(31)}handling=strict`, true, false],
    [`${'a,'.repeat(32)}handling=strict`, false, false],
  ])('with the value %s has strict handling: %s, and minimal responses: %s', (value, isStrict, isMinimal) => {
    expect(readPreferences(new Headers(value === null ? {} : { prefer: value }))).toEqual({
      isStrict,
      isMinimal,
    });
  });

  test.each([
    [false, false, undefined],
    [true, false, 'handling=strict'],
    [true, true, 'handling=strict, return=minimal'],
  ])(
    'with strict %s and minimal %s is answered with Preference-Applied: %s',
    (isStrict, isMinimal, applied) => {
      expect(appliedPreferences({ isStrict, isMinimal })['preference-applied']).toBe(applied);
    },
  );
});

test('scripts of other origins may send and read the headers of every interface', () => {
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
