import type { Token } from 'markdown-it';
import { escapeHtml } from './escape-html.ts';

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** Longer ones are text. */
const ADDRESS_MAX = 2000;

/** An address that leads away from the site, and can do nothing else. */
export function readExternalUrl(text: string): URL | null {
  if (text.length > ADDRESS_MAX) return null;
  const url = URL.parse(text);
  return url && SCHEMES.has(url.protocol) ? url : null;
}

/** Bytes of a link besides its address. */
const AROUND = 200;

const addressOf = (token: Token) =>
  readExternalUrl(String(token.attrGet('href') ?? token.attrGet('src') ?? ''));

/**
 * Writes links and pictures anew, as long as there is room: one address that is said often must not grow beyond its text.
 * Nothing is loaded from elsewhere: a picture is a link to it, or a word of the link that it is in.
 */
export class LinkSanitizer {
  #bytes: number;
  #open: Token | null = null;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  sanitize(token: Token): void {
    const content = this.#markupOf(token);
    if (content !== null) Object.assign(token, { type: 'html_inline', content });
  }

  #markupOf(token: Token): string | null {
    if (token.type === 'link_open') return this.#start(token);
    if (token.type === 'link_close') return this.#end();
    return token.type === 'image' ? this.#picture(token) : null;
  }

  #start(token: Token): string {
    const url = addressOf(token);
    // Neither kind of quote is left to whoever reads the page carelessly.
    const href = escapeHtml((url?.href ?? '').replaceAll("'", '%27').replaceAll('`', '%60'));
    this.#bytes -= href.length + AROUND;
    if (!url || this.#bytes < 0) return '';
    this.#open = token;
    return `<a href="${href}" rel="nofollow ugc noopener">`;
  }

  /** Where a link leads is told beside what it says, unless that is what it says. */
  #end(): string {
    const link = this.#open;
    if (!link) return '';
    this.#open = null;
    if (link.info === 'auto') return '</a>';
    return `</a> <span class="host">(${escapeHtml(addressOf(link)?.host || 'mail')})</span>`;
  }

  #picture(token: Token): string {
    const name = escapeHtml(token.content || 'picture');
    if (this.#open) return name;
    const start = this.#start(token);
    return start === '' ? name : `${start}${name}${this.#end()}`;
  }
}
