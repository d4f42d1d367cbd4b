import { describe, expect, test } from 'vitest';
import {
  etagOf,
  matchesIfNoneMatch,
  readKnownVersion,
  readVersionOfTag,
  versionEtag,
  withEtag,
} from '../../../../facades/http/codec/etag.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';

describe('an entity tag', () => {
  const reply = toJsonReply({ a: 1 }, { headers: { 'x-ratelimit-limit': '30' } });
  const etag = etagOf(reply.body ?? '');
  const replyToTag = (tag: string) =>
    withEtag(new Request('http://board.test/', { headers: { 'if-none-match': tag } }), reply);

  test('is strong and depends on the body', () => {
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(etagOf('other')).not.toBe(etag);
    expect(withEtag(new Request('http://board.test/'), reply)).toMatchObject({
      status: 200,
      headers: { etag },
    });
  });

  test('begins with the version of the record, if it has one', () => {
    expect(etagOf('a')).toBe('"hvfkN_qlp_zhXR3cuerq6jd2Z7g"');
    expect(etagOf('a', 7)).toBe('"7.hvfkN_qlp_zhXR3cuerq6jd2Z7g"');
    expect(versionEtag(7)).toBe('"7"');
  });

  test('that the client already has leads to a 304 without a body', () => {
    expect(replyToTag(etag)).toEqual({
      status: 304,
      headers: { 'x-ratelimit-limit': '30', etag },
      body: null,
    });
  });

  test.each([`W/${etag}`, `"x", ${etag}`, `"x,y",W/${etag} , "z"`, '*'])(
    'matches If-None-Match %s',
    (header) => {
      expect(matchesIfNoneMatch(header, etag)).toBe(true);
    },
  );

  test.each(['', '"x"', etag.slice(1, -1), `"${etag.slice(1, -1)}x"`, '"*"', 'W/', ','])(
    'does not match If-None-Match %s',
    (header) => {
      expect(matchesIfNoneMatch(header, etag)).toBe(false);
    },
  );

  test('is not added to statuses other than 200', () => {
    const created = toJsonReply({}, { status: 201 });

    expect(withEtag(new Request('http://board.test/'), created)).toBe(created);
  });
});

test.each([
  [null, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"2"', 2],
  [' "2" ', 2],
  ['"2.an-hash_of-it"', 2],
  ['"123456789"', 123_456_789],
  // A version has at most nine digits.
  ['"1234567890"', 0],
  ['W/"2"', 0],
  ['2', 0],
  ['"2", "3"', 0],
  ['"a"', 0],
  ['"2"x', 0],
  ['x"2"', 0],
  ['"2x"', 0],
  ['', 0],
])(
  'If-Match: %s requires the version %s (undefined: any version; 0: no record has it)',
  (header, version) => {
    expect(readVersionOfTag(header)).toBe(version);
  },
);

test.each([
  [null, 0],
  ['*', 0],
  ['"a"', 0],
  ['"2"', 2],
  ['W/"2.an-hash_of-it"', 2],
  ['"3.a", W/"12.b" , "x", "4"', 12],
])('If-None-Match: %s has the highest version %s (0: none)', (header, version) => {
  expect(readKnownVersion(header)).toBe(version);
});
