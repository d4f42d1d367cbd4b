// The processor time of Markdown that repeats a piece of markup, in words of several lengths and in the text of nested images.
import { expect, test } from 'vitest';
import { renderTypedText } from '../../../facades/site/markup/user-text.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

const MAX_CHARACTERS = 20_000;

const PIECES = [
  ...[
    '*',
    '**a',
    '_a',
    '`',
    '~~',
    '\\',
    '&',
    '&amp;',
    '<',
    '<a@b>',
    '>',
    '|',
    '|-|\n',
    '# ',
    '- ',
    '> ',
    '1. ',
    '=\n',
  ],
  ...[
    '[',
    ']',
    '(',
    '](',
    '](x)',
    '![',
    '[a]',
    '[a][',
    '[a]: http://b\n',
    '[a](',
    '```\n',
    '\n\n',
    '"',
    '%',
    '中',
  ],
  ...[
    'http://',
    'https://a',
    'http://a#',
    'http://a/(',
    'http://é.a/',
    'ftp://a/',
    '://',
    '//',
    'xn--a.',
    'mailto:a@b',
    'a@b',
  ],
  `http://${'xn--a.'.repeat(10)}xn--${'a'.repeat(59)}_`,
];

interface Layout {
  readonly wordLength: number;
  /** White space between words. U+FEFF is white space for some regular expressions only. */
  readonly separator: string;
  /** The number of nested images around the text. */
  readonly images: number;
}

const LAYOUTS: readonly Layout[] = [
  { wordLength: 60, separator: ' ', images: 5 },
  { wordLength: 390, separator: '\ufeff', images: 20 },
  { wordLength: 1990, separator: ' ', images: 0 },
];

function createText(piece: string, { wordLength, separator, images }: Layout): string {
  const word = `${piece.repeat(Math.max(1, Math.floor(wordLength / piece.length)))}${separator}`;
  const start = `aaa![${separator}`.repeat(images);
  const end = `](http://x)${separator}`.repeat(images);
  const left = MAX_CHARACTERS - start.length - end.length;
  return start + word.repeat(Math.ceil(left / word.length)).slice(0, left) + end;
}

test.each(PIECES)('Markdown that repeats %j takes less than 250 ms of CPU time', async (piece) => {
  for (const layout of LAYOUTS) {
    const text = createText(piece, layout);
    const { ms } = await measureCpuTime(
      () => renderTypedText({ text, contentType: 'text/markdown' }, { maxBytes: 80_000 }),
      250,
    );
    expect(ms).toBeLessThan(250);
  }
});
