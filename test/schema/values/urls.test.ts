import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUrl } from '../../../schema/values/urls.ts';

const LONG = 'x'.repeat(256);
const BASE = 'http://board.test/';

test.each(['http://x', 'HTTP:x', 'https:\\\\x', 'mailto:x@y', '/path', '//x', ''])(
  'parses %s as Node does',
  (text) => {
    expect(parseUrl(text, BASE)).toEqual(URL.parse(text, BASE));
  },
);

test('parses a URL with a host of 255 characters and a long path, query and fragment', () => {
  const url = `http://${'x'.repeat(255)}/${LONG}/${LONG}?${LONG}#${LONG}`;

  expect(parseUrl(url)?.href).toBe(url);
});

test.each([
  ['a host', `http://${LONG}`],
  ['a host with a port', `http://${'x'.repeat(253)}:80`],
  ['credentials and a host', `http://u:${LONG}@x/`],
  ['a percent-encoded host', `http://${'%E4%B8%80'.repeat(29)}/`],
  ['a host without slashes', `http:${LONG}/`],
  ['a host after backslashes', `http:\\\\${LONG}/`],
  ['a host after white space that Node ignores', ` \x01ht\ntp:/\t/${LONG}/`],
  ['a host without a scheme', `//${LONG}/`],
  ['a host without a scheme after a control character', `\x01//${LONG}/`],
])('does not parse %s of 256 characters', (_case, text) => {
  expect(parseUrl(text, BASE)).toBeNull();
});

test('takes time in proportion to the length of a text with many spaces', () => {
  const text = `a:${`${' '.repeat(255)}/`.repeat(20_000)}`;
  const started = performance.now();

  parseUrl(text, BASE);

  expect(performance.now() - started).toBeLessThan(1000);
});

test('parses no host of more than 255 characters, whatever stands around it', () => {
  const part = fc.constantFrom(
    'http:',
    'https:',
    'ws',
    ':',
    '/',
    '//',
    '\\',
    '\t',
    '\n',
    ' ',
    '\x01',
    '?',
    '#',
    '@',
    'x',
    LONG,
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      expect(parseUrl(parts.join(''), BASE)?.host.length ?? 0).toBeLessThanOrEqual(255);
    }),
    { numRuns: 2000 },
  );
});
