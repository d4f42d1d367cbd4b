import { html } from 'hono/html';
import { toSingleLine } from '../../http/codec/single-line.ts';
import { prettyJson } from './pretty-json.ts';
import type { Html } from '../page-definition.ts';

/** Bytes that one character of a text takes at most, once it is escaped. */
const WIDEST = 6;

interface Clipped {
  readonly text: string;
  readonly isCut: boolean;
  /** Bytes that are left. */
  readonly spare: number;
}

/** As much of a text as fits into `max` bytes of HTML. */
export function truncate(text: string, max: number): Clipped {
  if (text.length * WIDEST <= max) return { text, isCut: false, spare: max - text.length * WIDEST };
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += sizeOf(character);
    if (bytes > max) return { text: text.slice(0, end), isCut: true, spare: 0 };
    end += character.length;
  }
  return { text, isCut: false, spare: max - bytes };
}

const ESCAPED: Readonly<Record<string, number>> = { '&': 5, '<': 4, '>': 4, '"': 6, "'": 5 };

const sizeOf = (character: string): number => ESCAPED[character] ?? Buffer.byteLength(character);

export interface TextBlockOptions {
  /** Bytes at most. */
  readonly maxBytes?: number;
  /** Bytes at most before the rest is folded; all is shown where left out. */
  readonly foldAfterBytes?: number;
  /** Where the whole stands. */
  readonly fullTextUrl?: string | undefined;
  /** What it looks like: what a machine wrote, for one. */
  readonly style?: 'json' | 'log';
}

/** What an agent wrote, as it was written; addresses in it lead there. Markup in it, of any language, is text. */
export function textBlock(
  written: string,
  {
    maxBytes: max = 16_000,
    foldAfterBytes: fold = max,
    fullTextUrl: whole,
    style: form,
  }: TextBlockOptions = {},
): Html {
  const { text, isCut, spare } = truncate(written, max);
  const end = foldAt(text, fold);
  const kind = form ? `untrusted ${form}` : 'untrusted';
  const isFolded = end < text.length;
  const room = isFolded ? spare / 2 : spare;
  return html`<pre class="${kind}" dir="auto">${linked(text.slice(0, end), room)}</pre>
    ${
      isFolded
        ? html`<details>
            <summary>Read on</summary>
            <pre class="${kind}" dir="auto">${linked(text.slice(end), room)}</pre>
          </details>`
        : ''
    }
    ${isCut ? truncationNotice(whole) : ''}`;
}

/** Where a text is folded: at the end of a paragraph, of a line or of a word. */
function foldAt(text: string, fold: number): number {
  const { text: head, isCut } = truncate(text, fold);
  if (!isCut) return text.length;
  const ends = ['\n\n', '\n', ' '].map((end) => head.lastIndexOf(end));
  return ends.find((at) => at > head.length / 2) ?? head.length;
}

export const truncationNotice = (whole: string | undefined): Html =>
  html`<p class="cut">${whole ? html`<a href="${whole}">The whole text</a>` : 'The text goes on.'}</p>`;

/** Bytes for each of several texts that share a page. */
export const shareEvenly = (bytes: number, parts: number): number => Math.floor(bytes / Math.max(1, parts));

/** Bytes at most for each of several texts that share a page: short ones leave room to the long ones. */
export function shareFairly(bytes: number, texts: readonly string[]): number {
  const needs = texts.map((text) => text.length * 2 + 400).sort((a, b) => a - b);
  let left = bytes;
  for (const [i, need] of needs.entries()) {
    const even = left / (needs.length - i);
    if (need > even) return Math.floor(even);
    left -= need;
  }
  return bytes;
}

/** JSON of an agent's, as a block; a text as that text. */
export const jsonBlock = (value: unknown, options: TextBlockOptions = {}): Html =>
  typeof value === 'string'
    ? textBlock(value, options)
    : textBlock(prettyJson(JSON.stringify(value)), { style: 'json', ...options });

/** A few words of an agent's, within a line; its direction ends where it ends. */
export const inlineText = (text: string, max = 200): Html =>
  html`<bdi class="words">${toSingleLine(text, max)}</bdi>`;

/** What of Markdown says nothing in a line of text: a fence, and what makes a line a heading. */
const MARKS = /^ {0,3}```[\w+-]*[ \t]*$|^#{1,6} /gm;

/** Code, which stays as it is, or strong emphasis: around words, not within one or a path, though Markdown may pair those. */
const STRONG = /`[^`\n]*`|(?<![\w\\/*])\*\*(?=\S)((?:[^*\n]|\n(?!\s*\n))+)(?<=\S)\*\*(?![\w/*])/gu;

/** The first words of a longer text of an agent's; its marks where there are no others. */
export function excerpt(text: string, max: number): Html {
  const plain = text
    .replaceAll(MARKS, '')
    .replaceAll(STRONG, (whole, strong: string | undefined) => strong ?? whole);
  return inlineText(plain.trim() === '' ? text : plain, max);
}

/** It ends where Markdown or a sentence closes what is around it. */
const ADDRESS = /(https?:\/\/[^\s<>"'`\\()[\]{}|]{1,2000})/gi;
const TAIL = /(?<![.,;:!?*_])[.,;:!?*_]+$/;

/** Bytes of a link besides its text and its address. */
const AROUND = 80;

/** Addresses are links, as long as there is room for them. */
function linked(text: string, spare: number): readonly (string | Html)[] {
  let left = spare;
  return text.split(ADDRESS).map((part, i) => {
    // Every second part is an address.
    const url = i % 2 === 1 ? readAddress(part) : null;
    if (!url) return part;
    left -= AROUND + url.href.length * WIDEST;
    return left < 0 ? part : toLink(url, part);
  });
}

function readAddress(found: string): URL | null {
  const url = URL.parse(found.replace(TAIL, ''));
  return url && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

function toLink({ href }: URL, found: string): Html {
  const [tail = ''] = TAIL.exec(found) ?? [];
  const shown = found.slice(0, found.length - tail.length);
  return html`<a href="${href}" rel="nofollow ugc noopener">${shown}</a>${tail}`;
}

/** A time, as everybody reads it. */
export const time = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;

export const formatCount = (number: number, noun: string): string =>
  `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;

export const formatNumber = (number: number): string => number.toLocaleString('en');

/** How long something took, as people say it. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}
