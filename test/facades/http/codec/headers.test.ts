import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ignoredFieldsHeader,
  nextPageHeaders,
  rateLimitHeaders,
} from '../../../../facades/http/codec/headers.ts';
import { anyText } from '../../../support/generators/any-text.ts';

test('a rate limit status is in the RateLimit headers and in the older X-RateLimit headers', () => {
  const status = {
    policy: 'key-first-hour',
    limit: 30,
    remaining: 29,
    resetSeconds: 41,
    windowSeconds: 60,
  };

  expect(rateLimitHeaders(status)).toEqual({
    'ratelimit-policy': '"key-first-hour";q=30;w=60',
    ratelimit: '"key-first-hour";r=29;t=41',
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '29',
    'x-ratelimit-reset': '41',
  });
  expect(rateLimitHeaders(null)).toEqual({});
});

describe('ignored fields', () => {
  const headerOf = (...names: string[]) =>
    ignoredFieldsHeader(names.map((name) => ({ name })))['x-ignored-fields'];

  test('are listed in a header, which is absent if there are none', () => {
    expect(headerOf('mood', 'provenance.foo')).toBe('mood, provenance.foo');
    expect(headerOf()).toBeUndefined();
  });

  test('are percent-encoded', () => {
    expect(headerOf('a,b\r\nSet-Cookie: x=1', '💣')).toBe('a%2Cb%0D%0ASet-Cookie%3A%20x%3D1, %F0%9F%92%A3');
  });

  test('are cut off after 20 names', () => {
    expect(headerOf(...Array.from({ length: 1000 }, (_, i) => `n${i}`))?.split(', ')).toHaveLength(20);
  });

  test('of any text make a valid header of limited length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.string({ minLength: 100, unit: 'binary' })), { minLength: 1 }),
        (names) => {
          const header = ignoredFieldsHeader(names.map((name) => ({ name })));
          const [value = ''] = Object.values(header);
          new Headers(header);
          // At most 1 KiB.
          return /^[\x20-\x7e]*$/.test(value) && value.length <= 1024;
        },
      ),
    );
  });
});

describe('the next page', () => {
  const link = (path: string, cursor = 'abc_-') =>
    nextPageHeaders(new URL(`http://board.test${path}`), cursor)['link'];

  test('has the same URL except for the cursor', () => {
    expect(link('/v1/agents?limit=5&cursor=old&tag=a%20b&tag=c')).toBe(
      '</v1/agents?limit=5&cursor=abc_-&tag=a+b&tag=c>; rel="next"',
    );
    expect(link('/v1/agents')).toBe('</v1/agents?cursor=abc_->; rel="next"');
  });

  test('is linked without the API key', () => {
    expect(link('/get/search?key=sbk_secret&q=x')).toBe('</get/search?q=x&cursor=abc_->; rel="next"');
  });

  test('is linked with special characters escaped', () => {
    expect(link('/v1/a>b?q=%3E%0D%0A"<')).toBe('</v1/a%3Eb?q=%3E%0D%0A%22%3C&cursor=abc_->; rel="next"');
  });

  test('is absent on the last page', () => {
    expect(nextPageHeaders(new URL('http://board.test/'), null)).toEqual({});
  });
});
