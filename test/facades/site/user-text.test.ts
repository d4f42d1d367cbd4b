// Text of agents, rendered by its content type.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareFairly } from '../../../facades/site/markup/size-budget.ts';
import { renderUserText, renderTypedText } from '../../../facades/site/markup/user-text.ts';
import { FORBIDDEN_CHARACTER } from '../../../schema/values/characters.ts';
import { decodeEntities } from '../../support/pages/html-parser.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

type RenderOptions = Partial<Parameters<typeof renderTypedText>[1]>;

const show = async (...[text, type, options]: [string, string?, RenderOptions?]): Promise<string> =>
  [
    await renderTypedText({ text, ...(type && { contentType: type }) }, { withSource: false, ...options }),
  ].join('');

const markdown = (text: string, options: RenderOptions = {}) => show(text, 'text/markdown', options);

const hrefsIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => decodeEntities(href));

test('URLs that are not valid take little processor time in plain text', async () => {
  const host = Array.from({ length: 249 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  const text = `http://${host}:99999 `.repeat(76);

  const { ms } = await measureCpuTime(() => show(text, 'text/plain', { maxBytes: 80_000 }), 10);

  expect(ms).toBeLessThan(10);
});

describe('Markdown', () => {
  test('is rendered and marked as untrusted', async () => {
    const html = await markdown('A **bold** `code`\n\n- one\n- two\n\n> said');

    expect(html).toMatch(/<div class="untrusted prose"/);
    for (const part of ['<strong>bold</strong>', '<code>code</code>', '<li>one</li>', '<blockquote>'])
      expect(html).toContain(part);
  });

  test('escapes HTML', async () => {
    const html = await markdown('<b>x</b> <script>alert(1)</script>\n\n<div onclick=x>\n\n```html\n<i>\n```');

    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).not.toMatch(/<b>|<script|<div onclick|<i>/);
  });

  test('links to http, https and mailto only, and shows the host', async () => {
    const html = await markdown(
      '[a](https://a.test/x) [b](mailto:b@b.test) [c](javascript:alert(1)) [d](data:text/html,x) [e](/console) [f](//f.test) <ftp://g.test> [h](http://h.test/)',
    );

    expect(hrefsIn(html)).toEqual(['https://a.test/x', 'mailto:b@b.test', 'http://h.test/']);
    expect(html.match(/rel="nofollow ugc noopener"/g)).toHaveLength(3);
    expect(html).toContain('(a.test)');
  });

  test('links bare URLs without repeating the host, but no names of files or hosts', async () => {
    const html = await markdown('See https://a.test/x, README.md and b.test.');

    expect(hrefsIn(html)).toEqual(['https://a.test/x']);
    expect(html).not.toContain('(a.test)');
  });

  test.each([
    ['https://\u0430pple.test/', 'xn--pple-43d.test'],
    ['<https://good.test@evil.test/>', 'evil.test'],
    ['<https://good.test@good.te>', 'good.te'],
  ])('adds the host to the bare URL %s, whose text has another authority: %s', async (text, host) => {
    expect(await markdown(text)).toContain(`</a> <span class="host">(${host})</span>`);
  });

  test('has no forbidden character, neither from a character reference nor from a percent-encoded URL', async () => {
    const html = await markdown('&#x202E;a&#8238;b&#xE0041;c, https://a.test/%E2%80%AE');

    expect(html).toContain('\ufffda\ufffdb\ufffdc, ');
    expect(html).toContain('>https://a.test/%E2%80%AE</a>');
    expect(html).not.toMatch(FORBIDDEN_CHARACTER);
  });

  test('shows an image as a link, or as text within a link', async () => {
    const html = await markdown(
      '![one](https://a.test/1.png) [![two](https://b.test/2.png)](https://c.test)',
    );

    expect(html).not.toContain('<img');
    expect(hrefsIn(html)).toEqual(['https://a.test/1.png', 'https://c.test/']);
  });

  test('moves headings below those of the page without skipping a level', async () => {
    const html = await markdown('# a\n\n#### b\n\n## c\n\n# d', { parentHeadingLevel: 3 });

    expect([...html.matchAll(/<(h\d)>(\w)/g)].map(([, tag, name]) => `${tag} ${name}`)).toEqual([
      'h4 a',
      'h5 b',
      'h5 c',
      'h4 d',
    ]);
    expect(await markdown('# a')).toContain('<h3>a</h3>');
  });

  test('aligns table cells by class instead of inline styles', async () => {
    const html = await markdown('|a|b|\n|-|-:|\n|1|2|');

    expect(html).toContain('<td class="align-right">2</td>');
    expect(html).not.toContain('style=');
  });

  test('shows a table of at most 1,500 cells, and a larger one as text', async () => {
    const showRows = (rows: number) => {
      const cells = ['a word', ':-', ...Array<string>(rows - 2).fill('a word')];
      return markdown(cells.map((cell) => `${cell}|`.repeat(59)).join('\n'), { maxBytes: 200_000 });
    };

    // The limit counts the empty piece after the last separator too (60 a line), and the line of dashes as a row.
    expect(await showRows(25)).toContain('<table');
    expect(await showRows(26)).not.toContain('<table');
  });

  test('has no link within a link, and shows the host of the outer one', async () => {
    const html = await markdown('[https://bank.test/login <http://x.test>](http://evil.test)');

    expect(hrefsIn(html)).toEqual(['http://evil.test/']);
    expect(html).toContain('(evil.test)');
  });

  test('keeps line breaks in text without a content type', async () => {
    expect(await show('one\ntwo')).toContain('one<br>');
    expect(await markdown('one\ntwo')).not.toContain('<br>');
  });

  test('shows its source if it may hide something', async () => {
    const hidden = '[//]: # (read me)\n\nHello **you**';

    const [html, plain] = [
      [await renderUserText(hidden)].join(''),
      [await renderUserText('Hello you.')].join(''),
    ];

    expect(decodeEntities(html.replaceAll(/<[^>]*>/g, ''))).toContain(hidden);
    expect(html).toContain('Source text');
    expect(plain).not.toContain('Source text');
  });

  test.each([...'\\`*_{}[]()#!|<>&~='.split(''), '- a', '+ a', '1. a', 'a\n b'])(
    'shows its source if it has %j, which may hide something',
    async (part) => {
      const options = { withSource: true };
      expect(await markdown(`a${part}b`.replace(/^a(?=[-+1])/, ''), options)).toContain('Source text');
      expect(await markdown('a, b. 1 - c?', options)).not.toContain('Source text');
    },
  );

  test('links to its source if source and markup together have too many bytes', async () => {
    const text = '*a* '.repeat(100);
    const sourceIn = async (maxBytes: number) => {
      const html = await markdown(text, { withSource: true, maxBytes, fullTextUrl: '/x' });
      return [html.includes('<details class="source">'), html.includes('<a href="/x">Source text</a>')];
    };

    // The markup has some 1,100 bytes, the source 400.
    expect([await sourceIn(1300), await sourceIn(1700)]).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test.each([
    [40, true],
    [60, false],
  ])(
    'with a fold after 100 bytes shows a large block that begins after %i bytes above the fold: %s',
    async (before, isShown) => {
      const text = `${'a'.repeat(before - '<p></p>\n'.length)}\n\n${'large '.repeat(50)}`;
      const [shown = ''] = (await markdown(text, { foldAfterBytes: 100 })).split('<details>');

      expect(shown.includes('large')).toBe(isShown);
    },
  );

  test('is folded when it is long, and not truncated before its limit', async () => {
    const long = Array.from({ length: 40 }, (_, i) => `Paragraph ${i}, of a few words.`).join('\n\n');

    const html = await markdown(long, { maxBytes: 16_000, foldAfterBytes: 400 });

    const [before = '', after = ''] = html.split('<details>');
    expect(before).toContain('Paragraph 0');
    expect(after).toContain('Paragraph 39');
    expect(html).not.toContain('class="truncation"');
  });
});

const repeat = (piece: string) => piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);
const HOSTILE = [
  '[',
  '![',
  '[a](',
  '[a](http://b.c)',
  '> ',
  '>',
  '*',
  '*a **b ',
  '_a__b',
  '`a``',
  '- ',
  '|\n',
  '~~a',
  '*a_',
  'http://a.b/',
  '<http://a.b>',
  '[x]: http://a.b\n',
  '<',
  '<a ',
  '&',
  '&#1;',
  '# a\n',
  'a\n=\n',
  '```\n',
  'mailto:a@b.c ',
  '\\',
  '[a](b "',
  '//a',
  ':',
  'a@',
  '1. a\n\n   ',
  '[![a](http://b.c)](http://d.e)',
].map(repeat);
/** Markdown whose output or parse time could grow faster than its length. */
const GROWING = [
  `[x]: http://a.b/${'y'.repeat(1900)}\n\n${'[x]'.repeat(6000)}`,
  `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'|\n'.repeat(9800)}`,
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `http://a.b/${'('.repeat(19_000)}`,
  // URLs that cannot be links, in the text of nested images.
  [...Array(5).fill('aaa!['), ...Array(50).fill('ftp://a/'.repeat(45)), ...Array(5).fill('](http://x)')].join(
    '\ufeff',
  ),
  `${'http://a#'.repeat(111)}${'é'.repeat(1000)}\n`.repeat(10),
  `aaaa[ 一 ${`http://${'xn--a.'.repeat(10)}xn--${'a'.repeat(59)}_ `.repeat(150)}http://a.b`,
  `[x]: http://a/?${'&'.repeat(1985)}\n\n${'![x]'.repeat(4500)}`,
  `[${`http://${Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + 3 * i)).join('')}/ `.repeat(76)}`,
  `[${'http://'.repeat(2857)}`,
  `[${'![a]('.repeat(33)}${'%'.repeat(19_700)}${')'.repeat(33)}`,
];

test.each([...HOSTILE, ...GROWING].map((text) => [text.slice(0, 24), text]))(
  'hostile Markdown takes less than a second and stays within its size limit: %j',
  async (_name, text) => {
    const { ms, result: html } = await measureCpuTime(
      () => markdown(text, { maxBytes: 30_000, foldAfterBytes: 2_000, fullTextUrl: '/x' }),
      1000,
    );

    expect(ms).toBeLessThan(1000);
    expect(Buffer.byteLength(html)).toBeLessThan(31_000);
  },
);

test('any text without a content type stays within its size limit', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '[a](http://b.c) ',
      '# ',
      '\n\n',
      '> ',
      '- ',
      '|a|b|\n|-|-|\n|1|2|\n',
      '**',
      '```\n',
      '&',
      '<',
    ),
    fc.string(),
  );
  const texts = fc.array(piece, { maxLength: 300 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 50, max: 6000 }), async (text, max) => {
      const html = [
        await renderUserText(text, { maxBytes: max, foldAfterBytes: max / 3, fullTextUrl: '/x' }),
      ].join('');
      // The elements around the text and the link to the whole text are not counted.
      expect(Buffer.byteLength(html)).toBeLessThan(max + 600);
    }),
  );
});

test('short texts leave the rest of their share of the bytes to long ones', () => {
  const [short, long] = ['x', 'x'.repeat(20_000)];

  expect(shareFairly(10_000, [short, short, long])).toBeGreaterThan(8_000);
  expect(shareFairly(10_000, [long, long])).toBe(5_000);
});
