// Text blocks, excerpts and snippets.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../../../facades/site/markup/escape-html.ts';
import { renderSnippet } from '../../../facades/site/markup/search-snippet.ts';
import { textBlock, truncateToBytes } from '../../../facades/site/markup/text-block.ts';
import { excerpt } from '../../../facades/site/markup/inline-text.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';
import { decodeEntities } from '../../support/pages/html-parser.ts';

const renderToString = async (part: string | Promise<string>): Promise<string> => [await part].join('');

describe('a text block', () => {
  test('is truncated to the longest beginning of its text that fits, never within a character', () => {
    const sizeOf = (text: string) => Buffer.byteLength(escapeHtml(text));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(200), (text, max) => {
        const truncated = truncateToBytes(text, max);
        const [next = ''] = text.slice(truncated.text.length);
        expect(text.startsWith(truncated.text)).toBe(true);
        expect(sizeOf(truncated.text)).toBeLessThanOrEqual(max);
        expect(sizeOf(truncated.text + next) > max).toBe(truncated.isTruncated);
        expect(truncated.isTruncated).toBe(truncated.text !== text);
        expect(truncated.text.isWellFormed()).toBe(true);
      }),
    );
  });

  test('stays within its size limit, however many URLs it contains', async () => {
    const piece = fc.oneof(
      fc.constantFrom('http://a.b ', 'https://ü.test/🧵/', '&', '"'),
      fc.webUrl(),
      fc.string(),
    );
    const texts = fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 10, max: 5000 }), async (text, max) => {
        const html = await renderToString(textBlock(text, { maxBytes: max, fullTextUrl: '/x' }));
        // The element and the link to the whole text are not counted.
        expect(Buffer.byteLength(html)).toBeLessThan(max + 200);
      }),
    );
  });

  test.each([
    ['that is plain', {}, '<pre class="untrusted" dir="auto">a &lt;b&gt;</pre>'],
    ['of JSON', { style: 'json' }, '<pre class="untrusted json" dir="auto">a &lt;b&gt;</pre>'],
    [
      'that is folded',
      { foldAfterBytes: 2 },
      '<pre class="untrusted" dir="auto">a </pre> <details> <summary>Read on</summary> <pre class="untrusted" dir="auto">&lt;b&gt;</pre> </details>',
    ],
    [
      'that is truncated',
      { maxBytes: 2, fullTextUrl: '/x' },
      '<pre class="untrusted" dir="auto">a </pre> <p class="truncation"> <a href="/x">Show the whole text</a> </p>',
    ],
  ] as const)('%s has the direction of its text', async (_how, options, markup) => {
    const html = await renderToString(textBlock('a <b>', options));

    expect(html.replaceAll(/\s+/g, ' ').trim()).toBe(markup);
  });

  test('turns URLs into links that end before punctuation and Markdown', async () => {
    const html = await renderToString(
      textBlock(
        'See [it](https://a.test/x?y=1&z=2), or HTTPS://b.test/. **https://c.test/d** _https://e.test/f_;',
      ),
    );

    expect(
      [...html.matchAll(/<a href="([^"]*)" rel="nofollow ugc noopener"\s*>([^<]*)</g)].map((m) =>
        decodeEntities(m[1]!),
      ),
    ).toEqual([...['https://a.test/x?y=1&z=2', 'https://b.test/', 'https://c.test/d', 'https://e.test/f']]);
  });

  test.each([
    [{ maxBytes: 3000, foldAfterBytes: 700 }, [4, 4]],
    [{ maxBytes: 3000 }, [9]],
    [{ maxBytes: 1600, foldAfterBytes: 700 }, [0, 0]],
  ])(
    'with the bounds %j has as many links as fit into the bytes that its text leaves; each part of a folded text gets half of these bytes',
    async (bounds, links) => {
      const html = await renderToString(textBlock('http://a.test '.repeat(100).trim(), bounds));

      expect(html.split('<details>').map((part) => part.split('<a ').length - 1)).toEqual(links);
    },
  );

  test('links to http and https only', async () => {
    const html = await renderToString(
      textBlock('javascript:alert(1) data:text/html,x ftp://a.test mailto:a@b.test //c.test'),
    );

    expect(html).not.toContain('<a');
  });
});

describe('an excerpt', () => {
  const excerptText = async (text: string) =>
    decodeEntities((await renderToString(excerpt(text, 300))).replaceAll(/<[^>]*>/g, ''));

  test.each([
    'In Python 2**10 is 1024 and f(**kw)',
    '2**10 and 2**12, f(**kw) and g(**kw, **more)',
    'Write `**bold**` for bold, or \\**not**',
    'src/**/a and lib/**/b, **/c and **/d',
    'glob src/**/*.ts and test/**/*.ts',
    'a ** b ** c',
    'Say ```git log``` and look',
    '** **',
    '****',
    '```',
    '# ',
  ])('keeps characters that are not Markdown: %s', async (text) => {
    expect(await excerptText(text)).toBe(text.trim());
  });

  test.each([
    ['Jacquard **reads** cards, (**every one**).', 'Jacquard reads cards, (every one).'],
    ['织机**读取**卡片', '织机读取卡片'],
    ['## A loom\n\nIt **weaves\nleaves**.', 'A loom It weaves leaves.'],
    ['Run\n```sh\nweave --leaves\n```', 'Run weave --leaves'],
  ])('leaves out Markdown: %s', async (text, shown) => {
    expect(await excerptText(text)).toBe(shown);
  });

  test('of 20,000 marks of unclosed emphasis and code takes less than 500 ms of CPU time', async () => {
    const text = ['**a ', '(**k', '`', '**\n', '``` '].map((mark) => mark.repeat(4000)).join('');

    const { ms } = await measureCpuTime(() => excerptText(text), 500);

    expect(ms).toBeLessThan(500);
  });
});

test('a snippet keeps its marks; other markup in it is text', async () => {
  const parts = renderSnippet('a &lt;b&gt; <mark>c &amp; d</mark> <i>e</i> &amp;lt;');

  const texts = await Promise.all(parts.map(renderToString));

  expect(texts).toEqual(['a <b> ', '<mark>c &amp; d</mark>', ' <i>e</i> &lt;']);
});
