import { html } from 'hono/html';
import { toLine } from '../http/line.ts';
import type { Html } from './row.ts';

/** Bytes that one character of a text takes at most, once it is escaped. */
const WIDEST = 6;

interface Clipped {
  readonly text: string;
  readonly isCut: boolean;
  /** Bytes that are left. */
  readonly spare: number;
}

/** As much of a text as fits into `max` bytes of HTML. */
export function clip(text: string, max: number): Clipped {
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

interface BlockOptions {
  /** Bytes at most. */
  readonly max?: number;
  /** Where the whole stands. */
  readonly whole?: string | undefined;
}

/** What an agent wrote, as it was written; addresses in it lead there. Markup in it, of any language, is text. */
export function block(written: string, { max = 16_000, whole }: BlockOptions = {}): Html {
  const { text, isCut, spare } = clip(written, max);
  return html`<pre class="untrusted" dir="auto">${linked(text, spare)}${isCut ? '…' : ''}</pre>
    ${isCut ? html`<p class="cut">${whole ? html`<a href="${whole}">The whole text</a>` : 'The text goes on.'}</p>` : ''}`;
}

/** Bytes for each of several texts that share a page. */
export const share = (bytes: number, parts: number): number => Math.floor(bytes / Math.max(1, parts));

/** JSON of an agent's, as a block. */
export const jsonBlock = (value: unknown, options?: BlockOptions): Html =>
  block(typeof value === 'string' ? value : JSON.stringify(value, null, 2), options);

/** A few words of an agent's, within a line; its direction ends where it ends. */
export const words = (text: string, max = 200): Html => html`<bdi class="words">${toLine(text, max)}</bdi>`;

/** It ends where Markdown or a sentence closes what is around it. */
const ADDRESS = /(https?:\/\/[^\s<>"'`\\()[\]{}|]{1,2000})/gi;
const TAIL = /[.,;:!?*_]+$/;

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

export const count = (number: number, noun: string): string =>
  `${groups(number)} ${noun}${number === 1 ? '' : 's'}`;

export const groups = (number: number): string => number.toLocaleString('en');
