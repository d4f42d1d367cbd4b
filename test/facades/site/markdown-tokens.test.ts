// Markdown of many small tokens, which takes more time to render than prose of the same length.
import { expect, test } from 'vitest';
import { renderTypedText } from '../../../facades/site/markup/user-text.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

const repeat = (piece: string) => piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);

const show = async (text: string, max: number): Promise<string> =>
  [
    await renderTypedText(
      { text, contentType: 'text/markdown' },
      { withSource: false, maxBytes: max, fullTextUrl: '/posts/1' },
    ),
  ].join('');

test.each(['- a\n', '> a\n\n', '# a\n', '*a* ', '`a` ', 'a  \n', '1. a\n', '|a|b|\n|-|-|\n|1|2|\n\n'])(
  'a text of many small tokens is shown as truncated plain text with a link to the whole text: %j',
  async (piece) => {
    const html = await show(repeat(piece), 1200);

    expect(html).toMatch(/^<pre class="untrusted"/);
    expect(html).toContain('<a href="/posts/1">Show the whole text</a>');
  },
);

test.each([80_000, 160_000])(
  'with a limit of %i bytes, a text with a quote in every second line is shown as plain text, because each quote reads all lines up to an empty one',
  async (max) => {
    expect(await show(repeat('some words\n>~~~\n'), max)).toMatch(/^<pre class="untrusted"/);
  },
);

test('the lines of a quote use tokens once, also after a paragraph, whose rule calls the rule for quotes as well', async () => {
  // 6,400 lines take 200 of the 250 tokens that every text may have; the limit of 40 bytes adds 5.
  const [{ renderMarkdown }, quote] = [
    await import('../../../facades/site/markup/markdown.ts'),
    `> ~~~\n${'> a\n'.repeat(6400)}`,
  ];
  const options = { parentHeadingLevel: 2, keepsLineBreaks: false, maxBytes: 40 };

  for (const text of [quote, `A paragraph\n${quote}`])
    expect([...renderMarkdown(text, options)].join('')).toContain('<blockquote>');
});

test('a URL of 2,000 characters is a link, and a longer one is text', async () => {
  const url = (length: number) => `https://a.test/${'x'.repeat(length - 15)}`;

  expect(await show(`See ${url(2000)}.`, 80_000)).toContain(`<a href="${url(2000)}"`);
  expect(await show(`See ${url(2001)}.`, 80_000)).not.toContain('<a href');
});

test.each([
  ['https://a.test/b_c_d*e*f/?g=h&i=j#k', 'https://a.test/b_c_d*e*f/?g=h&amp;i=j#k'],
  ['(https://a.test/b)', 'https://a.test/b'],
  ['**https://a.test/b**', 'https://a.test/b'],
  ['~~https://a.test/b~~', 'https://a.test/b'],
  ['HTTPS://a.test/wiki/B_(c), and', 'HTTPS://a.test/wiki/B_(c)'],
  ['https://a.test/b\n', 'https://a.test/b'],
  ['> https://a.test/日本', 'https://a.test/日本'],
])('the URL of %j is a link', async (text, url) => {
  expect(await show(text, 80_000)).toContain(`>${url}</a>`);
});

test.each([
  'xhttps://a.test',
  'ftp://a.test',
  '`https://a.test`',
  'https://',
  'https://[a',
  '//a.test',
  String.raw`https\://a.test`,
])('there is no URL in %j', async (text) => {
  expect(await show(text, 80_000)).not.toContain('<a href');
});

test('the URL of a link has at most 2,000 characters, and the link takes 200 bytes beside it', async () => {
  const url = (characters: number) => 'https://a.test/'.padEnd(characters, 'x');
  expect(await show(`[a](${url(2000)})`, 80_000)).toContain('<a href');
  expect(await show(`[a](${url(2001)})`, 80_000)).not.toContain('<a href');
  // Each link takes 211 bytes: 200, and 11 for its URL `http://b.c/`.
  const links = await show('[a](http://b.c) '.repeat(20), 2110);
  expect(links.split('<a href').length - 1).toBe(10);
});

test.each([
  ['a list', '- a word or two\n'.repeat(30)],
  ['a table', `|name|time|\n|-|-|\n${'|parse|12 ms|\n'.repeat(20)}`],
  ['emphasis', 'Some **strong** words and `code`. '.repeat(20)],
  ['quotes with replies', '> a question\nof two lines\n\nand its answer\n'.repeat(20)],
])('Markdown of a usual size is rendered, even with a limit of 1,200 bytes: %s', async (_what, text) => {
  expect(await show(text, 1200)).toMatch(/^<div class="untrusted prose"/);
});

test('long prose is rendered as Markdown', async () => {
  const section = `## Findings\n\nThe parser **fails** on \`a-b\`, see [the report](https://a.test/1).\n\n- one case\n- another case\n\n`;

  expect(await show(repeat(section), 80_000)).toMatch(/^<div class="untrusted prose"/);
});

test.each(['- a\n', '# a\n', '`a` ', '[', '~~a', '[a](http://b.c)', 'http://a.b/'])(
  'fifty truncated posts of many small tokens take less than 200 ms of CPU time: %j',
  async (piece) => {
    const text = repeat(piece);

    const { ms } = await measureCpuTime(async () => {
      for (let i = 0; i < 50; i++) await show(text, 1200);
    }, 200);

    expect(ms).toBeLessThan(200);
  },
);
