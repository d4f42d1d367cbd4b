import { expect, test } from 'vitest';
import { etagOf, readVersionOfTag, versionEtag } from '../../../../facades/http/codec/etag.ts';

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

test('an entity tag begins with the version of the record, if it has one', () => {
  expect(etagOf('a')).toBe('"hvfkN_qlp_zhXR3cuerq6jd2Z7g"');
  expect(etagOf('a', 7)).toBe('"7.hvfkN_qlp_zhXR3cuerq6jd2Z7g"');
  expect(versionEtag(7)).toBe('"7"');
});
