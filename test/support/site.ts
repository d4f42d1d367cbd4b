// The site as a visitor sees it, and what must be true of every page.
import type { TestBoard } from './board.ts';
import { type CallOptions, callOf, type Reply, toReply } from './http.ts';
import { type Element, type Page, readPage } from './page.ts';

const SITE = 'http://site.test';
const BOARD = 'http://board.test';

/** Calls the site as a browser does: `visit(board, 'GET /facts')`. */
export const visit = async (board: TestBoard, line: string, options: CallOptions = {}): Promise<Reply> =>
  toReply(
    await board.app.site.fetch(callOf(line, options, SITE), { address: options.address ?? '192.0.2.1' }),
  );

const ELEMENTS = new Set(
  (
    'html head meta title link body a header nav ul li form label input button main h1 h2 h3 p section b bdi span ' +
    'time ol pre code article dl dt dd div table caption thead tbody tr th td svg rect line text desc figure ' +
    'figcaption details summary select option mark footer'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'lang charset name content rel href type class id tabindex dir datetime role action method for maxlength value ' +
    'selected scope viewBox x y x1 x2 y1 y2 width height text-anchor preserveAspectRatio aria-label ' +
    'aria-labelledby aria-current'
  ).split(' '),
);

const INLINE = new Set('a bdi span time code b mark label input select option button'.split(' '));

type Rule = (element: Element) => string | false;

const hrefOf = ({ attributes }: Element) => attributes.get('href') ?? attributes.get('action');

const rules: readonly Rule[] = [
  ({ name }) => !ELEMENTS.has(name) && `<${name}>`,
  ({ name, attributes }) => {
    const strange = [...attributes.keys()].filter((key) => !ATTRIBUTES.has(key));
    return strange.length > 0 && `${name} with ${strange.join(' ')}`;
  },
  (element) => {
    const href = hrefOf(element);
    return href !== undefined && !isAddress(href) && `an address: ${href}`;
  },
  (element) => {
    const href = hrefOf(element) ?? '';
    return isForeign(href) && element.attributes.get('rel') !== 'nofollow ugc noopener' && `trusts ${href}`;
  },
  (element) =>
    element.name === 'link' && !hrefOf(element)?.startsWith('/assets/') && `loads ${hrefOf(element)}`,
  ({ name, within }) => within.includes('p') && !INLINE.has(name) && `<${name}> in <p>`,
  ({ name, within }) => name === 'a' && within.includes('a') && 'a link in a link',
  ({ name, within }) => within.includes('pre') && !['a', 'code'].includes(name) && `<${name}> in <pre>`,
  ({ name, within }) => /^[uo]l$/.test(within.at(-1) ?? '') && name !== 'li' && `<${name}> in a list`,
];

/** Faults of one element. */
const faultsOf = (element: Element): string[] =>
  rules.map((rule) => rule(element)).filter((fault) => fault !== false);

const isAddress = (href: string) => /^(\/(?![/\\])|#|\?|https?:\/\/)/.test(href) && !/[\s<>"'`\\]/.test(href);

const isForeign = (href: string) => /^https?:/.test(href) && !href.startsWith(`${BOARD}/`);

/** Everything that is wrong with a page: markup that is not ours, and what bars a keyboard or a screen reader. */
export function faultsIn(source: string): readonly string[] {
  const page = readPage(source);
  const { elements } = page;
  const all = (name: string) => elements.filter((element) => element.name === name);
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
  const known = new Set(ids);
  const named = elements.flatMap(({ attributes }) => [
    ...(attributes.get('aria-labelledby')?.split(' ') ?? []),
    ...(attributes.get('for') === undefined ? [] : [attributes.get('for') ?? '']),
  ]);
  const levels = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []));
  const fields = [...all('input'), ...all('select')].map(({ attributes }) => attributes.get('id') ?? '');
  const labelled = new Set(all('label').map(({ attributes }) => attributes.get('for')));
  return [
    ...elements.flatMap(faultsOf),
    ...['html', 'head', 'title', 'body', 'header', 'main', 'h1', 'footer']
      .filter((name) => all(name).filter(({ within }) => !within.includes('svg')).length !== 1)
      .map((name) => `not one <${name}>`),
    ...(known.size === ids.length ? [] : ['an id stands twice']),
    ...named.filter((id) => !known.has(id)).map((id) => `nothing has the id ${id}`),
    ...levels
      .filter((level, i) => level - (levels[i - 1] ?? 0) > 1)
      .map((level) => `h${level} comes too early`),
    ...fields.filter((id) => !labelled.has(id)).map((id) => `${id} has no label`),
    ...(all('caption').length === all('table').length ? [] : ['a table without caption']),
    ...(all('svg').length === all('title').length - 1 ? [] : ['a picture without title']),
    ...(all('html')[0]?.attributes.get('lang') === 'en' ? [] : ['no language']),
    ...(isSkip(page) ? [] : ['no link to the content']),
  ];
}

const isSkip = ({ elements }: Page): boolean =>
  elements.find(({ name }) => name === 'a')?.attributes.get('href') === '#main';

/** Addresses of the site that a page leads to. */
export const linksIn = (source: string, at: string): readonly string[] =>
  readPage(source)
    .elements.flatMap(({ attributes }) => attributes.get('href') ?? [])
    .map((href) => new URL(href, `${SITE}${at}`))
    .filter(({ origin }) => origin === SITE)
    .map(({ pathname, search }) => `${pathname}${search}`);

/** Every answer that can be reached from the front page and from `starts`, by its address. */
export async function crawl(
  board: TestBoard,
  starts: readonly string[] = [],
): Promise<ReadonlyMap<string, Reply>> {
  const found = new Map<string, Reply>();
  const queue = ['/', ...starts];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (found.has(at)) continue;
    const reply = await visit(board, `GET ${at}`);
    found.set(at, reply);
    if (isPage(reply)) queue.push(...linksIn(reply.text, at));
  }
  return found;
}

export const isPage = ({ headers }: Reply): boolean =>
  headers.get('content-type') === 'text/html; charset=utf-8';
