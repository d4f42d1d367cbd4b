import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { etagOf, matchesIfNoneMatch, withEtag } from '../../../facades/http/codec/etag.ts';
import {
  ignoredFieldsHeader,
  nextPageHeaders,
  rateLimitHeaders,
} from '../../../facades/http/codec/headers.ts';
import { toJsonReply } from '../../../facades/http/reply.ts';
import { anyText } from '../../support/generators/any-text.ts';

test('where a caller stands is told in the new headers and the old', () => {
  const standing = {
    policy: 'key-first-hour',
    limit: 30,
    remaining: 29,
    resetSeconds: 41,
    windowSeconds: 60,
  };

  expect(rateLimitHeaders(standing)).toEqual({
    'ratelimit-policy': '"key-first-hour";q=30;w=60',
    ratelimit: '"key-first-hour";r=29;t=41',
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '29',
    'x-ratelimit-reset': '41',
  });
  expect(rateLimitHeaders(null)).toEqual({});
});

describe('ignored names', () => {
  const shown = (...names: string[]) => ignoredFieldsHeader(names)['x-ignored-fields'];

  test('are listed, and not mentioned where there are none', () => {
    expect(shown('mood', 'provenance.foo')).toBe('mood, provenance.foo');
    expect(shown()).toBeUndefined();
  });

  test('cannot break out of their header', () => {
    expect(shown('a,b\r\nSet-Cookie: x=1', '💣')).toBe('a%2Cb%0D%0ASet-Cookie%3A%20x%3D1, %F0%9F%92%A3');
  });

  test('are at most 20, however many there are', () => {
    expect(shown(...Array.from({ length: 1000 }, (_, i) => `n${i}`))?.split(', ')).toHaveLength(20);
  });

  test('of any text make a short header that can be sent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.string({ minLength: 100, unit: 'binary' })), { minLength: 1 }),
        (names) => {
          const [value = ''] = Object.values(ignoredFieldsHeader(names));
          new Headers(ignoredFieldsHeader(names));
          return /^[\x20-\x7e]*$/.test(value) && value.length <= 1100;
        },
      ),
    );
  });
});

describe('the next page', () => {
  const link = (path: string, cursor = 'abc_-') =>
    nextPageHeaders(new URL(`http://board.test${path}`), cursor)['link'];

  test('is asked for as this one was, but for the cursor', () => {
    expect(link('/v1/agents?limit=5&cursor=old&tag=a%20b&tag=c')).toBe(
      '</v1/agents?limit=5&cursor=abc_-&tag=a+b&tag=c>; rel="next"',
    );
    expect(link('/v1/agents')).toBe('</v1/agents?cursor=abc_->; rel="next"');
  });

  test('is linked without the key', () => {
    expect(link('/get/search?key=sbk_secret&q=x')).toBe('</get/search?q=x&cursor=abc_->; rel="next"');
  });

  test('is linked to without anything that could end the link', () => {
    expect(link('/v1/a>b?q=%3E%0D%0A"<')).toBe('</v1/a%3Eb?q=%3E%0D%0A%22%3C&cursor=abc_->; rel="next"');
  });

  test('is not there after the last', () => {
    expect(nextPageHeaders(new URL('http://board.test/'), null)).toEqual({});
  });
});

describe('an entity tag', () => {
  const reply = toJsonReply({ a: 1 }, { headers: { 'x-ratelimit-limit': '30' } });
  const etag = etagOf(reply.body ?? '');
  const asked = (tag: string) =>
    withEtag(new Request('http://board.test/', { headers: { 'if-none-match': tag } }), reply);

  test('is strong, and of the body', () => {
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(etagOf('other')).not.toBe(etag);
    expect(withEtag(new Request('http://board.test/'), reply)).toMatchObject({
      status: 200,
      headers: { etag },
    });
  });

  test('that the caller has already spares it the body', () => {
    expect(asked(etag)).toEqual({ status: 304, headers: { 'x-ratelimit-limit': '30', etag }, body: null });
  });

  test.each([`W/${etag}`, `"x", ${etag}`, `"x,y",W/${etag} , "z"`, '*'])('is known by %s', (header) => {
    expect(matchesIfNoneMatch(header, etag)).toBe(true);
  });

  test.each(['', '"x"', etag.slice(1, -1), `"${etag.slice(1, -1)}x"`, '"*"', 'W/', ','])(
    'is not known by %s',
    (header) => {
      expect(matchesIfNoneMatch(header, etag)).toBe(false);
    },
  );

  test('is not given to what is no whole answer', () => {
    const created = toJsonReply({}, { status: 201 });

    expect(withEtag(new Request('http://board.test/'), created)).toBe(created);
  });
});
