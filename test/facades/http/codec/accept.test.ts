import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesJson, prefersHtml, readAccepted } from '../../../../facades/http/codec/accept.ts';
import { anyText } from '../../../support/generators/any-text.ts';
import { measureCpuTime } from '../../../support/generators/cpu-time.ts';

describe('an Accept or Accept-Encoding header', () => {
  test.each([
    'text/html',
    'TEXT/HTML',
    'application/xhtml+xml',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, application/json;q=0.9',
    'text/html;level=1;q=0.5, application/json;q=0.4',
    'text/*, application/json;q=0.5',
    'application/json;q=0',
    'application/json;q=0.0, */*',
    '*/*;q=0',
    'application/*;q=0, */*',
    'text/html, application/problem+json;q=0.5',
  ])('%s prefers HTML', (accept) => {
    expect(prefersHtml(accept)).toBe(true);
  });

  test.each([
    null,
    '',
    '*/*',
    'application/json',
    'text/html, */*',
    '*/*, text/html',
    'text/html, application/json',
    'text/html;q=0.9, application/json',
    'text/html, application/graphql-response+json',
    'text/html, application/*+json',
    'text/html;q=0.5, application/problem+json;q=0.5',
    'application/json, text/event-stream',
    'image/png',
    'text/plain',
    'text/html;q=0',
    'text/html;q=0.8, application/*',
    'garbage;;;q=',
    ';,;,q=1',
    'application/json;q=abc, text/html',
    'application/json;q=7, text/html',
    'text/html;note="application/json;q=0, x";q=0.1, application/json',
  ])('%s does not prefer HTML', (accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });

  test.each([
    ['text/event-stream, text/html;q=0.9', false],
    ['text/event-stream, application/json;q=0', false],
    ['text/*', false],
    ['text/*;q=0.5, application/*;q=0.1', false],
    ['application/json, text/event-stream;q=0.1', false],
    ['image/png', false],
    ['text/html, text/event-stream;q=0.9', true],
    ['text/html, application/xhtml+xml, */*;q=0.8', true],
    ['text/event-stream;q=0', true],
    ['*/*;q=0', true],
  ])('%s prefers HTML to JSON and to server-sent events: %s', (accept, expected) => {
    expect(prefersHtml(accept, 'text/event-stream')).toBe(expected);
  });

  test('of any text is read without an exception', () => {
    fc.assert(fc.property(anyText, (accept) => typeof prefersHtml(accept) === 'boolean'));
  });

  test('that lists HTML and JSON prefers HTML if its quality is higher, or if JSON is excluded', () => {
    const quality = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(quality, quality, (html, json) => {
        const ranges = [`text/html;q=${html}`, `application/json; q=${json}`];
        const expected = html > json || json === 0;
        return (
          prefersHtml(ranges.join(',')) === expected && prefersHtml(ranges.reverse().join(' , ')) === expected
        );
      }),
    );
  });

  test.each([
    [null, []],
    ['', []],
    ['gzip;q=0, br', ['br']],
    ['gzip;q=0.5, BR ; q = 0.8,identity;q=0.000', ['br', 'gzip']],
    ['text/plain, application/json;charset=utf-8', ['text/plain', 'application/json']],
  ])('%s accepts %j', (header, accepted) => {
    expect(readAccepted(header)).toEqual(accepted);
  });

  test.each([
    ['application/json', true],
    ['text/html, application/problem+json;q=0.1', true],
    ['application/json;q=0', false],
    ['*/*', false],
    [null, false],
  ])('%s names a JSON type and accepts it: %s', (accept, expected) => {
    expect(namesJson(accept)).toBe(expected);
  });

  test.each([',', ';', ' ', 'a,', 'a/b;q="\\"', 'application/+', 'a;b="c" ', 'a/b;q=0.1,', '=', '"'])(
    'of 16 KiB of “%s” is read in less than 16 ms of CPU time',
    async (unit) => {
      const header = unit.repeat(16_384 / unit.length);

      const { ms } = await measureCpuTime(() => [prefersHtml(header), readAccepted(header)], 16);

      expect(ms).toBeLessThan(16);
    },
  );
});
