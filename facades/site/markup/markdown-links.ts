import type { Token } from 'markdown-it';
import { parseUrl } from '../../../schema/contract.ts';
import { escapeHtml } from './escape-html.ts';

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

const MAX_URL_CHARACTERS = 2000;

/** A host with a label of more than 63 characters, the maximum of the DNS. Parsing it takes long (`parseUrl`). */
const LONG_LABEL = /^https?:\/\/[^/?#]*[^/?#.@:]{64}/i;

/** An absolute `http:`, `https:` or `mailto:` URL; null for everything else and for more than 2,000 characters. */
export function readExternalUrl(text: string): URL | null {
  if (text.length > MAX_URL_CHARACTERS || LONG_LABEL.test(text)) return null;
  const url = parseUrl(text);
  return url && SCHEMES.has(url.protocol) ? url : null;
}

/** Estimated bytes of a link without its URL. */
const LINK_OVERHEAD_BYTES = 200;

/** The scheme and the host at the start of a URL, as the author has written them. */
const ORIGIN = /^\w+:\/\/[^/?#]*/;

/**
 * Whether the text of an automatic link shows where the link leads: the text begins with the scheme and host of the URL, or the
 * URL is an e-mail address.
 */
const showsHost = (text: string, { protocol, origin }: URL): boolean =>
  protocol === 'mailto:' || ORIGIN.exec(text)?.[0].toLowerCase() === origin;

const urlOf = (token: Token) => readExternalUrl(String(token.attrGet('href') ?? token.attrGet('src') ?? ''));

/**
 * Replaces the links and images of one text by safe markup. An image becomes a link to its URL, or, if it is within a link,
 * its alternative text, so that the page loads nothing from elsewhere. Once the links have taken `maxBytes`, later links
 * stay text: a reference definition used many times would otherwise make a short text a large page.
 */
export class LinkSanitizer {
  #bytesLeft: number;
  /** The number of links around the current token. Only the outermost is a link: browsers end it at the start of another one. */
  #depth = 0;
  #openLink: { readonly url: URL; readonly isAutomatic: boolean } | null = null;
  #lastText = '';

  constructor(maxBytes: number) {
    this.#bytesLeft = maxBytes;
  }

  /** Call for each inline token of the text, in order. */
  sanitize(token: Token): void {
    const content = this.#markupOf(token);
    if (content !== null) Object.assign(token, { type: 'html_inline', content });
  }

  #markupOf(token: Token): string | null {
    if (token.type === 'link_open') return this.#depth++ > 0 ? '' : this.#openTag(token);
    if (token.type === 'link_close') return --this.#depth > 0 ? '' : this.#closeTag();
    if (token.type === 'text') this.#lastText = token.content;
    return token.type === 'image' ? this.#image(token) : null;
  }

  #openTag(token: Token): string {
    if (this.#bytesLeft < 0) return '';
    const url = urlOf(token);
    // Encodes ' and ` too: some programs would end the attribute at them.
    const href = escapeHtml((url?.href ?? '').replaceAll("'", '%27').replaceAll('`', '%60'));
    this.#bytesLeft -= href.length + LINK_OVERHEAD_BYTES;
    if (!url || this.#bytesLeft < 0) return '';
    this.#openLink = { url, isAutomatic: token.info === 'auto' };
    return `<a href="${href}" rel="nofollow ugc noopener">`;
  }

  /** Closes the link. Adds its host, unless it is an automatic link whose text shows the host. */
  #closeTag(): string {
    const link = this.#openLink;
    if (!link) return '';
    this.#openLink = null;
    const { url, isAutomatic } = link;
    if (isAutomatic && showsHost(this.#lastText, url)) return '</a>';
    return `</a> <span class="host">(${escapeHtml(url.host || 'mail')})</span>`;
  }

  #image(token: Token): string {
    const text = escapeHtml(token.content || 'picture');
    if (this.#openLink) return text;
    const openTag = this.#openTag(token);
    return openTag === '' ? text : `${openTag}${text}${this.#closeTag()}`;
  }
}
